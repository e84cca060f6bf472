import { classNames } from './classNames';
import styles from './Skeleton.module.css';

/** A grey shape in the place of what is loading; its size comes from `className`. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return <span className={classNames(styles.skeleton, className)} aria-hidden="true" />;
}
