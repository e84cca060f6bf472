import type { ReviewAreaProps } from './ReviewArea';
import { ReviewAreaChecking } from './ReviewAreaChecking';
import { ReviewScreens } from './ReviewScreens';
import { useReviewArea } from './useReviewArea';

/** The review area at work: its machine, its screens, and sign-in. */
export function NearReviewArea(props: ReviewAreaProps) {
  const { workId, reviews, failed = false, onPosted, ports } = props;
  const view = useReviewArea(workId, reviews, failed, onPosted, ports);
  return view.screen === 'checking' ? <ReviewAreaChecking /> : <ReviewScreens {...view} />;
}
