/**
 * The reviews of a work: the list, its rating, and the area in which one is written. `data/` reads them; `port.ts` is
 * reading, signing in and posting. One review a Google account and work; nothing is posted that its writer has not
 * pressed for, and what is typed stays until the server has it or it is discarded.
 */
import { Suspense, useEffect, useRef, useState, type ReactElement, type ReactNode } from 'react';
import { isSample } from '../domain/validation';
import type { GalleryWork } from '../domain/types';
import { whenNear } from '../ui/pageFeatures';
import { business } from '../shared/business/businessFacts';
import { PartBoundary } from '../shared/loading/PartBoundary';
import { RetryButton } from '../ui/Button';
import { lazyPart } from '../shared/loading/lazyPart';
import { ReadFailed, StateNotice, NOT_REACHED } from '../ui/Notice';
import { Loading, Skeleton } from '../ui/Skeleton';
import { Stars } from '../ui/Stars';
import { BuiltList, ReviewList } from './ReviewList';
import { useReviews, type WorkReviews } from './useReviews';
import styles from './Reviews.module.css';
import { useWorks } from '../shared/works/useWorks';
import { totalOf, type Total } from './data/rating';

/** The review area, in a chunk of its own, which is loaded when the area comes near the viewport. */
const ReviewArea = lazyPart(async () => (await import('./ReviewArea')).ReviewArea);

export function Reviews({ work }: { work: GalleryWork }) {
  const { id: workId, cover } = work;
  const reviews = useReviews(workId);
  const area = (
    <ReviewArea workId={workId} reviews={reviews.newest} placeholder={placeholder(false)} />
  );
  return (
    <PartBoundary name="the reviews">
      <ReviewsSection
        isSample={isSample(cover.alt)}
        reviews={reviews}
        area={<WhenNearViewport>{area}</WhenNearViewport>}
      />
    </PartBoundary>
  );
}

/** `isStill`: without animation, while nobody can see it. */
const placeholder = (isStill: boolean) => (
  <Loading label="Loading the review form…" className={styles.checking} isStill={isStill} />
);

/** An element counts as near up to so far above or below the window (an observer's `rootMargin`). */
const NEAR = '600px 0px';

function WhenNearViewport({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (isNear) return undefined;
    return whenNear(place.current!, () => setNear(true), NEAR);
  }, [isNear]);

  return (
    <div ref={place} className={styles.place}>
      {isNear ? <Suspense fallback={placeholder(false)}>{children}</Suspense> : placeholder(true)}
    </div>
  );
}

interface ReviewsSectionProps {
  isSample?: boolean;
  reviews: WorkReviews;
  area: ReactElement;
}

export function ReviewsSection(props: ReviewsSectionProps) {
  const { isSample, area, reviews } = props;
  const { value, failure } = reviews.newest;
  const builtReviews = useWorks().pageReviews;
  // The area is shown together with the reviews above it: otherwise they would push it down when they are
  // shown. From then on it stays, so that a later read does not remove what the visitor types.
  const [hasArea, setHasArea] = useState(false);
  if (!hasArea && (value ?? failure)) setHasArea(true);
  return (
    <section aria-labelledby="reviews-title" className={styles.reviews}>
      <div className={styles.head}>
        <h2 id="reviews-title" data-sample={isSample || undefined}>
          Reviews from our clients
        </h2>
        {value && failure !== 'missing' ? (
          <Summary total={reviews.total} atLeast={value.length} />
        ) : (
          !failure && (
            <div aria-busy="true">
              <Skeleton className={styles.loadingSummary} />
            </div>
          )
        )}
        {business.googleReviews && (
          <p>
            <a href={business.googleReviews} target="_blank" rel="noopener noreferrer">
              Review us on Google
            </a>
          </p>
        )}
      </div>
      {/* React does not hydrate the content of `noscript`. */}
      <noscript>
        {builtReviews && (
          <div className={styles.built}>
            <Summary total={totalOf(builtReviews)} atLeast={0} />
            <BuiltList reviews={builtReviews} />
          </div>
        )}
      </noscript>
      <ShownReviews reviews={reviews} />
      {hasArea ? (
        area
      ) : (
        <div className={styles.place}>
          <span className={styles.placeholder} />
        </div>
      )}
    </section>
  );
}

function ShownReviews({ reviews: { newest, list } }: { reviews: WorkReviews }) {
  const { value, failure, reload } = newest;
  // Its reviews may have been shown before.
  if (failure === 'missing')
    return <StateNotice icon="kitchen" title="This work is not shown any more." />;
  if (value) return <ReviewList {...list} />;
  if (!failure) return <Loading label="Loading reviews…" className={styles.loading} />;
  return (
    <ReadFailed
      failure={failure}
      offline={['You are offline.', 'These reviews are not saved on this device yet.']}
      failed={['The reviews did not load.', NOT_REACHED]}
      action={<RetryButton onClick={reload} />}
    />
  );
}

interface SummaryProps {
  /** The total of the work: null until it is known, undefined if it could not be read. */
  total: Total | null | undefined;
  atLeast: number;
}

function Summary({ total, atLeast }: SummaryProps) {
  if (total === null) return <Skeleton className={styles.loadingSummary} />;
  if (!total) return <p className={styles.summary}>{`More than ${atLeast} reviews`}</p>;
  const { count, average } = total;
  if (count === 0) return <p className={styles.summary}>No reviews yet.</p>;
  return (
    <p className={styles.summary}>
      <Stars value={average} />{' '}
      <span aria-hidden="true" className={styles.average}>
        {average.toFixed(1)}
      </span>{' '}
      <span>{count === 1 ? 'from 1 review' : `from ${count} reviews`}</span>
    </p>
  );
}
