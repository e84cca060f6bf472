/**
 * Whether an account is an owner. The first answer comes by Firestore Lite, whose code is there from the start; what changes
 * later is heard by the SDK that listens, which is loaded behind that answer.
 */
import type { Firestore } from 'firebase/firestore/lite';
import { log } from '../../lib/log';
import { network } from '../../lib/network';
import { getAt } from '../data/firestoreCalls';
import type { FollowOwnership } from '../ports';
import type { Unsubscribe } from '../../lib/results';

/** `loadListener` loads what hears of every answer, the first one included. It may be called again after a failure. */
export function createOwnership(
  firestore: Firestore,
  loadListener: () => Promise<FollowOwnership>,
): FollowOwnership {
  return (email, onAnswer, onError) => {
    let isAnswered = false;
    let isStopped = false;
    let stopListening: Unsubscribe | undefined;
    const answer = (isOwner: boolean) => {
      isAnswered = true;
      if (!isStopped) onAnswer(isOwner);
    };
    const listen = async () => {
      try {
        const follow = await loadListener();
        if (!isStopped) stopListening ??= follow(email, answer, onError);
      } catch (error) {
        log('Whether the account is an owner: nothing hears of changes.', error);
        // An answer that has come stands: the rules check every write anyway.
        if (!isAnswered && !isStopped) onError(error);
      }
    };
    const begin = async () => {
      try {
        // The rules compare the address in lower case (decision 31).
        const found = await getAt(firestore, `owners/${email}`);
        answer(found.exists());
      } catch (error) {
        log('Whether the account is an owner: no first answer.', error);
      }
      await listen();
    };
    void begin();
    // If the listener's code did not come, it is loaded now. If it listens already, this does nothing.
    const stopWaiting = network.follow((isBack) => isBack && void listen());
    return () => {
      isStopped = true;
      stopWaiting();
      stopListening?.();
    };
  };
}
