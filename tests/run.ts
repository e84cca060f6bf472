/**
 * Runs commands one after another, all of them, and fails if one did: `run.ts "vitest run" "playwright test" --`.
 * Words behind `--` choose tests by file name: Vitest and Playwright get them, other commands are left out then.
 */
import { spawnSync } from 'node:child_process';

const args = process.argv.slice(2);
const commands = args.slice(0, args.indexOf('--'));
const words = args.slice(commands.length + 1);

const chosen = words.length > 0 ? commands.filter(takesWords) : commands;
const failed = chosen.filter((command) => {
  console.log(`\n── ${command}`);
  // By a shell: it finds the packages' commands on every system, as npm has put them on the PATH.
  const line = [command, ...words.map((word) => JSON.stringify(word))].join(' ');
  return spawnSync(line, { shell: true, stdio: 'inherit' }).status !== 0;
});
for (const command of failed) console.error(`✗ ${command}`);
process.exitCode = failed.length > 0 ? 1 : 0;

function takesWords(command: string): boolean {
  return /^(vitest|playwright) /.test(command);
}
