import { useState } from 'react';
import { log } from '../../lib/log';
import { Button } from '../../ui/Button';
import { focusOnMount } from '../focusOnMount';
import styles from '../OwnerPage.module.css';

interface SignOutProps {
  /** The title of a work on this phone that is not published yet; undefined without one. */
  unpublished(): Promise<string | undefined>;
  onSignOut(): void;
}

/** Signs out, and asks before that takes a work with it that is not published yet. */
export function SignOut({ unpublished, onSignOut }: SignOutProps) {
  const [title, setTitle] = useState<string>();
  const [isStaying, setIsStaying] = useState(false);
  const ask = () => {
    unpublished().then(
      (begun) => (begun === undefined ? onSignOut() : setTitle(begun)),
      (error: unknown) => {
        log('The kept work could not be read.', error);
        onSignOut();
      },
    );
  };
  if (title === undefined) {
    return (
      <Button ref={isStaying ? focusOnMount : undefined} variant="quiet" onClick={ask}>
        Sign out
      </Button>
    );
  }
  return (
    <fieldset ref={focusOnMount} tabIndex={-1} aria-label="Sign out?" className={styles.question}>
      <p>
        <strong dir="auto">{title}</strong>{' '}
        <span>is not published yet. Signing out removes it from this phone.</span>
      </p>
      <div className={styles.actions}>
        <Button icon="trash" onClick={onSignOut}>
          Sign out and remove it
        </Button>
        <Button
          variant="quiet"
          onClick={() => {
            setIsStaying(true);
            setTitle(undefined);
          }}
        >
          Stay signed in
        </Button>
      </div>
    </fieldset>
  );
}
