/**
 * Runs commands one after another, all of them, and fails if one did: `run.ts "vitest run" "playwright test" --`.
 * Words behind `--` choose tests by file name: Vitest and Playwright get them, other commands are left out then.
 * The end repeats the last lines of each command that failed: they name its tests, and a log may be cut above.
 */
import { spawn } from 'node:child_process';

/** Lines of a failed command that the end repeats. */
const TAIL = 20;

const args = process.argv.slice(2);
const commands = args.slice(0, args.indexOf('--'));
const words = args.slice(commands.length + 1);

interface Failure {
  command: string;
  lastLines: string[];
}

const failures: Failure[] = [];
for (const command of words.length > 0 ? commands.filter(takesWords) : commands) {
  console.log(`\n── ${command}`);
  const { status, lastLines } = await runShell(command);
  if (status !== 0) failures.push({ command, lastLines });
}
for (const { command, lastLines } of failures) {
  console.error(`\n✗ ${command}\n${lastLines.join('\n')}`);
}
process.exitCode = failures.length > 0 ? 1 : 0;

function takesWords(command: string): boolean {
  return /^(vitest|playwright) /.test(command);
}

/** By a shell: it finds the packages' commands on every system, as npm has put them on the PATH. */
function runShell(command: string): Promise<{ status: number | null; lastLines: string[] }> {
  const line = [command, ...words.map((word) => JSON.stringify(word))].join(' ');
  // Through a pipe a command does not see the terminal.
  const color = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
  const child = spawn(line, {
    shell: true,
    stdio: ['inherit', 'pipe', 'pipe'],
    env: { ...process.env, ...color },
  });
  let end = '';
  const pass = (to: NodeJS.WriteStream) => (chunk: string) => {
    to.write(chunk);
    end = (end + chunk)
      .split('\n')
      .slice(-TAIL - 1)
      .join('\n');
  };
  child.stdout.setEncoding('utf8').on('data', pass(process.stdout));
  child.stderr.setEncoding('utf8').on('data', pass(process.stderr));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status) => resolve({ status, lastLines: end.trimEnd().split('\n') }));
  });
}
