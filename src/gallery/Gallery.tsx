/** The gallery on the landing page. Where the works come from is `feed.ts`; `data/` reads them. */
import {
  memo,
  useCallback,
  useEffect,
  useRef,
  useState,
  type MouseEvent,
  type RefObject,
} from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { GalleryCard } from '../domain/types';
import { RetryButton, Button, ButtonLink } from '../ui/Button';
import { classNames, noBreakBeforeDash } from '../ui/stringHelpers';
import { Picture } from '../ui/Picture';
import { LoadingWords, Skeleton } from '../ui/Skeleton';
import { ReadFailed, NOT_REACHED, StateNotice } from '../ui/Notice';
import { useCachedPictures } from '../shared/works/useWorks';
import { useIsHydrated, useNetwork, useWhenOnline } from '../ui/hooks';
import { useServices } from '../shared/services';
import { useGalleryFeed, type ReadMore } from './feed';
import styles from './Gallery.module.css';
import { isOfKind, KIND_PARAMETER, kindIn, KINDS, kindsOf, type Kind } from './workKinds';
import { createGalleryVisit, usePresentCards } from './presentCards';
import { Icon } from '../ui/Icon';
import { Link } from '../ui/Link';
import type { ReadFailure } from '../lib/results';

/** Looking for a kind of works reads at most so many pages at once. */
const PAGES_AT_ONCE = 5;

export function Gallery() {
  const { works, hasMore, more, failure, retry } = useGalleryFeed();
  // The page must have its old height at once, so that the browser can restore the scroll position.
  const visit = useServices().once(createGalleryVisit);
  const [isReturning] = useState(visit.wasShown);
  useEffect(() => {
    if (works) visit.markShown();
  }, [visit, works]);
  return (
    <>
      <section
        id="gallerySection"
        tabIndex={-1}
        aria-labelledby="gallery-title"
        className={classNames(styles.section, isReturning && styles.returning)}
      >
        <h2 id="gallery-title" className={styles.title}>
          Explore our work
        </h2>
        {works ? (
          <FilteredWorks works={works} hasMore={hasMore} more={more} />
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
      {/* Not below what stands in for the cards: they are higher, and would push it down. */}
      {(works ?? failure) && (
        <p className={styles.more}>
          <ButtonLink href="/work">All our work</ButtonLink>
        </p>
      )}
    </>
  );
}

interface FilteredWorksProps {
  works: readonly GalleryCard[];
  hasMore: boolean;
  more: ReadMore;
}

function FilteredWorks({ works, hasMore, more }: FilteredWorksProps) {
  const { search } = useLocation();
  // The prerendered page shows all works, and an empty place of the same height as the buttons.
  const isHydrated = useIsHydrated();
  const kind = kindIn(isHydrated ? search : '', works, hasMore);
  const kinds = kindsOf(works);
  const moreOfKind = useCallback(() => (kind ? readKind(kind, more) : more()), [kind, more]);
  return (
    <>
      {kinds.length > 0 && (
        <div className={styles.kinds}>
          {isHydrated && <KindButtons kinds={kinds} chosen={kind} />}
        </div>
      )}
      <Works
        key={kind}
        name={kind ?? 'all'}
        works={kind ? works.filter((work) => isOfKind(work, kind)) : works}
        more={hasMore ? moreOfKind : undefined}
      />
    </>
  );
}

/** Reads on until a page has works of this kind, for some pages at most. */
async function readKind(kind: Kind, more: ReadMore): ReturnType<ReadMore> {
  for (let pages = 1; ; pages += 1) {
    const result = await more();
    const isEnough = !result.ok || pages === PAGES_AT_ONCE || !result.value.next;
    if (isEnough || result.value.works.some((work) => isOfKind(work, kind))) return result;
  }
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

interface WorksProps {
  /** Which works: a kind, or all. A list that is left is known again by it. */
  name: string;
  works: readonly GalleryCard[];
  more?: ReadMore | undefined;
}

export function Works({ name, works, more }: WorksProps) {
  const list = useRef<HTMLUListElement>(null);
  const { press, forget } = useFocusOnNewCard(list, works.length);
  const { from, to, heightOf, measure } = usePresentCards(list, works.length, name);
  useCachedPictures(from === 0 && to === Infinity ? works.length : 0);
  if (works.length === 0 && !more) {
    return (
      <StateNotice icon="kitchen" title="Our first works are on their way here.">
        Come back soon, or send us a request and yours may be the first.
      </StateNotice>
    );
  }
  return (
    <>
      <ul role="list" ref={list} onClickCapture={measure} className={styles.grid}>
        {works.map((work, index) =>
          index >= from && index < to ? (
            <WorkCard
              key={work.id}
              work={work}
              number={more ? index + 1 : undefined}
              height={heightOf(index)}
            />
          ) : (
            <li key={work.id} className={styles.absent} style={{ height: heightOf(index) }} />
          ),
        )}
      </ul>
      {more && (
        <ShowMore isEmpty={works.length === 0} more={more} onPress={press} onFailure={forget} />
      )}
    </>
  );
}

/**
 * After a press of the button the first new card gets the focus, unless the visitor has moved it meanwhile. The
 * button may be gone by then, so this belongs to the list. `forget`: the press has failed. Cards that come later, when
 * the network is back, must not pull a visitor to them who reads elsewhere by then.
 */
function useFocusOnNewCard(list: RefObject<HTMLUListElement | null>, count: number) {
  const pressed = useRef<{ count: number; focused: Element | null }>(undefined);
  useEffect(() => {
    if (!pressed.current || count <= pressed.current.count) return;
    const { count: first, focused } = pressed.current;
    pressed.current = undefined;
    const { activeElement, body } = document;
    if (activeElement !== focused && activeElement !== body) return;
    list.current?.children[first]?.querySelector('a')?.focus();
  }, [list, count]);
  return {
    press() {
      pressed.current = { count, focused: document.activeElement };
    },
    forget() {
      pressed.current = undefined;
    },
  };
}

/** Lets the view transition turn the pressed card's picture into the cover of the work's page. */
function markForTransition(event: MouseEvent<HTMLElement>) {
  const media = event.currentTarget.querySelector<HTMLElement>('[data-media]');
  if (media) media.style.setProperty('view-transition-name', 'work-cover');
}

interface WorkCardProps {
  work: GalleryCard;
  /** The position of the work in the gallery, from 1. Only given while more works can be read. */
  number: number | undefined;
  /** The height of the card when the list was left, in pixels. The card has it again until it comes near the window. */
  height: number | undefined;
}

const shown = ({ work: { title, cover }, number, height }: WorkCardProps) =>
  JSON.stringify([title, cover, number, height]);

/** The page, the list and the listener bring the same work one after another, each as an object of its own. */
const showsSame = (before: WorkCardProps, now: WorkCardProps) =>
  (before.work === now.work && before.number === now.number && before.height === now.height) ||
  shown(before) === shown(now);

/** A card: the thumbnail of the work's cover above its title, like a paint chip. */
const WorkCard = memo(function WorkCard({ work, number, height }: WorkCardProps) {
  const { cover } = work;
  return (
    <li
      className={styles.item}
      style={height ? { containIntrinsicHeight: `auto ${height}px` } : undefined}
      aria-posinset={number}
      aria-setsize={number && -1}
    >
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
}, showsSame);

/** What stands in for the cards while nothing is known of them. */
export function Loading() {
  return (
    <div className={styles.grid} aria-busy="true">
      <LoadingWords>Loading our work…</LoadingWords>
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

interface ShowMoreProps {
  /** No card is shown yet: the next page is read without a press. */
  isEmpty: boolean;
  more: ReadMore;
  onPress(): void;
  /** The press has brought nothing. What comes later comes by itself. */
  onFailure(): void;
}

/**
 * The button for the next page of works. Where that cannot be read, it says so and tries again at a press, or by itself
 * when the network is back. It stays the same button, so that the keyboard's focus stays on it.
 */
export function ShowMore({ isEmpty, more, onPress, onFailure }: ShowMoreProps) {
  const [isReading, setIsReading] = useState(false);
  const [failure, setFailure] = useState<ReadFailure>();

  const read = async () => {
    if (isReading) return;
    setIsReading(true);
    setFailure(undefined);
    const result = await more();
    if (!result.ok) {
      setFailure(result.reason);
      onFailure();
    }
    setIsReading(false);
  };
  useEffect(() => {
    if (isEmpty) void read();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only where a list is empty, not for each new `read`
  }, [isEmpty]);
  useWhenOnline(failure !== undefined, () => void read());

  return (
    <div className={styles.more}>
      {/* Always there, so that screen readers announce what comes into it. */}
      <output className={styles.failure}>{failure && <Failure failure={failure} />}</output>
      <Button
        busy={isReading}
        icon={failure && 'retry'}
        onClick={() => {
          onPress();
          void read();
        }}
      >
        {isReading ? 'Loading more works…' : failure ? 'Try again' : 'Show more works'}
      </Button>
    </div>
  );
}

function Failure({ failure }: { failure: ReadFailure }) {
  // Where the browser believes that it is online, one server may be out of reach, or blocked.
  const isOffline = useNetwork() === 'offline' && failure === 'offline';
  return (
    <>
      <Icon name={isOffline ? 'wifi-off' : 'cloud-wait'} size="2rem" />
      <strong>
        {isOffline
          ? 'You are offline. More works are not saved on this device yet.'
          : 'More works did not load.'}
      </strong>
      <span className={styles.text}>
        {isOffline ? 'They load here as soon as you are back online.' : NOT_REACHED}
      </span>
    </>
  );
}
