import { Alert } from '../../ui/Alert';
import { Button } from '../../ui/Button';
import { useOnline } from '../useOnline';
import styles from './Obstacle.module.css';
import type { Obstacle as Kind } from './useRequestForm';

interface ObstacleProps {
  obstacle: Kind | undefined;
  onSendFromMemory(): void;
}

/** What stands between the visitor and sending, above the send button. */
export function Obstacle({ obstacle, onSendFromMemory }: ObstacleProps) {
  const isOnline = useOnline();
  if (obstacle === 'full') {
    return (
      <div className={styles.obstacle}>
        <Alert>This device has no room left to save your request, so nothing was sent yet.</Alert>
        {isOnline ? (
          <Button onClick={onSendFromMemory}>Send now without saving</Button>
        ) : (
          <p className={styles.hint}>
            You are offline. Once you are online, it can be sent without saving.
          </p>
        )}
      </div>
    );
  }
  if (obstacle === 'unopened') {
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
