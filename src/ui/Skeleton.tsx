import { classNames } from './stringHelpers';
import styles from './Skeleton.module.css';

interface SkeletonProps {
  /** Sets the size. */
  className?: string | undefined;
  /** For content that is not being loaded yet: an animation would keep the processor busy all that time. */
  isStill?: boolean;
}

/** A grey shape in place of content that is loading. */
export function Skeleton({ className, isStill = false }: SkeletonProps) {
  return (
    <span
      className={classNames(styles.skeleton, !isStill && styles.moving, className)}
      aria-hidden="true"
      data-skeleton=""
    />
  );
}

/** A grey shape with a label that tells screen readers what is loading. */
export function Loading({ label, ...shape }: SkeletonProps & { label: string }) {
  return (
    <div aria-busy="true">
      <span className="visually-hidden">{label}</span>
      <Skeleton {...shape} />
    </div>
  );
}
