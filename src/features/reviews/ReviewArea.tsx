import { Suspense, useRef } from 'react';
import { lazyPart } from '../../ui/lazyPart';
import type { ReviewAreaProps } from './NearReviewArea';
import styles from './ReviewArea.module.css';
import { ReviewAreaChecking } from './ReviewAreaChecking';
import { useNearViewport } from './useNearViewport';

const NearReviewArea = lazyPart(async () => (await import('./NearReviewArea')).NearReviewArea);

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
