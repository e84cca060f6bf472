/**
 * New versions of the site: the dialog that counts down, the worker that takes over (`startWorker.ts`,
 * `registerWorker.ts`, `takeOver.ts`), and whether a reload would do harm now (`safety.ts`).
 */
import { useMachine } from '@xstate/react';
import { useEffect, useRef, useState, type CSSProperties, type ReactElement } from 'react';
import { UPDATE_TEXT } from '../domain/specTexts';
import { useServices, type Services } from '../shared/services';
import { closeDialog, openDialog } from '../ui/pageFeatures';
import { inspected } from '../lib/inspection';
import { log } from '../lib/log';
import { localStore } from '../lib/webStorage';
import { CLIENT_VERSION, REVIEW_KEY_PREFIX, UPDATE_COUNTDOWN_SECONDS } from '../domain/constants';
import { Logo } from '../ui/Icon';
import styles from './AppVersion.module.css';
import { LostPress } from './LostPress';
import { watchMissingParts } from './newBuild';
import { reloadedForVersion, versionWithEffects } from './appVersionEffects';

async function isAnythingBegun({ drafts }: Services): Promise<boolean> {
  if (localStore.keys().some((name) => name.startsWith(REVIEW_KEY_PREFIX))) return true;
  return drafts.isBegun();
}

/** The version check. Its machine is made here and starts when this is rendered: on a slow phone each is a long task. */
export function versionCheckWith(services: Services): ReactElement {
  return <AppVersion machine={versionWithEffects(services)} />;
}

/**
 * Checks the version, and watches for missing parts of the page. If this client is too old, the countdown covers the
 * page.
 */
function AppVersion({ machine }: { machine: ReturnType<typeof versionWithEffects> }) {
  const services = useServices();
  useEffect(() => watchMissingParts(services), [services]);
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
  if (!isShown) return <LostPress />;
  return <UpdateDialog secondsLeft={snapshot.context.secondsLeft} isBegun={isBegun} />;
}

interface UpdateDialogProps {
  secondsLeft: number;
  isBegun: boolean;
}

/**
 * The countdown, on the full screen. Nothing closes it until the page reloads. It has the focus itself, and no alert's
 * role: Orca says its title and the time once then, and otherwise two or three times.
 */
export function UpdateDialog({ secondsLeft, isBegun }: UpdateDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current!;
    openDialog(element);
    element.focus({ preventScroll: true });
    return () => closeDialog(element);
  }, []);

  const share = secondsLeft / UPDATE_COUNTDOWN_SECONDS;
  return (
    <dialog
      ref={dialog}
      tabIndex={-1}
      aria-labelledby="update-title"
      className={styles.dialog}
      onCancel={(event) => event.preventDefault()}
      // On a second Escape browsers close the dialog all the same, so it is opened again.
      onClose={() => dialog.current?.isConnected && openDialog(dialog.current)}
    >
      <div className={styles.content}>
        <Logo size={56} />
        <h2 id="update-title" className={styles.title}>
          {UPDATE_TEXT}
        </h2>
        <div className={styles.clock} style={{ '--share': share } as CSSProperties}>
          <svg viewBox="0 0 100 100" aria-hidden="true" className={styles.ring}>
            <circle cx="50" cy="50" r="46" className={styles.track} />
            <circle cx="50" cy="50" r="46" pathLength="1" className={styles.time} />
          </svg>
          <p
            role="timer"
            aria-label={`Seconds left: ${secondsLeft}`}
            className={styles.secondsLeft}
          >
            <span aria-hidden="true">{secondsLeft}</span>
          </p>
        </div>
        <output className={styles.hint}>{isBegun && 'What you have typed is kept.'}</output>
      </div>
    </dialog>
  );
}
