import { useEffect, useRef, useState } from 'react';
import type { SentRequest } from '../domain/types';
import type { OutboxSummary } from '../outbox/port';
import { CallLink } from '../shared/business/CallLink';
import { Button } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { Modal } from '../ui/Modal';
import { useServiceTypes } from '../shared/form/useServiceTypes';
import { sentNoticeText } from './noticeWording';
import styles from './WaitingDialog.module.css';
import { WaitingRecord } from './WaitingRecord';
import { footerText } from './listWording';

interface WaitingDialogProps {
  open: boolean;
  onClose(): void;
  /** Oldest first. */
  records: OutboxSummary[];
  /** Sent requests that no screen has announced yet. */
  sent: SentRequest[];
  /** Called with the key of a record that the visitor wants to edit in the form. */
  onEdit(key: string): void;
}

/** So many rows are drawn when the list opens, more than a screen shows, and so many more in each step after that. */
const ROWS = 20;

/** How many of `count` rows are drawn. A long list opens with the first ones, and no step blocks a press for long. */
function useDrawnRows(count: number, isOpen: boolean): number {
  const [drawn, setDrawn] = useState(ROWS);
  useEffect(() => {
    if (!isOpen || drawn >= count) return undefined;
    const timer = setTimeout(() => setDrawn(drawn + ROWS));
    return () => clearTimeout(timer);
  }, [drawn, count, isOpen]);
  return drawn;
}

/** The list of the requests that wait on this device. */
export function WaitingDialog(props: WaitingDialogProps) {
  const { open, onClose, records, sent, onEdit } = props;
  const [message, setMessage] = useState('');
  const types = useServiceTypes(open);
  const drawn = useDrawnRows(records.length, open);
  const close = () => {
    setMessage('');
    onClose();
  };
  const edit = (key: string) => {
    close();
    onEdit(key);
  };
  // Always the same function: a row is drawn anew for its own news only.
  const latestEdit = useRef(edit);
  useEffect(() => {
    latestEdit.current = edit;
  });
  const [onEditRow] = useState(() => (key: string) => latestEdit.current(key));
  return (
    <Modal
      open={open}
      onClose={close}
      title="Waiting requests"
      titleId="waiting-title"
      className={styles.dialog}
    >
      <div className={styles.scroll}>
        <output className={styles.message}>{message}</output>
        {records.length === 0 ? (
          <div className={styles.empty}>
            <Icon name="check" size="2.25rem" />
            {/* After a deletion an earlier number would be taken for the deleted request's. */}
            <p>
              {sent.length > 0 && message === '' ? sentNoticeText(sent) : 'No request is waiting.'}
            </p>
            <Button onClick={close}>Done</Button>
          </div>
        ) : (
          <ul role="list" className={styles.list}>
            {records.slice(0, drawn).map((record) => (
              <WaitingRecord
                key={record.key}
                record={record}
                types={types}
                onEdit={onEditRow}
                onDeleted={setMessage}
              />
            ))}
          </ul>
        )}
        {records.length > 0 && (
          <div className={styles.note}>
            <p>{footerText(records)}</p>
            <CallLink />
          </div>
        )}
      </div>
    </Modal>
  );
}
