import {
  Suspense,
  useCallback,
  useEffect,
  useRef,
  useState,
  type CSSProperties,
  type ReactElement,
  type ReactNode,
} from 'react';
import { MAX_STARS } from '../domain/constants';
import { isSample } from '../domain/validation';
import type { GalleryWork, Review } from '../domain/types';
import { whenNear } from '../ui/pageFeatures';
import { useServices } from '../shared/services';
import { useRead, type ReadView } from '../shared/useRead';
import { useWorks } from '../shared/worksStore';
import { PartBoundary } from '../shared/PartBoundary';
import { Button, RetryButton } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { lazyPart } from '../shared/lazyPart';
import { ReadFailed, NOT_REACHED } from '../ui/Notice';
import { Loading, Skeleton } from '../ui/Skeleton';
import styles from './Reviews.module.css';

/** In a chunk of its own, which is loaded when the area comes near the viewport. */
const ReviewArea = lazyPart(async () => (await import('./ReviewArea')).ReviewArea);

/** The reviews of a work, and the area where a visitor writes one. */
export function Reviews({ work }: { work: GalleryWork }) {
  const { id: workId, cover } = work;
  const { gallery } = useServices();
  const read = useCallback(
    (signal: AbortSignal) => gallery.reviews(workId, signal),
    [gallery, workId],
  );
  const reviews = useRead(read);
  const area = <ReviewArea workId={workId} reviews={reviews} placeholder={placeholder(false)} />;
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

/** Renders its children, and so loads their code, once it is near the viewport. */
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
  /** The work is a sample, so its reviews are samples, too. */
  isSample?: boolean;
  reviews: ReadView<Review[]>;
  area: ReactElement;
}

/** The section 'Reviews from our clients': the summary, the list of reviews, and the area to write one. */
export function ReviewsSection(props: ReviewsSectionProps) {
  const { isSample, area } = props;
  const { value, failure, reload } = props.reviews;
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
        {value ? (
          <Summary reviews={value} />
        ) : (
          !failure && (
            <div aria-busy="true">
              <Skeleton className={styles.loadingSummary} />
            </div>
          )
        )}
      </div>
      {/* React does not hydrate the content of `noscript`. */}
      <noscript>
        {builtReviews && (
          <div className={styles.built}>
            <Summary reviews={builtReviews} />
            <List reviews={builtReviews.slice(0, PAGE_SIZE)} />
          </div>
        )}
      </noscript>
      {value ? (
        <List reviews={value} />
      ) : failure ? (
        <ReadFailed
          failure={failure}
          offline={['You are offline.', 'These reviews are not saved on this device yet.']}
          failed={['The reviews did not load.', NOT_REACHED]}
          action={<RetryButton onClick={reload} />}
        />
      ) : (
        <Loading label="Loading reviews…" className={styles.loading} />
      )}
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

function Summary({ reviews }: { reviews: Review[] }) {
  if (reviews.length === 0) return <p className={styles.summary}>No reviews yet.</p>;
  const average = averageStars(reviews);
  return (
    <p className={styles.summary}>
      <Stars value={average} />{' '}
      <span aria-hidden="true" className={styles.average}>
        {average.toFixed(1)}
      </span>{' '}
      <span>{reviews.length === 1 ? 'from 1 review' : `from ${reviews.length} reviews`}</span>
    </p>
  );
}

/** The average, rounded to one decimal. */
export function averageStars(reviews: readonly Review[]): number {
  const sum = reviews.reduce((total, { stars }) => total + stars, 0);
  return Math.round((sum / reviews.length) * 10) / 10;
}

/** How many reviews are shown at first, and how many more after each press of the button. */
const PAGE_SIZE = 20;

function List({ reviews }: { reviews: Review[] }) {
  const [limit, setLimit] = useState(PAGE_SIZE);
  if (reviews.length === 0) return null;
  return (
    <>
      <ul className={styles.list}>
        {reviews.slice(0, limit).map((review) => {
          const date = readableDate(review.created);
          return (
            <li key={review.id} className={styles.review}>
              <p className={styles.rating}>
                <Stars value={review.stars} />
                {date && <time dateTime={review.created}>{date}</time>}
              </p>
              {review.text && (
                <p className={styles.text} dir="auto">
                  {review.text}
                </p>
              )}
            </li>
          );
        })}
      </ul>
      {reviews.length > limit && (
        <Button onClick={() => setLimit(limit + PAGE_SIZE)}>Show more reviews</Button>
      )}
    </>
  );
}

/** A rating as stars. Screen readers say "4 out of 5 stars". */
function Stars({ value }: { value: number }) {
  return (
    <>
      <span className="visually-hidden">{`${value} out of ${MAX_STARS} stars`}</span>
      <span className={styles.stars} aria-hidden="true">
        {Array.from({ length: MAX_STARS }, (_, index) => (
          <Star key={index} share={Math.min(Math.max(value - index, 0), 1)} />
        ))}
      </span>
    </>
  );
}

/** `share`: how much of the star is filled, from 0 to 1. */
function Star({ share }: { share: number }) {
  if (share === 0 || share === 1)
    return <Icon name={share === 1 ? 'star' : 'star-outline'} size="1.15em" />;
  return (
    <span
      className={styles.star}
      style={{ '--share': `${Math.round(share * 100)}%` } as CSSProperties}
    >
      <Icon name="star-outline" size="1.15em" />
      <Icon name="star" size="1.15em" />
    </span>
  );
}

const MONTHS =
  'January February March April May June July August September October November December'.split(
    ' ',
  );

/** Formats an ISO 8601 time as a date in UTC, such as "May 4, 2026". Undefined for an invalid time. */
export function readableDate(iso: string): string | undefined {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return undefined;
  // Not with `Intl.DateTimeFormat`: the first one on a page keeps a phone busy for a tenth of a second.
  return `${MONTHS[time.getUTCMonth()]} ${time.getUTCDate()}, ${time.getUTCFullYear()}`;
}
