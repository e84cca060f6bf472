import { Suspense } from 'react';
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
  return (
    <Modal open={open} onClose={onClose} title="Request service" titleId="request-title">
      <Suspense fallback={<Opening />}>
        <Content {...props} />
      </Suspense>
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
