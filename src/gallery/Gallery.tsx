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
import type { GalleryCard } from '../domain/types';
import { Button, RetryButton } from '../ui/Button';
import { classNames, noBreakBeforeDash } from '../ui/stringHelpers';
import { Picture } from '../ui/Picture';
import { Skeleton } from '../ui/Skeleton';
import { ReadFailed, NOT_REACHED, StateNotice } from '../ui/Notice';
import { useCachedPictures } from '../shared/useCachedPictures';
import { useIsHydrated } from '../ui/hooks';
import { useGalleryFeed } from './feed';
import styles from './Gallery.module.css';
import { isOfKind, KIND_PARAMETER, kindIn, KINDS, kindsOf, type Kind } from './kinds';

/** How many cards are shown at first, and how many more after each press of the button. */
const PAGE_SIZE = 40;
/**
 * How many cards the gallery has shown in this visit; 0 before the first time. A visitor who comes back from
 * a work gets as many cards at once: the page must have its old height, so that the browser can restore the
 * scroll position.
 */
let cardsShown = 0;

/** The section `#gallerySection`: every completed work as a card. */
export function Gallery() {
  const { works, failure, retry } = useGalleryFeed();
  // Deferred: React renders the cards in slices, which typing and scrolling can interrupt.
  const shown = useDeferredValue(works);
  const [isReturning] = useState(cardsShown > 0);
  return (
    <section
      id="gallerySection"
      tabIndex={-1}
      aria-labelledby="gallery-title"
      className={classNames(styles.section, isReturning && styles.returning)}
    >
      <h2 id="gallery-title" className={styles.title}>
        Explore our work
      </h2>
      {shown ? (
        <FilteredWorks works={shown} />
      ) : failure ? (
        <ReadFailed
          failure={failure}
          offline={[
            'You are offline.',
            'The gallery is not saved on this device yet. It loads as soon as you are back online.',
          ]}
          failed={['The gallery did not load.', NOT_REACHED]}
          action={<RetryButton onClick={retry} />}
        />
      ) : (
        <Loading />
      )}
    </section>
  );
}

/** The buttons for the kinds of works, and the works of the kind that the address names. */
function FilteredWorks({ works }: { works: GalleryCard[] }) {
  const { search } = useLocation();
  // The prerendered page shows all works, and an empty place of the same height as the buttons.
  const isHydrated = useIsHydrated();
  const kind = kindIn(isHydrated ? search : '', works);
  const kinds = kindsOf(works);
  return (
    <>
      {kinds.length > 0 && (
        <div className={styles.kinds}>
          {isHydrated && <KindButtons kinds={kinds} chosen={kind} />}
        </div>
      )}
      <Works works={kind ? works.filter((work) => isOfKind(work, kind)) : works} />
    </>
  );
}

function KindButtons({ kinds, chosen }: { kinds: Kind[]; chosen: Kind | undefined }) {
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

function Works({ works }: { works: GalleryCard[] }) {
  const [limit, setLimit] = useState(cardsShown || PAGE_SIZE);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // After a press of the button the first new card gets the focus.
    if (cardsShown > 0 && limit > cardsShown) {
      list.current?.children[cardsShown]?.querySelector('a')?.focus();
    }
    cardsShown = limit;
  }, [limit]);
  useCachedPictures(Math.min(works.length, limit));
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
          <Button onClick={() => startTransition(() => setLimit(limit + PAGE_SIZE))}>
            Show more works
          </Button>
        </div>
      )}
    </>
  );
}

/** Lets the view transition turn the pressed card's picture into the cover of the work's page. */
function markForTransition(event: MouseEvent<HTMLElement>) {
  const media = event.currentTarget.querySelector<HTMLElement>('[data-media]');
  if (media) media.style.setProperty('view-transition-name', 'work-cover');
}

interface WorkCardProps {
  work: GalleryCard;
  /** Its position in the gallery, from 1. */
  number: number;
  /** The number of works in the gallery. Only given while the list does not show all of them. */
  total: number | undefined;
}

/** A card: the thumbnail of the work's cover above its title, like a paint chip. */
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
            {noBreakBeforeDash(work.title)}
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
      {/* Eight cards fill a screen. */}
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
