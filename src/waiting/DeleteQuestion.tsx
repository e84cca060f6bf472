import { useEffect, useRef, useState } from 'react';
import { useServices } from '../shared/services';
import { Button } from '../ui/Button';
import styles from './WaitingRecord.module.css';

const OUTCOMES = {
  removed: 'The request was deleted. It was not sent.',
  arrived: 'It was already sent: we have received this request.',
};

interface DeleteQuestionProps {
  /** The record's key. */
  recordKey: string;
  /** The ids of what names the request for a button. */
  namedBy: string;
  onKeep(): void;
  /** Called with the text that says how deleting has ended. */
  onDeleted(message: string): void;
}

/** Asks before a request is deleted, and deletes it. The focus goes to the harmless answer. */
export function DeleteQuestion({ recordKey, namedBy, onKeep, onDeleted }: DeleteQuestionProps) {
  const { outbox } = useServices();
  const [isDeleting, setIsDeleting] = useState(false);
  const keepButton = useRef<HTMLButtonElement>(null);
  useEffect(() => keepButton.current?.focus(), []);
  const onConfirm = () => {
    if (isDeleting) return;
    setIsDeleting(true);
    outbox
      .remove(recordKey)
      .then((outcome) => OUTCOMES[outcome])
      .catch(() => 'The request could not be deleted. Please try again.')
      .then(onDeleted)
      .finally(() => setIsDeleting(false));
  };
  return (
    <>
      <p className={styles.question}>Delete this request for good?</p>
      <Button
        icon="trash"
        busy={isDeleting}
        aria-disabled={isDeleting || undefined}
        aria-describedby={namedBy}
        onClick={onConfirm}
      >
        {isDeleting ? 'Deleting…' : 'Delete'}
      </Button>
      {!isDeleting && (
        <Button ref={keepButton} variant="quiet" aria-describedby={namedBy} onClick={onKeep}>
          Keep it
        </Button>
      )}
    </>
  );
}
