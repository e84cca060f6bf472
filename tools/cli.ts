/** `npm run gallery:add` and its like: the owner's tools, on the project of the environment. */
import { fileURLToPath } from 'node:url';
import { loadEnv } from 'vite';
import { gcloudToken } from './gcloudToken';
import { runTool } from './run';
import { createTerminal } from './terminal';

const root = fileURLToPath(new URL('..', import.meta.url));
const colours = process.stdout.isTTY && !process.env['NO_COLOR'];

const args = process.argv.slice(2);
const env = { ...loadEnv('production', root, 'VITE_'), ...process.env };
const isForGoogle = args[0] === 'setup' || Boolean(env['VITE_FIREBASE_PROJECT_ID']);
// In Cloud Shell the owner is signed in already.
if (isForGoogle && !args.includes('--local')) env['GOOGLE_ACCESS_TOKEN'] ||= gcloudToken();

process.exitCode = await runTool(args, {
  env,
  terminal: createTerminal(process.stdout, process.stderr, colours),
});
