import { Suspense, useState } from 'react';
import { Icon } from '../../ui/Icon';
import { lazyPart } from '../../ui/lazyPart';
import { Modal } from '../../ui/Modal';
import type { Log } from './formEffects';
import { loadRequestContent } from './loadRequestContent';
import { OpeningScreen } from './OpeningScreen';
import styles from './RequestDialog.module.css';
import type { Activity } from './useRequestForm';

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
  /**
   * Pictures that came from outside (the share target); each new array is added once, when the form
   * can take them.
   */
  incoming?: readonly File[] | undefined;
  /** `incoming` is in the form: it need not be kept elsewhere. */
  onIncomingTaken?: (() => void) | undefined;
  /** Tells how the form stands, with every change of it. */
  onActivity?: ((activity: Activity) => void) | undefined;
}

const TITLE = 'request-title';

const Content = lazyPart(async () => (await loadRequestContent()).RequestContent);

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
      {wasOpened && (
        <Suspense fallback={<OpeningScreen />}>
          <Content {...props} />
        </Suspense>
      )}
    </Modal>
  );
}
