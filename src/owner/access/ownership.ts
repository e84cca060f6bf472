import type { Firestore } from 'firebase/firestore/lite';
import { log } from '../../lib/log';
import { network } from '../../lib/network';
import { failedOwnerWrite, getAt } from '../data/firestoreCalls';

/** Milliseconds between two looks while the page is shown. Who is no owner any more is refused by the rules at once. */
const PAUSE = 30_000;

export type FollowOwnership = ReturnType<typeof createFollowOwnership>;

/** Whether an account is an owner, by its own document among the owners. */
export function createFollowOwnership(firestore: Firestore) {
  /**
   * Looks now, when the page is shown again, every half minute while it is, with the network, and by `look`, until `stop`.
   * `onError` is called when there is no first answer, and when the server refuses one. Else an answer that has come stands.
   */
  return (email: string, onAnswer: (isOwner: boolean) => void, onError: () => void) => {
    let isAnswered = false;
    let isStopped = false;
    let latest = 0;
    const look = async () => {
      if (isStopped || (document.hidden && isAnswered)) return;
      latest += 1;
      const mine = latest;
      const isLate = () => isStopped || mine !== latest;
      try {
        // The rules compare the address in lower case (decision 31).
        const found = await getAt(firestore, `owners/${email}`);
        if (isLate()) return;
        isAnswered = true;
        onAnswer(found.exists());
      } catch (error) {
        log('Whether the account is an owner could not be read.', error);
        if (isLate()) return;
        if (!isAnswered || failedOwnerWrite(error) === 'refused') onError();
      }
    };
    void look();
    const timer = setInterval(look, PAUSE);
    document.addEventListener('visibilitychange', look);
    const stopWaiting = network.follow((isBack) => isBack && void look());
    return {
      look,
      stop() {
        isStopped = true;
        clearInterval(timer);
        document.removeEventListener('visibilitychange', look);
        stopWaiting();
      },
    };
  };
}
