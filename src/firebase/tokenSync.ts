import type { Log } from '../domain/ports';

/**
 * Posts the ID token as a bearer to `url` whenever it changes. A failure is logged and forgotten: the
 * next change brings the next try, and nothing else waits for it.
 */
export function createTokenSync(url: string, log: Log): (idToken: string | null) => Promise<void> {
  let last: string | null = null;
  return async (idToken) => {
    if (idToken === last) return;
    last = idToken;
    if (idToken === null) return;
    try {
      const headers = { Authorization: `Bearer ${idToken}` };
      const answer = await fetch(url, { method: 'POST', headers, keepalive: true });
      if (!answer.ok) log(`The token sync answered ${answer.status}.`);
    } catch (error) {
      log('The token sync could not be reached.', error);
    }
  };
}
