/** The owner's access token, from where they are signed in. */
import { execFileSync } from 'node:child_process';

/** Of Google's command line, as Cloud Shell has it; undefined where it is not there or nobody is signed in. */
export function gcloudToken(): string | undefined {
  try {
    const options = { encoding: 'utf8', shell: process.platform === 'win32' } as const;
    const quiet = {
      ...options,
      stdio: ['ignore', 'pipe', 'ignore'] as ['ignore', 'pipe', 'ignore'],
    };
    return execFileSync('gcloud', ['auth', 'print-access-token'], quiet).trim() || undefined;
  } catch {
    // Whoever needs one says so.
    return undefined;
  }
}
