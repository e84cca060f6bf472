/**
 * What this page or worker believes of the network. `navigator.onLine` lies both ways: it stays true on a line on
 * which nothing answers, and it is false behind some proxies and in some virtual machines where all answers come. So
 * the last answer decides, and what the browser says is a hint until there is one.
 */
import { optional } from './browser';

/**
 * `online`: the last request was answered, or there was none and the browser says so. `unanswered`: the last request
 * got no answer, although the browser says that it is online. `offline`: the browser says so, and no answer has come
 * since.
 */
export type NetworkState = 'online' | 'unanswered' | 'offline';

/** How a request has ended. `answer`: any answer of a server, an error as well. `silence`: none, or not all of it. */
export type Outcome = 'answer' | 'silence';

/** `isBack`: the network may have just come back, so what has failed is worth another try. */
type OnChange = (isBack: boolean) => void;

/** `askedAt`: when the request was begun, by `Date.now()`. */
type OnHeard = (outcome: Outcome, askedAt: number) => void;

/** `isHintOnline`: what the browser says now. */
export function createNetwork(isHintOnline: () => boolean, now: () => number = Date.now) {
  let last: Outcome | undefined;
  let hintedAt: number = 0;
  const followers = new Set<OnChange>();
  const hearers = new Set<OnHeard>();

  const state = (): NetworkState => {
    if (last === 'answer') return 'online';
    if (!isHintOnline()) return 'offline';
    return last === 'silence' ? 'unanswered' : 'online';
  };
  const tell = (isBack: boolean) => {
    for (const onChange of followers) onChange(isBack);
  };

  /** What was asked before the browser changed its mind says nothing of now. Unless the clock was set back since. */
  const isOutdated = (askedAt: number) => askedAt < hintedAt && hintedAt <= now();

  return {
    state,
    isOnline: () => state() === 'online',
    /**
     * Tells how a request has ended that was begun at `askedAt`. One that was cancelled, or answered by a cache, says
     * nothing.
     */
    heard(outcome: Outcome, askedAt: number) {
      if (isOutdated(askedAt)) return;
      const before = state();
      last = outcome;
      for (const onHeard of hearers) onHeard(outcome, askedAt);
      if (state() !== before) tell(outcome === 'answer');
    },
    /** The browser has changed its mind (its events `online` and `offline`): what was heard before is out of date. */
    hinted(isOnline: boolean) {
      last = undefined;
      hintedAt = now();
      tell(isOnline);
    },
    /** Calls `onChange` after each change of the state, and after each `online` event. Returns how to stop. */
    follow(onChange: OnChange): () => void {
      followers.add(onChange);
      return () => void followers.delete(onChange);
    },
    hear(onHeard: OnHeard) {
      hearers.add(onHeard);
    },
  };
}

/** The network of this page or worker. Without a browser around it, it counts as online. */
export const network = createNetwork(() => optional(() => navigator.onLine) !== false);
globalThis.addEventListener?.('online', () => network.hinted(true));
globalThis.addEventListener?.('offline', () => network.hinted(false));
