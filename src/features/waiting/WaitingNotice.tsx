import { lazy, Suspense, useEffect, useState } from 'react';
import { Icon } from '../../ui/Icon';
import { classNames } from '../../ui/classNames';
import { useOnline } from '../useOnline';
import { useOutbox } from './useOutbox';
import styles from './WaitingNotice.module.css';
import { waitingText } from './wording';

/** The list's code: most visitors never have anything that waits. */
const loadDialog = () => import('./WaitingDialog');
const WaitingDialog = lazy(async () => ({ default: (await loadDialog()).WaitingDialog }));

interface WaitingNoticeProps {
  /** A record that needs attention is to go back into the form: open it with this key. */
  onEdit(key: string): void;
  /** A request came back unsent into the closed form: open it. */
  onResume?: (() => void) | undefined;
}

/** The small notice on every screen: what came back unsent, and how many wait; it opens their list. */
export function WaitingNotice({ onEdit, onResume }: WaitingNoticeProps) {
  const waiting = useOutbox();
  const isOnline = useOnline();
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const count = waiting.records.length;
  const isWaiting = count > 0;
  useEffect(() => {
    if (!isWaiting) return;
    loadDialog().catch(() => {
      // Nobody has asked for it yet; who opens the list tries again and is told.
    });
  }, [isWaiting]);

  const openList = async () => {
    try {
      await loadDialog();
      setWasOpened(true);
      setIsOpen(true);
      setHasFailed(false);
    } catch {
      // Told in the notice itself.
      setHasFailed(true);
    }
  };
  const needsAttention = waiting.records.some((record) => record.needsAttention);
  return (
    <>
      <aside className={styles.corner} aria-label="Waiting requests">
        <output className={styles.region}>
          {!isOnline && (
            <span className={styles.hint}>
              <Icon name="wifi-off" size="1.125rem" />
              You are offline
            </span>
          )}
        </output>
        <output className={styles.region}>
          {onResume && (
            <button
              type="button"
              className={classNames(styles.notice, styles.attention)}
              aria-haspopup="dialog"
              onClick={onResume}
            >
              <Icon name="alert" size="1.375rem" />
              <span>
                Your request was not sent yet. <span className={styles.action}>Open it</span>
              </span>
            </button>
          )}
        </output>
        {isWaiting && (
          <button
            type="button"
            className={classNames(styles.notice, needsAttention && styles.attention)}
            aria-haspopup="dialog"
            onClick={() => void openList()}
          >
            <Icon name="cloud-wait" size="1.375rem" />
            <span>{hasFailed ? 'The list did not load. Try again.' : waitingText(count)}</span>
            <Icon name="chevron" size="1rem" />
          </button>
        )}
      </aside>
      {wasOpened && (
        <Suspense fallback={null}>
          <WaitingDialog
            open={isOpen}
            onClose={() => setIsOpen(false)}
            waiting={waiting}
            onEdit={onEdit}
          />
        </Suspense>
      )}
    </>
  );
}
