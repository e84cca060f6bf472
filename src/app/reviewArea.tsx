import { useState } from 'react';
import { ReviewArea } from '../features/reviews/ReviewArea';
import { ReviewAreaChecking } from '../features/reviews/ReviewAreaChecking';
import type { ReviewAreaPorts } from '../features/reviews/useReviewArea';
import { useIsHydrated } from '../features/useIsHydrated';
import type { ReviewAreaProps } from '../features/work/WorkPage';
import { useAppContext } from './context';
import { log } from './log';
import { openReviews } from './reviewServices';

/** The place for writing a review on a work's page, with the ports it needs. */
export function reviewArea(props: ReviewAreaProps) {
  return <HydratedReviewArea {...props} />;
}

/** A prerendered page knows nobody who could be signed in. */
function HydratedReviewArea(props: ReviewAreaProps) {
  return useIsHydrated() ? <ConnectedReviewArea {...props} /> : <ReviewAreaChecking isStill />;
}

function ConnectedReviewArea({ workId, reviews, failed, reloadReviews }: ReviewAreaProps) {
  const { services, safety } = useAppContext();
  const [ports] = useState((): ReviewAreaPorts => ({
    ...openReviews(services.config, services.pageOutbox.keptReviews),
    reportBusy: (isBusy) => safety.report('the review area', isBusy),
    log,
  }));
  return (
    <ReviewArea
      workId={workId}
      reviews={reviews}
      failed={failed}
      onPosted={() => void reloadReviews()}
      ports={ports}
    />
  );
}
