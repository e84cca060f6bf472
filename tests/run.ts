/**
 * Runs commands one after another, all of them, and fails if one did: `run.ts "vitest run" "playwright test" --`.
 * Those that ` & ` joins run side by side: each of them keeps only one core busy. Words behind `--` choose tests by file name:
 * Vitest and Playwright get them, other commands are left out then. A run without words that finds no test fails; words
 * may fit the tests of one runner alone. The end repeats the last lines of each command that failed: they name its tests, and a log may be cut above.
 */
import { spawn } from 'node:child_process';
import { ensureChromium } from './support/chromium';
import { killAll, remember } from './support/processes';
import { ProgramMissing } from './support/programs';

/** Lines of a failed command that the end repeats. */
const TAIL = 20;

const args = process.argv.slice(2);
const commands = args.slice(0, args.indexOf('--'));
const words = args.slice(commands.length + 1);

interface Failure {
  command: string;
  lastLines: string[];
}

// What a browser test needs is said before the tests in Node have taken their minute.
if (commands.some((command) => command.startsWith('playwright '))) {
  try {
    ensureChromium();
  } catch (error) {
    if (!(error instanceof ProgramMissing)) throw error;
    console.error(`\n${error.message}\nThe tests that need no browser: npx vitest run\n`);
    process.exit(1);
  }
}

// A signal reaches only this process: what it has started goes with it (tools/entry.cjs).
process.once('SIGTERM', () => {
  killAll();
  process.exit(1);
});

const failures: Failure[] = [];
for (const step of words.length > 0 ? commands.filter(takesWords) : commands) {
  console.log(`\n── ${step}`);
  const failed = await Promise.all(step.split(' & ').map(failureOf));
  failures.push(...failed.filter((failure) => failure !== undefined));
}
for (const { command, lastLines } of failures) {
  console.error(`\n✗ ${command}\n${lastLines.join('\n')}`);
}
process.exitCode = failures.length > 0 ? 1 : 0;

function takesWords(command: string): boolean {
  return /^(vitest|playwright) /.test(command);
}

/**
 * Runs a command by a shell, which finds the packages' commands on every system, as npm has put them on the PATH.
 * Resolves to undefined if it has ended well.
 */
function failureOf(command: string): Promise<Failure | undefined> {
  const mayBeEmpty = command.startsWith('vitest') ? '--passWithNoTests' : '--pass-with-no-tests';
  const chosen = words.map((word) => JSON.stringify(word));
  const line = [command, ...(words.length > 0 ? [mayBeEmpty, ...chosen] : [])].join(' ');
  // Through a pipe a command does not see the terminal.
  const color = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
  const child = spawn(line, {
    shell: true,
    stdio: ['inherit', 'pipe', 'pipe'],
    env: { ...process.env, ...color },
  });
  remember(child);
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
    child.once('close', (status) => {
      const lastLines = end.trimEnd().split('\n');
      resolve(status === 0 ? undefined : { command, lastLines });
    });
  });
}
