/**
 * Posting a review without losing it: it is kept on the device first, then sent under one id, so that
 * a send that was cut off is repeated without a second review. What is kept is sent when its writer
 * is signed in and the server can be reached. What the server refuses stays, until its writer has
 * seen that and posts it after all or gives it up.
 */
import { keptKey, keptParts, type KeptReview, type KeptReviewStore } from '../domain/keptReviews';
import type {
  AuthPort,
  KeptReviewEnd,
  NewReview,
  PostOutcome,
  ReviewPort,
  Unsubscribe,
} from '../domain/ports';
import type { RandomInteger } from '../domain/ids';
import { dueAt, retryAt } from '../domain/retry';
import type { OpenReviews } from './reviews';
import type { Log } from './tokenSync';

export interface ReviewPortDependencies {
  gateway: OpenReviews;
  auth: Pick<AuthPort, 'prepare' | 'onUser'>;
  /** Null where nothing can be kept. */
  store: KeptReviewStore | null;
  /** Milliseconds since 1970. */
  now(): number;
  newId(): string;
  random: RandomInteger;
  log: Log;
}

export interface KeepingReviewPort extends ReviewPort {
  /** Sends what is kept and due (or all, with `force`), if its writer is signed in. */
  sendKept(force?: boolean): Promise<void>;
  /** Sends what is kept now, on `online` and after back-off; loads Auth only if there is something. */
  start(): Unsubscribe;
}

const contentOf = ({ stars, text }: KeptReview): NewReview => ({ stars, text });

type Listener = (end: KeptReviewEnd) => void;

export function createReviewPort(deps: ReviewPortDependencies): KeepingReviewPort {
  const { gateway, auth, store, now, log } = deps;
  const listeners = new Map<string, Set<Listener>>();
  /** Keys that are being sent by this page right now. */
  const busy = new Set<string>();
  /** Ids of reviews that were neither sent nor kept: the next try must be the same review. */
  const unsettled = new Map<string, string>();
  let uid: string | null = null;
  let running: Promise<void> | undefined;
  /** The forced pass that follows the running one. */
  let forced: Promise<void> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  auth.onUser((user) => {
    uid = user?.uid ?? null;
    if (uid !== null) void sendKept();
  });

  async function keep(review: KeptReview): Promise<boolean> {
    try {
      await store?.put(review);
      return store !== null;
    } catch (error) {
      log('The review could not be kept on this device.', error);
      return false;
    }
  }

  async function readKept(): Promise<KeptReview[]> {
    try {
      return (await store?.all()) ?? [];
    } catch (error) {
      log('Kept reviews could not be read.', error);
      return [];
    }
  }

  async function readOne(key: string): Promise<KeptReview | undefined> {
    try {
      return await store?.get(key);
    } catch (error) {
      log('Kept reviews could not be read.', error);
      return undefined;
    }
  }

  async function forget(key: string): Promise<void> {
    try {
      await store?.remove(key);
    } catch (error) {
      // A sent one is sent again under the same id, which changes nothing.
      log('A review could not be removed from this device.', error);
    }
  }

  /** Sends a review that was kept (if it could be) and keeps or forgets it after that. */
  async function send(review: KeptReview): Promise<Exclude<PostOutcome, 'kept'>> {
    busy.add(review.key);
    try {
      const outcome = await gateway.create(review);
      if (outcome === 'unreachable') {
        const attempts = review.attempts + 1;
        const notBefore = retryAt(attempts, undefined, now(), deps.random);
        await keep({ ...review, attempts, notBefore });
      } else if (outcome === 'refused') {
        await keep({ ...review, refused: true });
      } else {
        await forget(review.key);
      }
      return outcome;
    } finally {
      busy.delete(review.key);
    }
  }

  function tell(key: string, end: KeptReviewEnd): void {
    for (const listener of listeners.get(key) ?? []) listener(end);
  }

  const isDue = ({ notBefore }: KeptReview) => dueAt(notBefore, now()) <= now();

  /** What is still to be sent, whoever has written it. */
  const readUnsent = async () => (await readKept()).filter(({ refused }) => !refused);

  async function sendMine(force: boolean): Promise<void> {
    for (const review of await readUnsent()) {
      if (review.user !== uid || busy.has(review.key) || !(force || isDue(review))) continue;
      const outcome = await send(review);
      if (outcome === 'refused') tell(review.key, { type: 'refused', review: contentOf(review) });
      else if (outcome !== 'unreachable') tell(review.key, { type: 'posted' });
    }
    await plan();
  }

  /** Sets the timer for the next review that will be due. */
  async function plan(): Promise<void> {
    clearTimeout(timer);
    const mine = (await readUnsent()).filter(({ user }) => user === uid);
    if (mine.length === 0) return;
    const next = Math.min(...mine.map(({ notBefore }) => dueAt(notBefore, now())));
    timer = setTimeout(() => void sendKept(), Math.max(next - now(), 1000));
  }

  function sendKept(force = false): Promise<void> {
    if (running && force) {
      // The running pass may have skipped what was not due: a forced one has to come after it.
      const start = () => {
        forced = undefined;
        return sendKept(true);
      };
      forced ??= running.then(start, start);
      return forced;
    }
    running ??= sendMine(force).finally(() => {
      running = undefined;
    });
    return running;
  }

  /** Tells those who follow a review that was settled meanwhile, here or in another tab. */
  async function tellSettledElsewhere(): Promise<void> {
    const kept = new Map((await readKept()).map((review) => [review.key, review]));
    for (const [key, set] of listeners) {
      const review = kept.get(key);
      if (set.size === 0 || (review && !review.refused) || busy.has(key)) continue;
      if (review) {
        tell(key, { type: 'refused', review: contentOf(review) });
        continue;
      }
      const [workId, user] = keptParts(key);
      try {
        const isPosted = await gateway.hasReviewed(workId, user);
        tell(key, { type: isPosted ? 'posted' : 'removed' });
      } catch (error) {
        log('Whether a kept review was posted could not be read.', error);
      }
    }
  }

  return {
    async standing(workId, user) {
      const key = keptKey(workId, user);
      const kept = await readOne(key);
      if (kept && !kept.refused) return 'kept';
      try {
        if (await gateway.hasReviewed(workId, user)) {
          if (kept) await forget(key);
          return 'posted';
        }
      } catch (error) {
        log('Whether this user has reviewed the work could not be read.', error);
      }
      return kept ? { refused: contentOf(kept) } : 'none';
    },

    async post(workId, user, { stars, text }) {
      const key = keptKey(workId, user);
      const id = unsettled.get(key) ?? deps.newId();
      const at = now();
      const when = { savedAt: at, attempts: 0, notBefore: at };
      const review: KeptReview = { key, workId, user, id, stars, text, ...when };
      busy.add(key);
      const isKept = await keep(review);
      const outcome = await send(review);
      if (outcome !== 'unreachable') unsettled.delete(key);
      else if (!isKept) unsettled.set(key, id);
      if (outcome !== 'unreachable' || !isKept) return outcome;
      await plan();
      return 'kept';
    },

    followKept(workId, user, onSettled) {
      const key = keptKey(workId, user);
      const set = listeners.get(key) ?? new Set();
      listeners.set(key, set.add(onSettled));
      void tellSettledElsewhere();
      return () => set.delete(onSettled);
    },

    giveUp: (workId, user) => forget(keptKey(workId, user)),

    sendKept,

    start() {
      const run = async () => {
        if (document.visibilityState === 'hidden') return;
        try {
          if ((await readUnsent()).length > 0) {
            await auth.prepare();
            await sendKept(true);
          }
          await tellSettledElsewhere();
        } catch (error) {
          log('Sign-in could not be loaded to send a kept review.', error);
        }
      };
      const onChange = () => void run();
      window.addEventListener('online', onChange);
      document.addEventListener('visibilitychange', onChange);
      void run();
      return () => {
        window.removeEventListener('online', onChange);
        document.removeEventListener('visibilitychange', onChange);
        clearTimeout(timer);
      };
    },
  };
}
