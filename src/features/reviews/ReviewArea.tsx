import { Suspense, useRef } from 'react';
import type { Review } from '../../domain/types';
import { lazyPart } from '../../ui/lazyPart';
import styles from './ReviewArea.module.css';
import { ReviewAreaChecking } from './ReviewAreaChecking';
import { useNearViewport } from './useNearViewport';
import type { ReviewAreaPorts } from './useReviewArea';

const NearReviewArea = lazyPart(async () => (await import('./NearReviewArea')).NearReviewArea);

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

/** The place to write a review; all of its code is loaded when it comes near the viewport. */
export function ReviewArea(props: ReviewAreaProps) {
  const place = useRef<HTMLDivElement>(null);
  const isNear = useNearViewport(place);
  return (
    <div ref={place} className={styles.place}>
      {isNear ? (
        <Suspense fallback={<ReviewAreaChecking />}>
          <NearReviewArea key={props.workId} {...props} />
        </Suspense>
      ) : (
        <ReviewAreaChecking isStill />
      )}
    </div>
  );
}
