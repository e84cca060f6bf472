/**
 * New versions of the site: the dialog that counts down, the worker that takes over (`startWorker.ts`), and the question
 * whether a reload would do harm now (`safety.ts`), to which every part reports. It never reloads while something would
 * be lost.
 */
import { useMachine } from '@xstate/react';
import { useEffect, useRef, useState, type CSSProperties } from 'react';
import { fromCallback, fromPromise } from 'xstate';
import { appVersion, type AppVersionEvent } from '../../machines/appVersion';
import { UPDATE_TEXT } from '../domain/specTexts';
import { useServices, type Services } from '../shared/services';
import { closeDialog, openDialog } from '../ui/pageFeatures';
import { inspected } from '../lib/inspection';
import { log } from '../lib/log';
import { localStore } from '../lib/webStorage';
import { CLIENT_VERSION, REVIEW_KEY_PREFIX, UPDATE_COUNTDOWN_SECONDS } from '../domain/constants';
import { Logo } from '../ui/Icon';
import styles from './AppVersion.module.css';
import { watchMissingParts } from './newBuild';
import { claimReload, reloadedFor } from './reloadedFor';

/** Milliseconds between two events of the clock. */
const TICK = 250;

/** The stored version for which this tab has reloaded; null if it has not. */
function reloadedForVersion(): number | null {
  const text = reloadedFor('version');
  return text === null ? null : Number(text);
}

function versionWithEffects({ configuration, worker, safety }: Services) {
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

/** Whether a begun request or review is saved on the device. */
async function isAnythingBegun({ drafts }: Services): Promise<boolean> {
  if (localStore.keys().some((name) => name.startsWith(REVIEW_KEY_PREFIX))) return true;
  return drafts.isBegun();
}

/**
 * Watches for missing parts of the page and checks the version. If this client is too old, it covers the page
 * with the countdown. Always imported lazily.
 */
export function AppVersion() {
  const services = useServices();
  useEffect(() => watchMissingParts(services), [services]);
  const [machine] = useState(() => versionWithEffects(services));
  const [input] = useState(() => ({
    client: CLIENT_VERSION,
    reloadedFor: reloadedForVersion(),
    now: () => Date.now(),
  }));
  const [snapshot] = useMachine(machine, { input, ...inspected() });
  const isShown = snapshot.hasTag('dialog');
  const [isBegun, setIsBegun] = useState(false);
  useEffect(() => {
    if (isShown)
      isAnythingBegun(services).then(setIsBegun, (error) => log('No draft was read.', error));
  }, [isShown, services]);
  if (!isShown) return null;
  return <UpdateDialog secondsLeft={snapshot.context.secondsLeft} isBegun={isBegun} />;
}

interface UpdateDialogProps {
  secondsLeft: number;
  /** Whether a begun request or review is saved on the device. */
  isBegun: boolean;
}

/** The full-screen dialog. Nothing closes it until the page reloads. */
export function UpdateDialog({ secondsLeft, isBegun }: UpdateDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current!;
    openDialog(element);
    return () => closeDialog(element);
  }, []);

  const share = secondsLeft / UPDATE_COUNTDOWN_SECONDS;
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      aria-labelledby="update-title"
      className={styles.dialog}
      onCancel={(event) => event.preventDefault()}
      // On a second Escape browsers close the dialog all the same, so it is opened again.
      onClose={() => dialog.current?.isConnected && openDialog(dialog.current)}
    >
      <div className={styles.content}>
        <Logo size={56} />
        {/* The heading can take the focus, because the dialog has no other element that could. */}
        <h2 id="update-title" tabIndex={-1} className={styles.title}>
          {UPDATE_TEXT}
        </h2>
        <div className={styles.clock} style={{ '--share': share } as CSSProperties}>
          <svg viewBox="0 0 100 100" aria-hidden="true" className={styles.ring}>
            <circle cx="50" cy="50" r="46" className={styles.track} />
            <circle cx="50" cy="50" r="46" pathLength="1" className={styles.time} />
          </svg>
          <p role="timer" aria-label="Seconds left" className={styles.secondsLeft}>
            {secondsLeft}
          </p>
        </div>
        {isBegun && <p className={styles.hint}>What you have typed is kept.</p>}
      </div>
    </dialog>
  );
}
