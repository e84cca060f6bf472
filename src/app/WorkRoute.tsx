import { memo, Suspense, useCallback } from 'react';
import { lazyPart } from '../ui/lazyPart';
import { go } from './navigation';
import styles from './WorkRoute.module.css';

/** The page of a work with its review area; one chunk, none of it on the landing page. */
const WorkScreen = lazyPart(async () => (await import('./WorkScreen')).default, 'Our work');

/**
 * `/work/{id}`; a work that does not exist sends the visitor home. Memoised, because a boundary that
 * is rendered again before its code has arrived loses its prerendered page.
 */
export const WorkRoute = memo(function WorkRoute({ id }: { id: string }) {
  const onMissing = useCallback(() => go('/', { replace: true }), []);
  return (
    <Suspense fallback={<div className={styles.arriving} aria-busy="true" />}>
      <WorkScreen id={id} onMissing={onMissing} />
    </Suspense>
  );
});
