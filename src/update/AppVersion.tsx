import { useMachine } from '@xstate/react';
import { useEffect, useRef, useState, type CSSProperties } from 'react';
import { fromCallback, fromPromise } from 'xstate';
import { appVersion, type AppVersionEvent } from '../../machines/appVersion';
import { UPDATE_TEXT } from '../domain/strings';
import { useServices, type Services } from '../shared/services';
import { log } from '../lib/log';
import { CLIENT_VERSION, REVIEW_KEYS, UPDATE_COUNTDOWN_SECONDS } from '../domain/constants';
import { Logo } from '../ui/Icon';
import styles from './AppVersion.module.css';
import { watchMissingParts } from './newBuild';
import { noteReload, reloadedFor } from './reloadedFor';

/** Milliseconds between looks at the clock. */
const TICK = 250;
/** The stored version that this tab has reloaded for. */
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
        const look = () => {
          if (document.visibilityState === 'visible') {
            sendBack({ type: 'page.shown', now: Date.now() });
          }
        };
        document.addEventListener('visibilitychange', look);
        return () => document.removeEventListener('visibilitychange', look);
      }),
      updateWorker: fromPromise(worker.update),
      awaitSafety: fromCallback<AppVersionEvent>(({ sendBack }) =>
        // The countdown may disturb, but loses nothing.
        safety.whenSafe(() => sendBack({ type: 'moment.safe' }), { mayDisturb: true }),
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
        if (!noteReload('version', String(input.version))) return false;
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

/** Whether the device keeps a request or a review that was begun. */
async function isAnythingBegun({ drafts }: Services): Promise<boolean> {
  try {
    if (Object.keys(localStorage).some((name) => name.startsWith(REVIEW_KEYS))) return true;
  } catch {
    // Storage is blocked: then no review is kept in it.
  }
  return drafts.isBegun();
}

/**
 * Looks out for another build, checks the version, and counts down over everything when this client is too
 * old. Only ever imported lazily.
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
  const [snapshot] = useMachine(machine, { input });
  const isShown = snapshot.hasTag('dialog');
  const [isBegun, setIsBegun] = useState(false);
  useEffect(() => {
    if (isShown)
      isAnythingBegun(services).then(setIsBegun, (error) => log('No draft was read.', error));
  }, [isShown, services]);
  if (!isShown) return null;
  return <UpdateDialog remaining={snapshot.context.remaining} isBegun={isBegun} />;
}

interface UpdateDialogProps {
  /** Whole seconds. */
  remaining: number;
  /** Whether there is anything typed that is kept. */
  isBegun: boolean;
}

/** Full-screen, until the page reloads; nothing closes it. */
export function UpdateDialog({ remaining, isBegun }: UpdateDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current!;
    element.showModal();
    return () => element.close();
  }, []);

  const share = remaining / UPDATE_COUNTDOWN_SECONDS;
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      aria-labelledby="update-title"
      className={styles.dialog}
      onCancel={(event) => event.preventDefault()}
      // Browsers close by themselves on a second Escape.
      onClose={() => dialog.current?.isConnected && dialog.current.showModal()}
    >
      <div className={styles.content}>
        <Logo size={56} />
        {/* The focus has to be somewhere, and this is what there is to read. */}
        <h2 id="update-title" tabIndex={-1} className={styles.title}>
          {UPDATE_TEXT}
        </h2>
        <div className={styles.clock} style={{ '--share': share } as CSSProperties}>
          <svg viewBox="0 0 100 100" aria-hidden="true" className={styles.ring}>
            <circle cx="50" cy="50" r="46" className={styles.track} />
            <circle cx="50" cy="50" r="46" pathLength="1" className={styles.time} />
          </svg>
          <p role="timer" aria-label="Seconds left" className={styles.remaining}>
            {remaining}
          </p>
        </div>
        {isBegun && <p className={styles.hint}>What you have typed is kept.</p>}
      </div>
    </dialog>
  );
}
