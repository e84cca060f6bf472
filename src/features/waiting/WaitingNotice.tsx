import { useState } from 'react';
import { Icon } from '../../ui/Icon';
import { classNames } from '../../ui/classNames';
import { OfflineHint } from './OfflineHint';
import { useOutbox } from './useOutbox';
import { WaitingDialog } from './WaitingDialog';
import styles from './WaitingNotice.module.css';
import { waitingText } from './wording';

interface WaitingNoticeProps {
  /** A record that needs attention is to go back into the form: open it with this key. */
  onEdit(key: string): void;
  /** A request came back unsent into the closed form: open it. */
  onResume?: (() => void) | undefined;
}

/** The small notice on every screen: what came back unsent, and how many wait; it opens their list. */
export function WaitingNotice({ onEdit, onResume }: WaitingNoticeProps) {
  const waiting = useOutbox();
  const [isOpen, setIsOpen] = useState(false);
  const count = waiting.records.length;
  const needsAttention = waiting.records.some((record) => record.needsAttention);
  return (
    <>
      <aside className={styles.corner} aria-label="Waiting requests">
        <OfflineHint />
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
        {count > 0 && (
          <button
            type="button"
            className={classNames(styles.notice, needsAttention && styles.attention)}
            aria-haspopup="dialog"
            onClick={() => setIsOpen(true)}
          >
            <Icon name="cloud-wait" size="1.375rem" />
            <span>{waitingText(count)}</span>
            <Icon name="chevron" size="1rem" />
          </button>
        )}
      </aside>
      <WaitingDialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        waiting={waiting}
        onEdit={onEdit}
      />
    </>
  );
}
