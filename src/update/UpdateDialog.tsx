import { useEffect, useRef, type CSSProperties } from 'react';
import { UPDATE_COUNTDOWN_SECONDS } from '../domain/limits';
import { Logo } from '../ui/Logo';
import styles from './UpdateDialog.module.css';

/** Full-screen, until the page reloads; nothing closes it. `remaining` is whole seconds. */
export function UpdateDialog({ remaining }: { remaining: number }) {
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
          Please wait while we update the app version...
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
        <p className={styles.hint}>What you have typed is kept.</p>
      </div>
    </dialog>
  );
}
