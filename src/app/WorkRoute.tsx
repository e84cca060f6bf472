import { Reviews } from '../reviews/Reviews';
import { WorkPage } from '../work/WorkPage';

// With the work as their key, each work starts with its own reviews.
const reviewsOf = (workId: string) => <Reviews key={workId} workId={workId} />;

/** The page of a work with its reviews: one chunk, which the landing page does not load. */
export function WorkRoute() {
  return <WorkPage reviewsOf={reviewsOf} />;
}
