import { useState } from 'react';
import type { OutboxSummary, SentRequest } from '../ports/outbox';
import { CallLink } from '../shared/CallLink';
import { Button } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { Modal } from '../ui/Modal';
import { useServiceTypes } from '../shared/useServiceTypes';
import { sentText } from './noticeWording';
import styles from './WaitingDialog.module.css';
import { WaitingRecord } from './WaitingRecord';
import { footerText, cutToLimits } from './listWording';

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

/** The list of the requests that wait on this device. */
export function WaitingDialog(props: WaitingDialogProps) {
  const { open, onClose, records, sent, onEdit } = props;
  const [message, setMessage] = useState('');
  const types = useServiceTypes(open);
  const close = () => {
    setMessage('');
    onClose();
  };
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
            <p>{sent.length > 0 && message === '' ? sentText(sent) : 'No request is waiting.'}</p>
            <Button onClick={close}>Done</Button>
          </div>
        ) : (
          <ul className={styles.list}>
            {records.map(cutToLimits).map((record) => (
              <WaitingRecord
                key={record.key}
                record={record}
                types={types}
                onEdit={() => {
                  close();
                  onEdit(record.key);
                }}
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
