/** Several commands side by side; each one's output stays together. */
import { spawn } from 'node:child_process';

export interface Check {
  name: string;
  /** Program and arguments, without a shell in between. */
  command: readonly [string, ...string[]];
}

export interface CheckResult {
  name: string;
  passed: boolean;
  output: string;
  seconds: number;
}

/** Runs all of them, also when one fails; `onEnd` hears of each as it ends. */
export function runTogether(
  checks: readonly Check[],
  onEnd: (result: CheckResult) => void,
): Promise<CheckResult[]> {
  return Promise.all(
    checks.map(async (check) => {
      const result = await run(check);
      onEnd(result);
      return result;
    }),
  );
}

function run({ name, command: [program, ...args] }: Check): Promise<CheckResult> {
  const start = performance.now();
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    const end = (passed: boolean) =>
      resolve({ name, passed, output, seconds: (performance.now() - start) / 1000 });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    }
    child.once('error', (error) => {
      output += error.message;
      end(false);
    });
    child.once('close', (code) => end(code === 0));
  });
}
