import { memo, type MouseEvent } from 'react';
import { Link } from 'react-router-dom';
import type { GalleryWork } from '../../domain/types';
import { Picture } from '../../ui/Picture';
import styles from './Gallery.module.css';

/** Lets the pressed card's picture become the work page's cover where view transitions exist. */
function markForTransition(event: MouseEvent<HTMLElement>) {
  const media = event.currentTarget.querySelector<HTMLElement>('[data-media]');
  if (media) media.style.setProperty('view-transition-name', 'work-cover');
}

/** One work: its cover's thumbnail over a caption like a paint chip's. */
export const WorkCard = memo(function WorkCard({
  work,
  number,
  total,
}: {
  work: GalleryWork;
  /** Its place in the gallery, from 1. */
  number: number;
  /** Of how many, where not all of them are in the list yet. */
  total?: number | undefined;
}) {
  const { cover } = work;
  const placeholder = cover.placeholder && { backgroundImage: `url(${cover.placeholder})` };
  return (
    <li className={styles.item} aria-posinset={total && number} aria-setsize={total}>
      <Link
        to={`/work/${encodeURIComponent(work.id)}`}
        className={styles.card}
        onClick={markForTransition}
      >
        <span className={styles.media} data-media="" style={placeholder || undefined}>
          <Picture
            image={{ ...cover, url: cover.thumb || cover.url }}
            alt=""
            sizes="(max-width: 559px) 92vw, (max-width: 899px) 46vw, 23rem"
            width={800}
            height={600}
          />
        </span>
        <span className={styles.caption}>
          <span className={styles.name} dir="auto">
            {work.title}
          </span>
          <span className={styles.number} aria-hidden="true">
            No. {number}
          </span>
        </span>
      </Link>
    </li>
  );
});
