import { useMachine } from '@xstate/react';
import { useState } from 'react';
import type { AccessSnapshot } from '../../../machines/ownerAccess';
import { inspected } from '../../lib/inspection';
import { accessWithEffects, type AccessPorts } from './accessEffects';

export type OwnerAccessView = ReturnType<typeof useOwnerAccess>;

type Screen = 'checking' | 'signedOut' | 'owner' | 'notOwner' | 'unanswered';

function screenOf(snapshot: AccessSnapshot): Screen {
  if (snapshot.matches('signedOut') || snapshot.matches('signingIn')) return 'signedOut';
  const { value } = snapshot;
  if (typeof value === 'string') return 'checking';
  return value.signedIn === 'asking' ? 'checking' : value.signedIn;
}

/** Runs the machine that says who is signed in. */
export function useOwnerAccess(ports: AccessPorts) {
  const [machine] = useState(() => accessWithEffects(ports));
  const [snapshot, send] = useMachine(machine, inspected());
  const { account, isMyPhone, problem } = snapshot.context;
  return {
    screen: screenOf(snapshot),
    isSigningIn: snapshot.matches('signingIn'),
    account: account ?? null,
    isMyPhone,
    problem,
    send,
  };
}
