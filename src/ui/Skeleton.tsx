import { useIsHydrated } from './hooks';
import { classNames } from './stringHelpers';
import styles from './Skeleton.module.css';

interface SkeletonProps {
  className?: string | undefined;
  /** For content that is not being loaded yet: an animation would keep the processor busy all that time. */
  isStill?: boolean;
}

export function Skeleton({ className, isStill = false }: SkeletonProps) {
  return (
    <span
      className={classNames(styles.skeleton, !isStill && styles.moving, className)}
      aria-hidden="true"
      data-skeleton=""
    />
  );
}

/**
 * Tells screen readers what is loading. The built HTML has no such words: nothing loads there, and readers without
 * scripts would read them out.
 */
export const LoadingWords = ({ children }: { children: string }) =>
  useIsHydrated() && <span className="visually-hidden">{children}</span>;

export function Loading({ label, ...shape }: SkeletonProps & { label: string }) {
  return (
    <div aria-busy="true">
      <LoadingWords>{label}</LoadingWords>
      <Skeleton {...shape} />
    </div>
  );
}
