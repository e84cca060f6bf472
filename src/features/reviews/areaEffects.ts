import { fromCallback, fromPromise } from 'xstate';
import { reviewArea } from '../../../machines/reviewArea';
import type { ReviewAreaEvent } from '../../../machines/reviewAreaContext';
import type { AuthPort, ReviewPort } from '../../domain/ports';
import type { ReviewDrafts } from './reviewDraft';

export interface AreaEffects {
  workId: string;
  auth: AuthPort;
  port: ReviewPort;
  drafts: ReviewDrafts;
  log(message: string, error: unknown): void;
}

/** The review area's machine with its effects. */
export function areaWithEffects({ workId, auth, port, drafts, log }: AreaEffects) {
  return reviewArea.provide({
    actors: {
      watchUser: fromCallback<ReviewAreaEvent>(({ sendBack }) => {
        const stop = auth.onUser((user) => sendBack({ type: 'user.changed', user }));
        const prepare = () => {
          auth.prepare().catch((error: unknown) => {
            log('Sign-in could not be loaded.', error);
            sendBack({ type: 'auth.unavailable' });
          });
        };
        prepare();
        // Loading what is loaded does nothing; what failed offline is tried again.
        window.addEventListener('online', prepare);
        return () => {
          stop();
          window.removeEventListener('online', prepare);
        };
      }),
      signIn: fromPromise(() => auth.signIn()),
      signOut: fromPromise<void>(() => auth.signOut()),
      askStanding: fromPromise(({ input }) => port.standing(workId, input.uid)),
      post: fromPromise(async ({ input: { uid, review } }) => ({
        uid,
        outcome: await port.post(workId, uid, review),
      })),
      followKept: fromCallback<ReviewAreaEvent, { uid: string }>(({ sendBack, input }) =>
        port.followKept(workId, input.uid, (end) => sendBack({ type: 'kept.settled', end })),
      ),
    },
    actions: {
      keepDraft: (_, review) => drafts.save(workId, review),
      giveUp: (_, { uid }) => void port.giveUp(workId, uid),
      logFailure: (_, { error }) => log('The review area has failed.', error),
    },
  });
}
