import { Alert } from '../../ui/Alert';
import { Button } from '../../ui/Button';
import { useOnline } from '../useOnline';
import styles from './Hindrances.module.css';
import type { Hindrance } from './useRequestForm';

interface HindrancesProps {
  hindrance: Hindrance | undefined;
  onSendDirectly(): void;
}

/** What stands between the visitor and sending, above the send button. */
export function Hindrances({ hindrance, onSendDirectly }: HindrancesProps) {
  const isOnline = useOnline();
  if (hindrance === 'full') {
    return (
      <div className={styles.hindrance}>
        <Alert>This device has no room left to save your request, so nothing was sent yet.</Alert>
        {isOnline ? (
          <Button onClick={onSendDirectly}>Send now without saving</Button>
        ) : (
          <p className={styles.hint}>
            You are offline. Once you are online, it can be sent without saving.
          </p>
        )}
      </div>
    );
  }
  if (hindrance === 'unreachable') {
    return (
      <Alert>
        We could not be reached, and this browser cannot save your request. Nothing was sent: keep
        this page open and send it again once you are online.
      </Alert>
    );
  }
  if (hindrance === 'unopened') {
    return (
      <Alert>
        That request could not be opened. It is still among your waiting requests: please try again
        from there.
      </Alert>
    );
  }
  return isOnline ? null : (
    <output className={styles.hint}>
      You are offline. Send it all the same: if this browser can keep it, it goes out once you are
      online.
    </output>
  );
}
