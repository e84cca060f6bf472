import { ReviewArea } from '../features/reviews/ReviewArea';
import type { ReviewAreaPorts } from '../features/reviews/useReviewArea';
import type { ReviewAreaProps } from '../features/work/WorkPage';

/** The place for writing a review on a work's page, with the ports it needs. */
export function reviewAreaWith(ports: ReviewAreaPorts) {
  return ({ workId, reviews, failed, reloadReviews }: ReviewAreaProps) => (
    <ReviewArea
      workId={workId}
      reviews={reviews}
      failed={failed}
      onPosted={() => void reloadReviews()}
      ports={ports}
    />
  );
}
