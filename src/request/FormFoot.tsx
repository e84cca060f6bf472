import { useState } from 'react';
import { Proof } from '../shared/Proof';
import { Alert } from '../ui/Notice';
import { Button } from '../ui/Button';
import { useNetwork } from '../ui/hooks';
import { OtherWaysInLine } from './OtherWays';
import styles from './FormFoot.module.css';
import type { RequestFormView } from './useRequestForm';

/** The foot of the form: what may keep the request from being sent, and the buttons "Send" and "Clear". */
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
  const network = useNetwork();
  if (form.isStorageFull) {
    return (
      <div className={styles.obstacle}>
        <Alert>This device has no room left to save your request, so nothing was sent yet.</Alert>
        {network !== 'offline' ? (
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
  if (network === 'online') return null;
  const [what, when] =
    network === 'offline'
      ? ['You are offline', 'you are back online']
      : ['We cannot be reached right now', 'we can be'];
  return (
    <output className={styles.hint}>
      {`${what}. Press “Send request” anyway: it goes out as soon as ${when}.`}
    </output>
  );
}

/** Scrolls the question into view. With large text its second button would be below the edge. */
const showWhole = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

/** Moves the focus to the button that takes the place of the pressed one. */
const focus = (button: HTMLButtonElement | null) => button?.focus();

function Actions({ form }: { form: RequestFormView }) {
  /** Whether the question "Clear everything?" is shown; undefined until it was shown once. */
  const [isAsking, setIsAsking] = useState<boolean>();

  if (isAsking) {
    return (
      <fieldset ref={showWhole} className={styles.actions}>
        <legend className={styles.question}>Clear everything you entered?</legend>
        {/* "Keep it" comes first, in the place of "Clear form", so that a double press clears nothing. */}
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
