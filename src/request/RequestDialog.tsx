/**
 * The request form. `port.ts` is what others see of it, `lazyRequestForm.ts` loads it ahead and starts it at the first
 * need. `fields/` is the form on the screen, `sending/` the screens about its delivery, `running/` what runs without
 * React. It never sends anything by itself: the outbox does.
 */
import { startTransition, useEffect, useState } from 'react';
import { lazyPart } from '../shared/loading/lazyPart';
import { PartBoundary } from '../shared/loading/PartBoundary';
import { isRunning, useFormState } from '../shared/form/requestFormState';
import { Modal } from '../ui/Modal';
import { Opening } from './Opening';

/** Loads the form's code, which only visitors who open the form need. Rejects when loading fails. */
export const loadRequestContent = () => import('./RequestContent');

const Content = lazyPart(async () => (await loadRequestContent()).RequestContent);

interface RequestDialogProps {
  open: boolean;
  /** The visitor closes the form: by Escape, the backdrop, the close button, or "continue" at the end. */
  onClose(): void;
}

export function RequestDialog({ open, onClose }: RequestDialogProps) {
  // A form that runs is shown at once: this dialog has been thrown away and is mounted anew.
  const [isContentShown, setIsContentShown] = useState(useFormState(isRunning));
  // The content is rendered in the task after the one that opens the dialog. Suspense is not used for this,
  // because React keeps its fallback on the screen for 300 ms.
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setIsContentShown(true)));
    return () => clearTimeout(timer);
  }, []);
  return (
    <Modal open={open} onClose={onClose} title="Request service" titleId="request-title">
      {isContentShown ? (
        <PartBoundary name="the request form">
          <Content onContinue={onClose} />
        </PartBoundary>
      ) : (
        <Opening />
      )}
    </Modal>
  );
}
