/** The effects of the machine that says who is signed in at the owner's page. */
import { fromCallback, fromPromise } from 'xstate';
import {
  ownerAccess,
  type AccessEvent,
  type OwnerAccount,
  type OwnerSignIn,
} from '../../../machines/ownerAccess';
import { log } from '../../lib/log';
import type { FirstReads } from '../data/firstReads';
import type { OwnerSession } from './ownerSession';
import type { FollowOwnership } from './ownership';

export interface AccessPorts {
  session: Omit<OwnerSession, 'authorization'>;
  followOwnership: FollowOwnership;
  /** What the page asks for as soon as somebody is signed in. */
  firstReads: Pick<FirstReads, 'ask' | 'forget'>;
}

export function accessWithEffects({ session, followOwnership, firstReads }: AccessPorts) {
  return ownerAccess.provide({
    actors: {
      watchAccount: fromCallback<AccessEvent>(({ sendBack }) =>
        session.onAccount((account) => sendBack({ type: 'account.changed', account })),
      ),
      signIn: fromPromise<OwnerSignIn, { isMyPhone: boolean }>(({ input: { isMyPhone } }) =>
        session.signIn(isMyPhone),
      ),
      signOut: fromPromise<void>(() => session.signOut()),
      followOwnership: fromCallback<AccessEvent, { account: OwnerAccount }>(
        ({ sendBack, receive, input: { account } }) => {
          firstReads.ask();
          const { look, stop } = followOwnership(
            account.email,
            (isOwner) => sendBack({ type: 'ownership.changed', isOwner }),
            () => sendBack({ type: 'ownership.failed' }),
          );
          receive(look);
          return () => {
            stop();
            firstReads.forget();
          };
        },
      ),
    },
    actions: {
      logFailure: ({ event }) =>
        log('The sign-in of the owner’s page has failed.', 'error' in event && event.error),
    },
  });
}
