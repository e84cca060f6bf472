import { lazy, Suspense, useCallback } from 'react';
import { go } from './navigation';
import { reviewArea } from './reviewArea';

const WorkPage = lazy(() =>
  import('../features/work/WorkPage').then(({ WorkPage }) => ({ default: WorkPage })),
);

/** `/work/{id}`; a work that does not exist sends the visitor home. */
export function WorkRoute({ id }: { id: string }) {
  const onMissing = useCallback(() => go('/', { replace: true }), []);
  return (
    <Suspense fallback={null}>
      <WorkPage id={id} onMissing={onMissing} reviewArea={reviewArea} />
    </Suspense>
  );
}
