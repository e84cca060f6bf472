import { useCallback } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { lazyPart } from '../ui/lazyPart';
import { WorkPage } from '../work/WorkPage';

const WorkReviewArea = lazyPart(async () => (await import('./WorkReviewArea')).WorkReviewArea);

/** `/work/{id}`: the work page joined with the review area; a work that does not exist leads home. */
export default function WorkScreen() {
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const onMissing = useCallback(() => void navigate('/', { replace: true }), [navigate]);
  return <WorkPage id={id} onMissing={onMissing} ReviewArea={WorkReviewArea} />;
}
