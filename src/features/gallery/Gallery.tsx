import { useDeferredValue, useLayoutEffect, useRef, useState, type CSSProperties } from 'react';
import { flushSync } from 'react-dom';
import type { ReadFailure } from '../../domain/ports';
import type { GalleryWork } from '../../domain/types';
import { Button } from '../../ui/Button';
import { classNames } from '../../ui/classNames';
import { Skeleton } from '../../ui/Skeleton';
import { StateNotice } from '../../ui/StateNotice';
import { VisuallyHidden } from '../../ui/VisuallyHidden';
import styles from './Gallery.module.css';
import { useGallery } from './useGallery';
import { useSteps } from './useSteps';
import { visit } from './visit';
import { WorkCard } from './WorkCard';

/** The section '#gallerySection': every completed work as a card. */
export function Gallery() {
  const { works, failure, retry } = useGallery();
  // A long gallery renders in slices that typing and scrolling can interrupt.
  const shown = useDeferredValue(works);
  const [cardHeight] = useState(visit.cardHeight);
  return (
    <section
      id="gallerySection"
      tabIndex={-1}
      aria-labelledby="gallery-title"
      className={classNames(styles.section, cardHeight > 0 && styles.again)}
      style={cardHeight > 0 ? ({ '--card': `${cardHeight}px` } as CSSProperties) : undefined}
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
  if (works.length === 0) {
    return (
      <StateNotice icon="doors" title="Our first works are on their way here.">
        Come back soon, or send us a request and yours may be the first.
      </StateNotice>
    );
  }
  return <Cards works={works} />;
}

/** The cards near the viewport and all before them. */
function Cards({ works }: { works: GalleryWork[] }) {
  const { shown, more, end } = useSteps(works.length);
  const list = useRef<HTMLUListElement>(null);
  const rest = works.length - shown;
  useLayoutEffect(() => {
    const grid = list.current;
    return () => {
      visit.cardHeight = grid?.querySelector('li')?.offsetHeight ?? 0;
    };
  }, []);
  const onMore = () => {
    flushSync(more);
    // Who pressed it goes on with the first new one.
    list.current?.children[shown]?.querySelector('a')?.focus();
  };
  return (
    <>
      <ul ref={list} className={styles.grid}>
        {works.slice(0, shown).map((work, index) => (
          <WorkCard
            key={work.id}
            work={work}
            number={index + 1}
            total={rest > 0 ? works.length : undefined}
          />
        ))}
      </ul>
      {rest > 0 && (
        <div ref={end} className={styles.more}>
          <Button onClick={onMore}>Show more works</Button>
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
