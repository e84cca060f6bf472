import { useMachine } from '@xstate/react';
import { useState } from 'react';
import { fromCallback, fromPromise } from 'xstate';
import { appVersion, type AppVersionEvent } from '../../../machines/appVersion';
import { CLIENT_VERSION } from '../../domain/limits';
import type { VersionPort } from '../../domain/ports';
import { UpdateDialog } from './UpdateDialog';

/** Milliseconds between looks at the clock. */
const TICK = 250;

type Log = (message: string, error: unknown) => void;

function versionWithEffects(port: VersionPort, log: Log) {
  return appVersion.provide({
    actors: {
      readVersion: fromPromise(() => port.stored()),
      updateWorker: fromPromise<void>(() => port.updateWorker()),
      awaitSafety: fromCallback<AppVersionEvent>(({ sendBack }) =>
        port.whenSafe(() => sendBack({ type: 'moment.safe' })),
      ),
      tick: fromCallback<AppVersionEvent>(({ sendBack }) => {
        const tick = () => sendBack({ type: 'clock.ticked', now: Date.now() });
        const timer = setInterval(tick, TICK);
        // A tab in the background has its timers throttled: it looks as soon as it is seen again.
        document.addEventListener('visibilitychange', tick);
        return () => {
          clearInterval(timer);
          document.removeEventListener('visibilitychange', tick);
        };
      }),
      reload: fromPromise(async ({ input }) => {
        const isRemembered = port.rememberReload(input.version);
        if (isRemembered) await port.reload();
        return isRemembered;
      }),
    },
    actions: { logFailure: (_, { error }) => log('The version check has failed.', error) },
  });
}

interface AppVersionProps {
  /** Stable over renders. */
  port: VersionPort;
  log: Log;
}

/** Checks the version once, and counts down over everything when this client is too old. */
export function AppVersion({ port, log }: AppVersionProps) {
  const [machine] = useState(() => versionWithEffects(port, log));
  const [input] = useState(() => ({
    client: CLIENT_VERSION,
    reloadedFor: port.reloadedFor(),
    now: () => Date.now(),
  }));
  const [snapshot] = useMachine(machine, { input });
  if (!snapshot.hasTag('dialog')) return null;
  return <UpdateDialog remaining={snapshot.context.remaining} />;
}
