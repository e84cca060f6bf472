import { Skeleton } from '../../ui/Skeleton';
import { VisuallyHidden } from '../../ui/VisuallyHidden';
import styles from './ReviewArea.module.css';

/** What stands in the review area's place until it is known who may write; still until somebody looks at it. */
export function ReviewAreaChecking({ isStill = false }: { isStill?: boolean }) {
  return (
    <div aria-busy="true">
      <VisuallyHidden>Loading the place for your review…</VisuallyHidden>
      <Skeleton className={styles.checking} isStill={isStill} />
    </div>
  );
}
