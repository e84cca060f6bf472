import { startTransition, useDeferredValue, useEffect, useRef, useState } from 'react';
import type { ReadFailure } from '../../domain/ports';
import type { GalleryWork } from '../../domain/types';
import { Button } from '../../ui/Button';
import { classNames } from '../../ui/classNames';
import { Skeleton } from '../../ui/Skeleton';
import { StateNotice } from '../../ui/StateNotice';
import { VisuallyHidden } from '../../ui/VisuallyHidden';
import styles from './Gallery.module.css';
import { useGallery } from './useGallery';
import { WorkCard } from './WorkCard';

/** How many cards are there at first, and how many more each time. */
const STEP = 60;
/**
 * How many cards this visit has come to; 0 until then. Who comes back from a work gets a page that is as
 * high as it was at once, or the browser could not scroll to where they were.
 */
let reached = 0;

/** The section '#gallerySection': every completed work as a card. */
export function Gallery() {
  const { works, failure, retry } = useGallery();
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
        <Works works={shown} />
      ) : failure ? (
        <Failed failure={failure} onRetry={retry} />
      ) : (
        <Loading />
      )}
    </section>
  );
}

function Works({ works }: { works: GalleryWork[] }) {
  const [limit, setLimit] = useState(reached || STEP);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // Who pressed the button goes on with the first new one.
    if (reached > 0 && limit > reached)
      list.current?.children[reached]?.querySelector('a')?.focus();
    reached = limit;
  }, [limit]);
  if (works.length === 0) {
    return (
      <StateNotice icon="doors" title="Our first works are on their way here.">
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

function Failed({ failure, onRetry }: { failure: ReadFailure; onRetry: () => void }) {
  const retry = (
    <Button icon="retry" onClick={onRetry}>
      Try again
    </Button>
  );
  return failure === 'offline' ? (
    <StateNotice icon="wifi-off" title="You are offline." action={retry}>
      The gallery is not saved on this device yet. It loads as soon as you are back online.
    </StateNotice>
  ) : (
    <StateNotice icon="cloud-wait" title="The gallery did not load." action={retry}>
      Something between you and us did not work. Your connection may be slow right now.
    </StateNotice>
  );
}

/** As many as a phone's visitor scrolls past before the works arrive. */
const PLACEHOLDERS = [1, 2, 3, 4, 5, 6, 7, 8];

function Loading() {
  return (
    <div className={styles.grid} aria-busy="true">
      <VisuallyHidden>Loading our work…</VisuallyHidden>
      {PLACEHOLDERS.map((key) => (
        <div key={key} className={styles.card}>
          <Skeleton className={styles.loadingMedia} />
          <div className={styles.caption}>
            <Skeleton className={styles.loadingTitle} />
          </div>
        </div>
      ))}
    </div>
  );
}
