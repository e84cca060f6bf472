import { startTransition, useEffect, useState } from 'react';
import { lazyPart } from '../ui/lazyPart';
import { Modal } from '../ui/Modal';
import { Spinner } from '../ui/Button';
import type { RequestContentProps } from './RequestContent';
import styles from './RequestDialog.module.css';

/** The form's code, which only visitors who open it need. Rejects when it cannot be loaded. */
export const loadRequestContent = () => import('./RequestContent');

const Content = lazyPart(async () => (await loadRequestContent()).RequestContent);

/**
 * The service request, in a modal that the app opens by the hash `#request-service`. The form lives on
 * behind the closed dialog: a delivery is not cut off.
 */
export function RequestDialog(props: RequestContentProps) {
  const { open, onClose } = props;
  const [isContentShown, setIsContentShown] = useState(false);
  // In a task after the one that opens the dialog. Not by Suspense: React keeps its fallback for 300 ms.
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
