/** The owner's commands. They work on the project that the environment names. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { loadEnv } from 'vite';
import { runCommand } from './commands';
import { ownTerminal } from './terminal';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The token that `gcloud` gives (Cloud Shell has it); undefined if it is not installed or nobody is signed in. */
function gcloudToken(): string | undefined {
  try {
    const token = execFileSync('gcloud', ['auth', 'print-access-token'], {
      encoding: 'utf8',
      shell: process.platform === 'win32',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return token.trim() || undefined;
  } catch {
    // Commands that need a token report that it is missing.
    return undefined;
  }
}

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
