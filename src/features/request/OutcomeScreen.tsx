import { useEffect, useRef } from 'react';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { classNames } from '../../ui/classNames';
import { useOnline } from '../useOnline';
import styles from './Screens.module.css';

interface OutcomeScreenProps {
  outcome: 'sent' | 'queued';
  onContinue(): void;
}

/** The end of a request: acknowledged by the server, or safe on this device. */
export function OutcomeScreen({ outcome, onContinue }: OutcomeScreenProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that had the focus is gone; from here a keyboard goes on to the way out.
  useEffect(() => heading.current?.focus(), []);
  const isSent = outcome === 'sent';
  const when = useOnline() ? 'as soon as we can be reached' : 'when you are back online';
  return (
    <div className={styles.screen} aria-live="polite">
      <span className={classNames(styles.badge, isSent ? styles.sent : styles.queued)}>
        <Icon name={isSent ? 'check' : 'cloud-wait'} size="2.25rem" />
      </span>
      <h3 ref={heading} tabIndex={-1} className={styles.label}>
        {isSent ? 'Request created sucessfully' : 'Not sent yet, but safe'}
      </h3>
      <p className={styles.text}>
        {isSent
          ? 'Thank you for choosing us, we will contact you as soon as possible.'
          : `Your request is saved on this device and will be sent ${when}.`}
      </p>
      <Button variant="primary" onClick={onContinue}>
        Click here to continue
      </Button>
    </div>
  );
}
