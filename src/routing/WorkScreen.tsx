import { useCallback } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { ReviewArea } from '../reviews/ReviewArea';
import type { ReviewAreaProps } from '../work/Reviews';
import { WorkPage } from '../work/WorkPage';
import { lazyPart } from '../ui/lazyPart';

const WorkReviewPanel = lazyPart(async () => (await import('./WorkReviewPanel')).WorkReviewPanel);

const reviewArea = (props: ReviewAreaProps) => (
  <ReviewArea>
    <WorkReviewPanel {...props} />
  </ReviewArea>
);

/** `/work/{id}`: the work page joined with the review area; a work that does not exist leads home. */
export default function WorkScreen() {
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const onMissing = useCallback(() => void navigate('/', { replace: true }), [navigate]);
  return <WorkPage id={id} onMissing={onMissing} reviewArea={reviewArea} />;
}
