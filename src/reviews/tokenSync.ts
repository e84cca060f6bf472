import { log } from '../lib/log';
import type { OpenAuth } from './googleSignIn';

/**
 * Posts the ID token as a bearer token to `url` whenever it changes. Does nothing without a `url`. A failure
 * is only logged, because nothing depends on it. The next try comes with the next change.
 */
export function syncToken(auth: Pick<OpenAuth, 'onToken'>, url: string | undefined) {
  if (!url) return;
  let last: string | null = null;
  const sync = async (idToken: string | null) => {
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
  auth.onToken(
    (idToken) => void sync(idToken),
    (error) => log('The ID token could not be renewed.', error),
  );
}
