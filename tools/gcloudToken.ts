import { execFileSync } from 'node:child_process';

/** The token that `gcloud` gives (Cloud Shell has it); undefined if it is not installed or nobody is signed in. */
export function gcloudToken(): string | undefined {
  try {
    const options = { encoding: 'utf8', shell: process.platform === 'win32' } as const;
    const quiet = {
      ...options,
      stdio: ['ignore', 'pipe', 'ignore'] as ['ignore', 'pipe', 'ignore'],
    };
    return execFileSync('gcloud', ['auth', 'print-access-token'], quiet).trim() || undefined;
  } catch {
    // Commands that need a token report that it is missing.
    return undefined;
  }
}
