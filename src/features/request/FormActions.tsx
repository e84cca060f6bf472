import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/Button';
import styles from './FormActions.module.css';

interface FormActionsProps {
  isRestoring: boolean;
  isSaving: boolean;
  isBlank: boolean;
  onClear(): void;
}

/** Send, and clear; clearing asks first. */
export function FormActions({ isRestoring, isSaving, isBlank, onClear }: FormActionsProps) {
  const [isAsking, setIsAsking] = useState(false);
  const keep = useRef<HTMLButtonElement>(null);
  const clear = useRef<HTMLButtonElement>(null);
  const asked = useRef(false);

  // The pressed button disappears with the question; the focus goes to what takes its place.
  useEffect(() => {
    if (isAsking) keep.current?.focus();
    else if (asked.current) clear.current?.focus();
    asked.current = isAsking;
  }, [isAsking]);

  if (isAsking) {
    return (
      <fieldset className={styles.actions}>
        <legend className={styles.question}>Clear everything you entered?</legend>
        <Button
          icon="trash"
          onClick={() => {
            onClear();
            setIsAsking(false);
          }}
        >
          Clear
        </Button>
        <Button ref={keep} variant="quiet" onClick={() => setIsAsking(false)}>
          Keep it
        </Button>
      </fieldset>
    );
  }
  return (
    <div className={styles.actions}>
      <Button
        type="submit"
        variant="primary"
        icon="arrow"
        className={styles.send}
        busy={isSaving}
        aria-disabled={isRestoring || undefined}
      >
        Send request
      </Button>
      <Button
        ref={clear}
        variant="quiet"
        aria-disabled={isBlank || undefined}
        onClick={() => setIsAsking(!isBlank)}
      >
        Clear form
      </Button>
    </div>
  );
}
