import { startTransition, useEffect, useState } from 'react';
import { lazyPart } from '../shared/lazyPart';
import { Modal } from '../ui/Modal';
import { Spinner } from '../ui/Button';
import type { RequestContentProps } from './RequestContent';
import styles from './RequestDialog.module.css';

/** Loads the form's code, which only visitors who open the form need. Rejects when loading fails. */
export const loadRequestContent = () => import('./RequestContent');

const Content = lazyPart(async () => (await loadRequestContent()).RequestContent);

/**
 * The service request, in a modal that the app opens for the hash `#request-service`. The form goes on running
 * behind the closed dialog, so a delivery is not interrupted.
 */
export function RequestDialog(props: RequestContentProps) {
  const { open, onClose } = props;
  const [isContentShown, setIsContentShown] = useState(false);
  // The content is rendered in the task after the one that opens the dialog. Suspense is not used for this,
  // because React keeps its fallback on the screen for 300 ms.
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setIsContentShown(true)));
    return () => clearTimeout(timer);
  }, []);
  return (
    <Modal open={open} onClose={onClose} title="Request service" titleId="request-title">
      {isContentShown ? <Content {...props} /> : <Opening />}
    </Modal>
  );
}

function Opening() {
  return (
    <div className={styles.opening}>
      <span className={styles.spinner}>
        <Spinner />
      </span>
      <output>Opening the form…</output>
    </div>
  );
}
