/**
 * Posting a review without losing it: it is kept on the device first, then sent under one id, so that
 * a send that was cut off is repeated without a second review. What is kept is sent when its writer
 * is signed in and the server can be reached.
 */
import { keptKey, keptParts, type KeptReview, type KeptReviewStore } from '../domain/keptReviews';
import type {
  AuthPort,
  KeptReviewEnd,
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

  async function forget(key: string): Promise<void> {
    try {
      await store?.remove(key);
    } catch (error) {
      // It will be sent again under the same id, which changes nothing.
      log('A sent review could not be removed from this device.', error);
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

  async function sendMine(force: boolean): Promise<void> {
    for (const review of await readKept()) {
      if (review.user !== uid || busy.has(review.key) || !(force || isDue(review))) continue;
      const outcome = await send(review);
      const { stars, text } = review;
      if (outcome === 'refused') tell(review.key, { type: 'refused', review: { stars, text } });
      else if (outcome !== 'unreachable') tell(review.key, { type: 'posted' });
    }
    await plan();
  }

  /** Sets the timer for the next review that will be due. */
  async function plan(): Promise<void> {
    clearTimeout(timer);
    const mine = (await readKept()).filter(({ user }) => user === uid);
    if (mine.length === 0) return;
    const next = Math.min(...mine.map(({ notBefore }) => dueAt(notBefore, now())));
    timer = setTimeout(() => void sendKept(), Math.max(next - now(), 1000));
  }

  function sendKept(force = false): Promise<void> {
    running ??= sendMine(force).finally(() => {
      running = undefined;
    });
    return running;
  }

  /** Tells those who follow a review that another tab has settled meanwhile. */
  async function tellSettledElsewhere(): Promise<void> {
    const kept = (await readKept()).map(({ key }) => key);
    for (const [key, set] of listeners) {
      if (set.size === 0 || kept.includes(key) || busy.has(key)) continue;
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
      try {
        if (await store?.get(keptKey(workId, user))) return 'kept';
      } catch (error) {
        log('Kept reviews could not be read.', error);
      }
      try {
        return (await gateway.hasReviewed(workId, user)) ? 'posted' : 'none';
      } catch (error) {
        log('Whether this user has reviewed the work could not be read.', error);
        return 'none';
      }
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

    sendKept,

    start() {
      const run = async () => {
        if (document.visibilityState === 'hidden') return;
        try {
          if ((await readKept()).length > 0) {
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
