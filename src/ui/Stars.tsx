import { Fragment } from 'react';
import { MAX_STARS } from '../domain/limits';
import { Icon } from './Icon';
import styles from './Stars.module.css';
import { VisuallyHidden } from './VisuallyHidden';

/** A rating as stars; screen readers hear "4 out of 5 stars". */
export function Stars({ value }: { value: number }) {
  return (
    <Fragment>
      <VisuallyHidden>{`${value} out of ${MAX_STARS} stars`}</VisuallyHidden>
      <span className={styles.stars} aria-hidden="true">
        {Array.from({ length: MAX_STARS }, (_, index) => (
          <Icon
            key={index}
            name={index < Math.round(value) ? 'star' : 'star-outline'}
            size="1.15em"
          />
        ))}
      </span>
    </Fragment>
  );
}
