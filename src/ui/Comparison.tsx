import { useEffect, useRef, useState, type CSSProperties, type ReactNode } from 'react';
import { classNames } from './classNames';
import styles from './Comparison.module.css';
import { Icon } from './Icon';

interface ComparisonProps {
  /** The two pictures, of one size and seen from one place. */
  before: ReactNode;
  after: ReactNode;
  /** Names the slider for screen readers. */
  label: string;
  className?: string | undefined;
}

/** Two pictures under one draggable split: a native range, so pointer, touch and keys all work. */
export function Comparison({ before, after, label, className }: ComparisonProps) {
  const range = useRef<HTMLInputElement>(null);
  const [split, setSplit] = useState(50);
  // The prerendered slider may have been moved before React came.
  useEffect(() => {
    if (range.current) setSplit(range.current.valueAsNumber);
  }, []);

  return (
    <div
      className={classNames(styles.comparison, className)}
      style={{ '--split': `${split}%` } as CSSProperties}
    >
      <div className={styles.layer}>
        {after}
        <span className={classNames(styles.tag, styles.tagAfter)} aria-hidden="true">
          After
        </span>
      </div>
      <div className={classNames(styles.layer, styles.before)}>
        {before}
        <span className={classNames(styles.tag, styles.tagBefore)} aria-hidden="true">
          Before
        </span>
      </div>
      <input
        ref={range}
        type="range"
        min={0}
        max={100}
        defaultValue={50}
        aria-label={label}
        aria-valuetext={`${split}% before, ${100 - split}% after`}
        onChange={(event) => setSplit(event.currentTarget.valueAsNumber)}
        className={styles.range}
      />
      <div className={styles.handle} aria-hidden="true">
        <span className={styles.grip}>
          <Icon name="chevron" size="1.25rem" />
          <Icon name="chevron" size="1.25rem" />
        </span>
      </div>
    </div>
  );
}
