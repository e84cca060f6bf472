/** `npm run validate`: types, lint, format and unused code side by side, then every test. */
import { spawnSync } from 'node:child_process';
import { runTogether, type Check } from './checks';

const npm = process.env['npm_execpath'];
if (npm === undefined) throw new Error('Start this by npm run validate.');

const script = (name: string): Check => ({
  name,
  command: [process.execPath, npm, 'run', '--silent', name],
});

const results = await runTogether(['types', 'lint', 'unused'].map(script), (result) => {
  const { name, passed, seconds, output } = result;
  console.log(`${passed ? '✔' : '✖'} ${name} (${seconds.toFixed(1)} s)`);
  if (!passed) console.log(output);
});

if (results.every(({ passed }) => passed)) {
  const [program, ...args] = script('test').command;
  process.exitCode = spawnSync(program, args, { stdio: 'inherit' }).status ?? 1;
} else process.exitCode = 1;
