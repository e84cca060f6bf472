import { useState } from 'react';
import { Proof } from '../shared/Proof';
import { Alert } from '../ui/Notice';
import { Button } from '../ui/Button';
import { useOnline } from '../ui/hooks';
import { OtherWaysInLine } from './OtherWays';
import styles from './FormFoot.module.css';
import type { RequestFormView } from './useRequestForm';

/** What stands between the visitor and sending; send, and clear, which asks first. */
export function FormFoot({ form }: { form: RequestFormView }) {
  return (
    <div className={styles.foot}>
      <Obstacle form={form} />
      <div className={styles.proof}>
        <Proof />
      </div>
      <Actions form={form} />
    </div>
  );
}

function Obstacle({ form }: { form: RequestFormView }) {
  const isOnline = useOnline();
  if (form.isFull) {
    return (
      <div className={styles.obstacle}>
        <Alert>This device has no room left to save your request, so nothing was sent yet.</Alert>
        {isOnline ? (
          <Button onClick={() => form.submit(true)}>Send now without saving</Button>
        ) : (
          <p className={styles.hint}>
            You are offline. When you are back online, you can send it without saving.
          </p>
        )}
        <OtherWaysInLine />
      </div>
    );
  }
  return isOnline ? null : (
    <output className={styles.hint}>
      You are offline. Press “Send request” anyway: it goes out as soon as you are back online.
    </output>
  );
}

/** With large text the question's second button would lie below the edge. */
const showWhole = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

/** The pressed button disappears with the question; the focus goes to what takes its place. */
const focus = (button: HTMLButtonElement | null) => button?.focus();

function Actions({ form }: { form: RequestFormView }) {
  /** Undefined until it has asked once. */
  const [isAsking, setIsAsking] = useState<boolean>();

  if (isAsking) {
    return (
      <fieldset ref={showWhole} className={styles.actions}>
        <legend className={styles.question}>Clear everything you entered?</legend>
        {/* First: it stands where the question was asked from, and a double press clears nothing. */}
        <Button ref={focus} variant="quiet" onClick={() => setIsAsking(false)}>
          Keep it
        </Button>
        <Button
          icon="trash"
          onClick={() => {
            form.clear();
            setIsAsking(false);
          }}
        >
          Clear
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
        busy={form.isSaving}
        aria-disabled={form.isRestoring || undefined}
      >
        Send request
      </Button>
      <Button
        ref={isAsking === false ? focus : undefined}
        variant="quiet"
        aria-disabled={form.isBlank || undefined}
        onClick={() => !form.isBlank && setIsAsking(true)}
      >
        Clear form
      </Button>
    </div>
  );
}
