import type { GalleryWork } from '../domain/types';
import { Reviews } from '../reviews/Reviews';
import { WorkPage } from '../work/WorkPage';

// The key makes React start anew for each work: no work shows another one's reviews.
const reviewsOf = (work: GalleryWork) => <Reviews key={work.id} work={work} />;

/** Both are in one chunk, which the landing page does not load. */
export function WorkWithReviews() {
  return <WorkPage reviewsOf={reviewsOf} />;
}
