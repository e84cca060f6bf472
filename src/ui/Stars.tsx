import type { CSSProperties } from 'react';
import { MAX_STARS } from '../domain/constants';
import { Icon } from './Icon';
import styles from './Stars.module.css';

/** A rating as stars. Screen readers say "4 out of 5 stars". */
export function Stars({ value }: { value: number }) {
  return (
    <>
      <span className="visually-hidden">{`${value} out of ${MAX_STARS} stars`}</span>
      <span className={styles.stars} aria-hidden="true">
        {Array.from({ length: MAX_STARS }, (_, index) => (
          <Star key={index} share={Math.min(Math.max(value - index, 0), 1)} />
        ))}
      </span>
    </>
  );
}

/** One star. `share`: how much of it is filled, 0 to 1. */
function Star({ share }: { share: number }) {
  if (share === 0 || share === 1)
    return <Icon name={share === 1 ? 'star' : 'star-outline'} size="1.15em" />;
  return (
    <span
      className={styles.star}
      style={{ '--share': `${Math.round(share * 100)}%` } as CSSProperties}
    >
      <Icon name="star-outline" size="1.15em" />
      <Icon name="star" size="1.15em" />
    </span>
  );
}
