import {
  memo,
  startTransition,
  useDeferredValue,
  useEffect,
  useRef,
  useState,
  type MouseEvent,
} from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import type { GalleryWork } from '../domain/types';
import { Button, RetryButton } from '../ui/Button';
import { classNames } from '../ui/classNames';
import { Picture } from '../ui/Picture';
import { Skeleton } from '../ui/Skeleton';
import { tiedDashes } from '../ui/tiedDashes';
import { ReadFailed, SLOW_CONNECTION, StateNotice } from '../ui/Notice';
import { useKeptPictures } from '../shared/useKeptPictures';
import { useIsHydrated } from '../ui/useIsHydrated';
import { useGalleryFeed } from './feed';
import styles from './Gallery.module.css';
import { isOfKind, KIND_PARAMETER, kindIn, KINDS, kindsOf, type Kind } from './kinds';

/** How many cards are there at first, and how many more each time. */
const STEP = 40;
/**
 * How many cards this visit has shown; 0 at first. Coming back from a work, the page is at once as high as
 * it was, or the browser could not restore the scroll position.
 */
let reached = 0;

/** The section '#gallerySection': every completed work as a card. */
export function Gallery() {
  const { works, failure, retry } = useGalleryFeed();
  // Cards render in slices that typing and scrolling can interrupt.
  const shown = useDeferredValue(works);
  const [isBack] = useState(reached > 0);
  return (
    <section
      id="gallerySection"
      tabIndex={-1}
      aria-labelledby="gallery-title"
      className={classNames(styles.section, isBack && styles.again)}
    >
      <h2 id="gallery-title" className={styles.title}>
        Explore our work
      </h2>
      {shown ? (
        <Narrowed works={shown} />
      ) : failure ? (
        <ReadFailed
          failure={failure}
          offline={[
            'You are offline.',
            'The gallery is not saved on this device yet. It loads as soon as you are back online.',
          ]}
          failed={['The gallery did not load.', SLOW_CONNECTION]}
          action={<RetryButton onClick={retry} />}
        />
      ) : (
        <Loading />
      )}
    </section>
  );
}

/** The works of the kind that the address asks for, with the kinds there are. */
function Narrowed({ works }: { works: GalleryWork[] }) {
  const { search } = useLocation();
  // The prerendered page has all of them, and room for the choice.
  const isHydrated = useIsHydrated();
  const kind = kindIn(isHydrated ? search : '', works);
  const kinds = kindsOf(works);
  return (
    <>
      {kinds.length > 0 && (
        <div className={styles.kinds}>{isHydrated && <Kinds kinds={kinds} chosen={kind} />}</div>
      )}
      <Works works={kind ? works.filter((work) => isOfKind(work, kind)) : works} />
    </>
  );
}

function Kinds({ kinds, chosen }: { kinds: Kind[]; chosen: Kind | undefined }) {
  const navigate = useNavigate();
  return (
    <fieldset aria-label="Kinds of works" className={styles.choice}>
      {[undefined, ...kinds].map((kind) => (
        <button
          key={kind ?? 'all'}
          type="button"
          aria-pressed={kind === chosen}
          onClick={() =>
            void navigate(kind ? `/?${KIND_PARAMETER}=${kind}` : '/', { replace: true })
          }
          className={styles.kind}
        >
          {kind ? KINDS[kind].label : 'All'}
        </button>
      ))}
    </fieldset>
  );
}

function Works({ works }: { works: GalleryWork[] }) {
  const [limit, setLimit] = useState(reached || STEP);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // Whoever pressed the button goes on with the first new card.
    if (reached > 0 && limit > reached)
      list.current?.children[reached]?.querySelector('a')?.focus();
    reached = limit;
  }, [limit]);
  useKeptPictures(Math.min(works.length, limit));
  if (works.length === 0) {
    return (
      <StateNotice icon="kitchen" title="Our first works are on their way here.">
        Come back soon, or send us a request and yours may be the first.
      </StateNotice>
    );
  }
  const hasMore = works.length > limit;
  return (
    <>
      <ul ref={list} className={styles.grid}>
        {works.slice(0, limit).map((work, index) => (
          <WorkCard
            key={work.id}
            work={work}
            number={index + 1}
            total={hasMore ? works.length : undefined}
          />
        ))}
      </ul>
      {hasMore && (
        <div className={styles.more}>
          <Button onClick={() => startTransition(() => setLimit(limit + STEP))}>
            Show more works
          </Button>
        </div>
      )}
    </>
  );
}

/** Lets the pressed card's picture become the work page's cover where view transitions exist. */
function markForTransition(event: MouseEvent<HTMLElement>) {
  const media = event.currentTarget.querySelector<HTMLElement>('[data-media]');
  if (media) media.style.setProperty('view-transition-name', 'work-cover');
}

interface WorkCardProps {
  work: GalleryWork;
  /** Its place in the gallery, from 1. */
  number: number;
  /** Of how many, where not all of them are in the list yet. */
  total: number | undefined;
}

/** One work: its cover's thumbnail over its title, like a paint chip. */
const WorkCard = memo(function WorkCard({ work, number, total }: WorkCardProps) {
  const { cover } = work;
  return (
    <li className={styles.item} aria-posinset={total && number} aria-setsize={total}>
      <Link
        to={`/work/${encodeURIComponent(work.id)}`}
        className={styles.card}
        onClick={markForTransition}
      >
        <span className={styles.media} data-media="">
          <Picture
            image={{ ...cover, url: cover.thumb || cover.url }}
            alt=""
            sizes="(max-width: 20em) 92vw, (max-width: 56.24em) 46vw, 23rem"
            width={800}
            height={600}
          />
        </span>
        <span className={styles.caption}>
          <span className={styles.name} dir="auto">
            {tiedDashes(work.title)}
          </span>
        </span>
      </Link>
    </li>
  );
});

function Loading() {
  return (
    <div className={styles.grid} aria-busy="true">
      <span className="visually-hidden">Loading our work…</span>
      {/* As many as fill a screen. */}
      {Array.from({ length: 8 }, (_, index) => (
        <div key={index} className={styles.card}>
          <Skeleton className={styles.loadingMedia} />
          <div className={styles.caption}>
            <Skeleton className={styles.loadingTitle} />
          </div>
        </div>
      ))}
    </div>
  );
}
