import { useEffect, useState } from 'react';
import type { ReadFailure } from '../ports/reads';
import { Button } from '../ui/Button';
import type { ReadMore } from './feed';
import styles from './ShowMore.module.css';

const FAILURES: Record<ReadFailure, string> = {
  offline: 'You are offline. More works are not saved on this device yet.',
  failed: 'More works did not load. Please try again.',
  missing: 'More works did not load. Please try again.',
};

interface ShowMoreProps {
  /** No card is shown yet: the next page is read without a press. */
  isEmpty: boolean;
  more: ReadMore;
  onPress(): void;
}

/** The button that asks for the next page of works. */
export function ShowMore({ isEmpty, more, onPress }: ShowMoreProps) {
  const [isReading, setIsReading] = useState(false);
  const [failure, setFailure] = useState<ReadFailure>();

  const read = async () => {
    if (isReading) return;
    setIsReading(true);
    setFailure(undefined);
    const result = await more();
    if (!result.ok) setFailure(result.reason);
    setIsReading(false);
  };
  useEffect(() => {
    if (isEmpty) void read();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only where a list is empty, not for each new `read`
  }, [isEmpty]);

  return (
    <div className={styles.more}>
      <output className={styles.failure}>{failure && FAILURES[failure]}</output>
      <Button
        busy={isReading}
        onClick={() => {
          onPress();
          void read();
        }}
      >
        {isReading ? 'Loading more works…' : 'Show more works'}
      </Button>
    </div>
  );
}
