import { useEffect, useState } from 'react';
import type { ReadFailure } from '../ports/reads';
import { Button } from '../ui/Button';
import { useNetwork, useWhenOnline } from '../ui/hooks';
import { Icon } from '../ui/Icon';
import { NOT_REACHED } from '../ui/Notice';
import type { ReadMore } from './feed';
import styles from './ShowMore.module.css';

interface ShowMoreProps {
  /** No card is shown yet: the next page is read without a press. */
  isEmpty: boolean;
  more: ReadMore;
  onPress(): void;
  /** The press has brought nothing. What comes later comes by itself. */
  onFailure(): void;
}

/**
 * The button that asks for the next page of works (`WORKS_PER_PAGE`). Where that fails, it says so and tries again at a
 * press, or by itself when the network is back. It stays the same button, so that the keyboard's focus stays on it.
 */
export function ShowMore({ isEmpty, more, onPress, onFailure }: ShowMoreProps) {
  const [isReading, setIsReading] = useState(false);
  const [failure, setFailure] = useState<ReadFailure>();

  const read = async () => {
    if (isReading) return;
    setIsReading(true);
    setFailure(undefined);
    const result = await more();
    if (!result.ok) {
      setFailure(result.reason);
      onFailure();
    }
    setIsReading(false);
  };
  useEffect(() => {
    if (isEmpty) void read();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only where a list is empty, not for each new `read`
  }, [isEmpty]);
  useWhenOnline(failure !== undefined, () => void read());

  return (
    <div className={styles.more}>
      {/* Always there, so that screen readers announce what comes into it. */}
      <output className={styles.failure}>{failure && <Failure failure={failure} />}</output>
      <Button
        busy={isReading}
        icon={failure && 'retry'}
        onClick={() => {
          onPress();
          void read();
        }}
      >
        {isReading ? 'Loading more works…' : failure ? 'Try again' : 'Show more works'}
      </Button>
    </div>
  );
}

function Failure({ failure }: { failure: ReadFailure }) {
  // Where the browser believes that it is online, one server may be out of reach, or blocked.
  const isOffline = useNetwork() === 'offline' && failure === 'offline';
  return (
    <>
      <Icon name={isOffline ? 'wifi-off' : 'cloud-wait'} size="2rem" />
      <strong>
        {isOffline
          ? 'You are offline. More works are not saved on this device yet.'
          : 'More works did not load.'}
      </strong>
      <span className={styles.text}>
        {isOffline ? 'They load here as soon as you are back online.' : NOT_REACHED}
      </span>
    </>
  );
}
