/**
 * The page of one work: its pictures in pairs, and the ways on from it. It is rendered by the build where the
 * build knew the work. Its reviews come from the app, which puts both together (`app/WorkWithReviews.tsx`).
 */
import { useCallback, type ReactElement } from 'react';
import type { GalleryCard, GalleryWork } from '../domain/types';
import { Navigate, useLocation, useParams } from 'react-router-dom';
import { ButtonLink, RetryButton } from '../ui/Button';
import { ReadFailed, NOT_REACHED } from '../ui/Notice';
import { Share } from '../ui/Share';
import { Loading } from '../ui/Skeleton';
import { business, TRADE_IN_TOWN } from '../shared/business/businessFacts';
import { PageHead } from '../shared/PageHead';
import { ToLanding } from '../shared/ToLanding';
import { useServices } from '../shared/services';
import { useIsHydrated } from '../ui/hooks';
import { useRead } from '../shared/loading/useRead';
import { isWhole, type NamedWork } from '../shared/works/worksStore';
import { WorkArticle, WorkBegun, WorkLoading } from './WorkArticle';
import styles from './WorkPage.module.css';
import { Icon } from '../ui/Icon';
import { Link } from '../ui/Link';
import { classNames, noBreakBeforeDash } from '../ui/stringHelpers';
import type { ReadFailure } from '../lib/results';
import {
  useCardInMemory,
  useMonthOf,
  useWorkInMemory,
  useWorks,
  useAdjacentWorks,
} from '../shared/works/useWorks';

interface WorkPageProps {
  reviewsOf: (work: GalleryWork) => ReactElement;
}

/** The page of one work. If the server says that the work does not exist, the visitor is led to the landing page. */
export function WorkPage({ reviewsOf }: WorkPageProps) {
  const { id = '' } = useParams();
  const { work, card, failure, retry } = useWork(id);
  const isGone = failure === 'missing';
  const isHydrated = useIsHydrated();
  const name = [card?.title ?? OUR_WORK, useMonthOf(id)].filter(Boolean).join(', ');

  // No canonical address in the prerendered shell, which serves all works, and none for a missing work.
  const path = (isHydrated || work) && !isGone ? `/work/${encodeURIComponent(id)}` : undefined;
  return (
    <div className={classNames(styles.page, isNoticeAlone(card, failure) && styles.short)}>
      <PageHead
        title={`${name} | ${TRADE_IN_TOWN}`}
        description={descriptionOf(name)}
        path={path}
        isUnlisted={isGone}
      />
      {work ? (
        <>
          <WorkArticle work={work} />
          <WorkFooter work={work} />
          {reviewsOf(work)}
        </>
      ) : (
        <UnreadWork card={card} failure={isGone ? undefined : failure} onRetry={retry} />
      )}
      {isGone && <ToMeant id={id} />}
    </div>
  );
}

/**
 * The title of a work page before the work is known. A function writes the work's own in its place in the head
 * (functions/src/core/livePages.ts).
 */
const OUR_WORK = 'Our work';

/**
 * Leads on from an address that has taken the end of its sentence along: to the work without that, or to the landing
 * page.
 */
function ToMeant({ id }: { id: string }) {
  const { search, hash } = useLocation();
  const meant = withoutSentenceEnd(id);
  if (meant === id) return <ToLanding />;
  return <Navigate to={{ pathname: `/work/${encodeURIComponent(meant)}`, search, hash }} replace />;
}

function withoutSentenceEnd(id: string) {
  let end = id.length;
  while (end > 0 && ').,'.includes(id[end - 1]!)) end -= 1;
  return id.slice(0, end);
}

const isNoticeAlone = (card: GalleryCard | undefined, failure: ReadFailure | undefined) =>
  failure !== undefined && failure !== 'missing' && !card;

const descriptionOf = (name: string) =>
  `${name}: ${business.trade.toLowerCase()} by ${business.name} in ${business.area}, with pictures before and after and what clients say.`;

interface UnreadWorkProps {
  card: GalleryCard | undefined;
  failure: ReadFailure | undefined;
  onRetry(): void;
}

/** What is shown of a work before it is read, or when it could not be: its card, if that is in memory. */
function UnreadWork({ card, failure, onRetry }: UnreadWorkProps) {
  const failed = failure && <WorkFailed failure={failure} onRetry={onRetry} />;
  if (card) {
    return (
      <WorkBegun card={card}>
        {failed ?? <Loading label="Loading this work…" className={styles.loadingSides} />}
      </WorkBegun>
    );
  }
  if (!failed) return <WorkLoading />;
  return (
    <div className={styles.unavailable}>
      <h1 className={styles.title}>{OUR_WORK}</h1>
      {failed}
    </div>
  );
}

/** One work. It is shown at once if it is in memory, and read unless this visit has read all of it with the gallery. */
function useWork(id: string) {
  const { gallery: port } = useServices();
  const { gallery = [] } = useWorks();
  const inMemory = useWorkInMemory(id);
  const isFresh = gallery.some((work) => work.id === id && isWhole(work));
  const read = useCallback((signal: AbortSignal) => port.work(id, signal), [port, id]);
  const { value, failure, reload } = useRead(isFresh ? undefined : read);

  // A definite 404 counts more than the work of a prerendered page.
  const work = isFresh ? inMemory : (value ?? (failure === 'missing' ? undefined : inMemory));
  const ofList = useCardInMemory(failure === 'missing' ? undefined : id);
  // A work that was read by its id is in no list.
  return { work, card: work ?? ofList, failure: work ? undefined : failure, retry: reload };
}

/** Says that a work could not be read. It may exist, so the visitor can try again. */
function WorkFailed({ failure, onRetry }: { failure: ReadFailure; onRetry(): void }) {
  return (
    <ReadFailed
      failure={failure}
      offline={[
        'You are offline and this work is not saved on this device yet.',
        'It opens here as soon as you are back online.',
      ]}
      failed={['This work did not load.', NOT_REACHED]}
      action={
        <div className={styles.actions}>
          <RetryButton onClick={onRetry} />
          <ButtonLink variant="quiet" href="/#gallerySection">
            See more works
          </ButtonLink>
        </div>
      }
    />
  );
}

export const requestLike = (title: string): string =>
  `/?like=${encodeURIComponent(title)}#request-service`;

export function WorkFooter({ work: { id, title } }: { work: GalleryWork }) {
  const { previous, next } = useAdjacentWorks(id);
  return (
    <div className={styles.footer}>
      <ButtonLink variant="primary" icon="brush" href={requestLike(title)} rel="nofollow">
        I want something like this
      </ButtonLink>{' '}
      <ButtonLink href="/work">All our work</ButtonLink>
      <Share key={id} title={title} path={`/work/${encodeURIComponent(id)}`} />
      {(previous ?? next) && (
        <nav aria-label="More works" className={styles.adjacentWorks}>
          {previous && <AdjacentWork work={previous} rel="prev" />}{' '}
          {next && <AdjacentWork work={next} rel="next" />}
        </nav>
      )}
    </div>
  );
}

const LABELS = { prev: 'Previous work', next: 'Next work' };

function AdjacentWork({ work: { id, title }, rel }: { work: NamedWork; rel: keyof typeof LABELS }) {
  return (
    <Link to={`/work/${encodeURIComponent(id)}`} rel={rel} className={styles.adjacentWork}>
      <Icon name="arrow" size="1.25rem" />
      <span>
        <span className={styles.adjacentLabel}>{LABELS[rel]}</span>{' '}
        <span className={styles.adjacentTitle} dir="auto">
          {noBreakBeforeDash(title)}
        </span>
      </span>
    </Link>
  );
}
