import { Suspense, useState } from 'react';
import { Icon } from '../../ui/Icon';
import { lazyPart } from '../../ui/lazyPart';
import { Modal } from '../../ui/Modal';
import { loadRequestContent } from './loadRequestContent';
import { OpeningScreen } from './OpeningScreen';
import type { RequestContentProps } from './RequestContent';
import styles from './RequestDialog.module.css';

const TITLE = 'request-title';

const Content = lazyPart(async () => (await loadRequestContent()).RequestContent);

/** The service request, in a modal that the app opens by the hash `#request-service`. */
export function RequestDialog(props: RequestContentProps) {
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
