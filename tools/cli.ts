/** The owner's commands. They work on the project that the environment names. */
import { fileURLToPath } from 'node:url';
import { loadEnv } from 'vite';
import { gcloudToken } from './gcloudToken';
import { runCommand } from './commands';
import { ownTerminal } from './terminal';

const root = fileURLToPath(new URL('..', import.meta.url));

const args = process.argv.slice(2);
const env = { ...loadEnv('production', root, 'VITE_'), ...process.env };
const isForGoogle = args[0] === 'setup' || Boolean(env['VITE_FIREBASE_PROJECT_ID']);
const isTokenNeeded = isForGoogle && !args.includes('--local');
// In Cloud Shell the owner is signed in already.
if (isTokenNeeded && !env['GOOGLE_ACCESS_TOKEN']) env['GOOGLE_ACCESS_TOKEN'] = gcloudToken();

process.exitCode = await runCommand(args, {
  env,
  terminal: ownTerminal(),
});
