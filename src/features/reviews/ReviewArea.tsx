import { useRef } from 'react';
import type { Review } from '../../domain/types';
import { Skeleton } from '../../ui/Skeleton';
import { VisuallyHidden } from '../../ui/VisuallyHidden';
import styles from './ReviewArea.module.css';
import { ReviewScreens } from './ReviewScreens';
import { useNearViewport } from './useNearViewport';
import { useReviewArea, type ReviewAreaPorts } from './useReviewArea';

interface ReviewAreaProps {
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

/** The place to write a review; sign-in is loaded when it comes near the viewport. */
export function ReviewArea(props: ReviewAreaProps) {
  const place = useRef<HTMLDivElement>(null);
  const isNear = useNearViewport(place);
  return (
    <div ref={place} className={styles.place}>
      {isNear ? <NearReviewArea key={props.workId} {...props} /> : <ReviewAreaChecking />}
    </div>
  );
}

function NearReviewArea({ workId, reviews, failed = false, onPosted, ports }: ReviewAreaProps) {
  const view = useReviewArea(workId, reviews, failed, onPosted, ports);
  return view.screen === 'checking' ? <ReviewAreaChecking /> : <ReviewScreens {...view} />;
}

export function ReviewAreaChecking() {
  return (
    <div aria-busy="true">
      <VisuallyHidden>Loading the place for your review…</VisuallyHidden>
      <Skeleton className={styles.checking} />
    </div>
  );
}
