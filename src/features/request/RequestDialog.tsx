import { useEffect, useState } from 'react';
import { Icon } from '../../ui/Icon';
import { Modal } from '../../ui/Modal';
import { ConfirmScreen } from './ConfirmScreen';
import type { Log } from './formEffects';
import { OutcomeScreen } from './OutcomeScreen';
import { ProgressScreen } from './ProgressScreen';
import styles from './RequestDialog.module.css';
import { RequestForm } from './RequestForm';
import { useRequestForm, type Activity } from './useRequestForm';
import { useServiceTypes } from '../useServiceTypes';

export interface RequestDialogProps {
  open: boolean;
  /** The visitor wants out: Escape, the backdrop, the close button, or "continue" at the end. */
  onClose(): void;
  /** Failures of sending are only logged (specification, section 8). */
  log: Log;
  /** A record of the outbox to take back into the form. */
  editKey?: string | undefined;
  /** `editKey` was taken: set it to undefined, so that the same record can be asked for again. */
  onEditTaken?: (() => void) | undefined;
  /** Pictures that came from outside (the share target); each new array is added once. */
  incoming?: readonly File[] | undefined;
  /** Tells when the form becomes idle, dirty or delivering. */
  onActivity?: ((activity: Activity) => void) | undefined;
}

const TITLE = 'request-title';

function Content(props: RequestDialogProps) {
  const { open, onClose, log, editKey, onEditTaken, incoming, onActivity } = props;
  const form = useRequestForm({ open, log });
  const types = useServiceTypes(open);
  const { edit, choose, activity, screen } = form;

  useEffect(() => {
    if (editKey === undefined) return;
    edit(editKey);
    onEditTaken?.();
  }, [editKey, edit, onEditTaken]);
  useEffect(() => {
    if (incoming && incoming.length > 0) choose(incoming);
  }, [incoming, choose]);
  useEffect(() => onActivity?.(activity), [activity, onActivity]);

  if (screen === 'editing') return <RequestForm form={form} types={types} />;
  if (screen === 'confirming') return <ConfirmScreen onAnswer={form.confirmReplacement} />;
  if (screen === 'sent' || screen === 'queued') {
    return <OutcomeScreen outcome={screen} onContinue={onClose} />;
  }
  return (
    <ProgressScreen
      isUploading={screen === 'uploading'}
      progress={form.progress}
      isDirect={form.isDirect}
    />
  );
}

/** The service request, in a modal that the app opens by the hash `#request-service`. */
export function RequestDialog(props: RequestDialogProps) {
  const { open, onClose } = props;
  // From the first opening on the form lives on behind the closed dialog: a delivery is not cut off.
  const [wasOpened, setWasOpened] = useState(open);
  if (open && !wasOpened) setWasOpened(true);
  return (
    <Modal open={open} onClose={onClose} labelledBy={TITLE}>
      <header className={styles.head}>
        <h2 id={TITLE} tabIndex={-1} className={styles.title}>
          Request service
        </h2>
        <button type="button" className={styles.close} aria-label="Close" onClick={onClose}>
          <Icon name="close" size="1.375rem" />
        </button>
      </header>
      {wasOpened && <Content {...props} />}
    </Modal>
  );
}
