import { fromCallback, fromPromise } from 'xstate';
import { appVersion, type AppVersionEvent } from '../../machines/appVersion';
import { log } from '../lib/log';
import type { Services } from '../shared/services';
import { claimReload, reloadedFor } from './reloadedFor';

/** Milliseconds between two events of the clock. */
const TICK = 250;

/** The stored version for which this tab has reloaded; null if it has not. */
export function reloadedForVersion(): number | null {
  const text = reloadedFor('version');
  return text === null ? null : Number(text);
}

export function versionWithEffects({ configuration, worker, safety }: Services) {
  return appVersion.provide({
    actors: {
      readVersion: fromPromise(async () => {
        const read = await configuration.version();
        return read.ok ? read.value : null;
      }),
      watchPage: fromCallback<AppVersionEvent>(({ sendBack }) => {
        const onChange = () => {
          if (document.visibilityState === 'visible') {
            sendBack({ type: 'page.shown', now: Date.now() });
          }
        };
        document.addEventListener('visibilitychange', onChange);
        return () => document.removeEventListener('visibilitychange', onChange);
      }),
      updateWorker: fromPromise(worker.update),
      waitUntilSafe: fromCallback<AppVersionEvent>(({ sendBack }) =>
        // The countdown may disturb the visitor, but must not lose a request.
        safety.whenSafe(() => sendBack({ type: 'reload.safe' }), { mayDisturb: true }),
      ),
      tick: fromCallback<AppVersionEvent>(({ sendBack }) => {
        const tick = () => sendBack({ type: 'clock.ticked', now: Date.now() });
        const timer = setInterval(tick, TICK);
        // Browsers slow down the timers of a hidden tab, so it also looks at the clock when it is shown again.
        document.addEventListener('visibilitychange', tick);
        return () => {
          clearInterval(timer);
          document.removeEventListener('visibilitychange', tick);
        };
      }),
      reload: fromPromise(async ({ input }) => {
        if (!claimReload('version', String(input.version))) return false;
        await worker.reload();
        return true;
      }),
    },
    actions: {
      logFailure: ({ event }) =>
        log('The version check has failed.', 'error' in event && event.error),
    },
  });
}
