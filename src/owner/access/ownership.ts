/** Whether an account is an owner, by its own document among the owners. */
import type { Firestore } from 'firebase/firestore/lite';
import { log } from '../../lib/log';
import { network } from '../../lib/network';
import type { Unsubscribe } from '../../lib/results';
import { failedOwnerWrite, getAt } from '../data/firestoreCalls';

/** Milliseconds between two looks while the page is shown. Who is no owner any more is refused by the rules at once. */
const PAUSE = 30_000;

export type Ownership = ReturnType<typeof createOwnership>;

export function createOwnership(firestore: Firestore) {
  const looks = new Set<() => void>();
  return {
    /**
     * Looks now, when the page is shown again, every half minute while it is, and with the network, until it is stopped.
     * `onError` is called when there is no first answer, and when the server refuses one. Else an answer that has come stands.
     */
    follow(email: string, onAnswer: (isOwner: boolean) => void, onError: () => void): Unsubscribe {
      let isAnswered = false;
      let latest = 0;
      const look = async () => {
        if (document.hidden && isAnswered) return;
        latest += 1;
        const mine = latest;
        try {
          // The rules compare the address in lower case (decision 31).
          const found = await getAt(firestore, `owners/${email}`);
          if (mine !== latest) return;
          isAnswered = true;
          onAnswer(found.exists());
        } catch (error) {
          log('Whether the account is an owner could not be read.', error);
          if (mine !== latest) return;
          if (!isAnswered || failedOwnerWrite(error) === 'refused') onError();
        }
      };
      void look();
      looks.add(look);
      const timer = setInterval(look, PAUSE);
      document.addEventListener('visibilitychange', look);
      const stopWaiting = network.follow((isBack) => isBack && void look());
      return () => {
        latest += 1;
        looks.delete(look);
        clearInterval(timer);
        document.removeEventListener('visibilitychange', look);
        stopWaiting();
      };
    },
    /** Looks at once: a write was refused. */
    lookAgain: () => looks.forEach((look) => look()),
  };
}
