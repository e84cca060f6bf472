import { classNames } from './classNames';
import styles from './Skeleton.module.css';

interface SkeletonProps {
  /** Its size. */
  className?: string | undefined;
  /** Nothing is under way yet: movement would keep a processor busy for as long. */
  isStill?: boolean;
}

/** A grey shape in the place of what is loading. */
export function Skeleton({ className, isStill = false }: SkeletonProps) {
  return (
    <span
      className={classNames(styles.skeleton, !isStill && styles.moving, className)}
      aria-hidden="true"
    />
  );
}

/** A grey shape, with words for screen readers on what is loading. */
export function Loading({ label, ...shape }: SkeletonProps & { label: string }) {
  return (
    <div aria-busy="true">
      <span className="visually-hidden">{label}</span>
      <Skeleton {...shape} />
    </div>
  );
}
