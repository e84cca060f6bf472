/**
 * Browsers refuse to change the address too often in a short time, by an error (Safari: 100 times in 30 seconds). If
 * the router adds an entry to the history, it then goes to the address by itself. If it replaces one, it lets the
 * error through: a form would not close, and a page that leads elsewhere would fail.
 */
import { log } from '../lib/log';

interface Place {
  history: Pick<History, 'replaceState'>;
  location: Pick<Location, 'href' | 'pathname' | 'hash' | 'replace'>;
}

/** From now on, where `replaceState` is refused, the browser goes to the address, if that is another page or place. */
export function outliveRefusals({ history, location }: Place): void {
  const replaceState = history.replaceState.bind(history);
  history.replaceState = (state, unused, url) => {
    try {
      replaceState(state, unused, url);
    } catch (error) {
      log('The browser has refused to change the address.', error);
      const { href, pathname, hash } = new URL(url ?? location.href, location.href);
      if (pathname !== location.pathname) location.replace(href);
      // Without a load, which could lose what is on the screen. A parameter stays in the address.
      else if (hash !== location.hash) location.replace(hash || '#');
    }
  };
}
