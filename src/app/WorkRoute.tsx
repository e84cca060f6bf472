import { lazy, Suspense, useCallback, useState } from 'react';
import { useAppContext } from './context';
import { go } from './navigation';
import styles from './WorkRoute.module.css';

/** The page of a work with its review area; one chunk, none of it on the landing page. */
const WorkScreen = lazy(() => import('./WorkScreen'));

/** `/work/{id}`; a work that does not exist sends the visitor home. */
export function WorkRoute({ id }: { id: string }) {
  const onMissing = useCallback(() => go('/', { replace: true }), []);
  const { services } = useAppContext();
  const [ports] = useState(services.reviews);
  return (
    <Suspense fallback={<div className={styles.arriving} aria-busy="true" />}>
      <WorkScreen id={id} onMissing={onMissing} ports={ports} />
    </Suspense>
  );
}
