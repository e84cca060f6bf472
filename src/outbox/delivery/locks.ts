import { HOLDER_ALIVE, HOLDER_ASKED, OUTBOX_CHANNEL } from '../../contract/messages';
import { attempt, openChannel } from '../../lib/browser';
import { DELIVERY_LOCK } from '../../contract/names';

/** Runs `work` while no other context of this origin runs work of the same name. */
export type Exclusively = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/**
 * Uses Web Locks, which the browser releases when their holder dies. Browsers without them do not run our
 * worker: there, work of one name runs one after the other in this page only, and revisions protect the
 * records from other tabs.
 */
export function createExclusively(locks: LockManager | undefined): Exclusively {
  const last = new Map<string, Promise<unknown>>();
  const inTurn: Exclusively = (name, work) => {
    const turn = (last.get(name) ?? Promise.resolve()).then(work, work);
    last.set(name, turn);
    return turn;
  };
  if (!locks) return inTurn;
  return async (name, work) => {
    let hasBegun = false;
    const begin = () => {
      hasBegun = true;
      return work();
    };
    try {
      return (await locks.request(name, begin)) as Awaited<ReturnType<typeof work>>;
    } catch (error) {
      // The browser's settings may forbid locks although there are some.
      if (hasBegun) throw error;
      return inTurn(name, work);
    }
  };
}

/**
 * Whether whoever has the deliverer's lock still lives. Safari before version 26 lets a page in its cache of pages
 * keep its locks (WebKit bug 283528): then nobody delivers, and nothing changes. Such a page answers no message. The
 * visitor reads `HELD` (shared/sendingTexts.ts) then.
 */

/** Milliseconds for the answer. Preparing a picture can keep a page busy for seconds. */
const ANSWER_TIMEOUT = 3000;

type Channel = ReturnType<typeof openChannel>;

/** A context that delivers under the lock says so when it is asked. */
export function answerWhile(
  isDelivering: () => boolean,
  channel: Channel = openChannel(OUTBOX_CHANNEL),
) {
  channel?.addEventListener('message', ({ data }) => {
    if (data === HOLDER_ASKED && isDelivering()) channel.postMessage(HOLDER_ALIVE);
  });
}

/**
 * Returns a function that tells whether the lock is held by somebody who does not answer. False where nobody can tell.
 * It takes `ANSWER_TIMEOUT` at most, and never rejects.
 */
export function createHolderCheck(
  locks: Pick<LockManager, 'query'> | undefined,
  channel: Channel = openChannel(OUTBOX_CHANNEL),
) {
  let onAnswer = () => {};
  channel?.addEventListener('message', ({ data }) => {
    if (data === HOLDER_ALIVE) onAnswer();
  });
  /** The id of the client that has the lock. */
  const holder = async () => {
    const all = await attempt(() => locks?.query()).catch(() => undefined);
    return all?.held?.find(({ name }) => name === DELIVERY_LOCK)?.clientId;
  };
  return async (): Promise<boolean> => {
    const asked = channel && (await holder());
    if (asked === undefined) return false;
    const hasAnswered = await new Promise<boolean>((resolve) => {
      onAnswer = () => resolve(true);
      setTimeout(() => resolve(false), ANSWER_TIMEOUT);
      channel?.postMessage(HOLDER_ASKED);
    });
    return !hasAnswered && (await holder()) === asked;
  };
}
