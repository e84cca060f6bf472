import { useState } from 'react';
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
  /** The records, oldest first. */
  records: OutboxSummary[];
  /** Sent requests that no screen has announced yet. */
  sent: SentRequest[];
}

export function WaitingDialog(props: WaitingDialogProps) {
  const { open, onClose, records, sent } = props;
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
            <p>
              {sent.length > 0 && message === '' ? sentNoticeText(sent) : 'No request is waiting.'}
            </p>
            <Button onClick={close}>Done</Button>
          </div>
        ) : (
          <ul role="list" className={styles.list}>
            {records.map((record) => (
              <WaitingRecord key={record.key} record={record} types={types} onEnded={setMessage} />
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
