import type { GalleryWork } from '../../domain/types';
import { Comparison } from '../../ui/Comparison';
import { Picture } from '../../ui/Picture';
import { FullSizePicture } from './FullSizePicture';
import { PictureGrid } from './PictureGrid';
import { WorkHeader } from './WorkHeader';
import styles from './WorkPage.module.css';

const COVER_SIZES = '(max-width: 899px) 100vw, (max-width: 1280px) 54vw, 680px';
const COMPARISON_SIZES = '(max-width: 900px) 100vw, 832px';

/** The work itself. What the owner did not fill in is left out. */
export function WorkArticle({ work }: { work: GalleryWork }) {
  const before = work.before ?? [];
  const after = work.after ?? [];
  const isComparable = Boolean(before[0]?.url && after[0]?.url);
  return (
    <article className={styles.article}>
      <WorkHeader
        title={work.title}
        cover={
          <FullSizePicture
            image={work.cover}
            alt={`${work.title}, finished`}
            sizes={COVER_SIZES}
            loading="high"
            className={styles.cover}
          />
        }
      />
      {isComparable && (
        <section aria-labelledby="comparison-title" className={styles.comparison}>
          <h2 id="comparison-title">Drag to see the difference</h2>
          <Comparison
            label={`Compare ${work.title} before and after`}
            before={<Picture image={before[0]} alt="" sizes={COMPARISON_SIZES} />}
            after={<Picture image={after[0]} alt="" sizes={COMPARISON_SIZES} />}
          />
        </section>
      )}
      <div className={styles.sides}>
        <PictureGrid title="Before" work={work.title} images={before} />
        <PictureGrid title="After" work={work.title} images={after} />
      </div>
    </article>
  );
}
