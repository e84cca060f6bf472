import type { Review } from '../../domain/types';
import { ReviewAreaChecking } from './ReviewAreaChecking';
import { ReviewScreens } from './ReviewScreens';
import { useReviewArea, type ReviewAreaPorts } from './useReviewArea';

export interface ReviewAreaProps {
  workId: string;
  /** The reviews that the page lists; undefined until they are known. */
  reviews: readonly Review[] | undefined;
  /** Whether they could not be read. */
  failed?: boolean;
  /** Called when a review was posted: the list should be read again. */
  onPosted: () => void;
  /** Stable over renders. */
  ports: ReviewAreaPorts;
}

/** The review area at work: its machine, its screens, and sign-in. */
export function NearReviewArea(props: ReviewAreaProps) {
  const { workId, reviews, failed = false, onPosted, ports } = props;
  const view = useReviewArea(workId, reviews, failed, onPosted, ports);
  return view.screen === 'checking' ? <ReviewAreaChecking /> : <ReviewScreens {...view} />;
}
