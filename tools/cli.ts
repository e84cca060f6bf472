/** `npm run gallery:add` and its like: the owner's tools, on the project of the environment. */
import { fileURLToPath } from 'node:url';
import { loadEnv } from 'vite';
import { runTool } from './run';
import { createTerminal } from './terminal';

const root = fileURLToPath(new URL('..', import.meta.url));
const colours = process.stdout.isTTY && !process.env['NO_COLOR'];

process.exitCode = await runTool(process.argv.slice(2), {
  env: { ...loadEnv('production', root, 'VITE_'), ...process.env },
  terminal: createTerminal(process.stdout, process.stderr, colours),
});
