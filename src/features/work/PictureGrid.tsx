import type { WorkImage } from '../../domain/types';
import { FullSizePicture } from './FullSizePicture';
import styles from './PictureGrid.module.css';

interface PictureGridProps {
  title: 'Before' | 'After';
  /** The work's title, for alternative texts. */
  work: string;
  images: readonly Partial<WorkImage>[];
}

const SIZES = '(max-width: 899px) 46vw, 18rem';

/** All pictures of one side; each opens in full size. */
export function PictureGrid({ title, work, images }: PictureGridProps) {
  const id = `${title.toLowerCase()}-title`;
  return (
    <section aria-labelledby={id} className={styles.side}>
      <h2 id={id}>{title}</h2>
      {images.length === 0 ? (
        <p className={styles.none}>No pictures yet.</p>
      ) : (
        <ul className={styles.grid}>
          {images.map((image, index) => (
            // Pictures have no id, and the same address may stand twice.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index}>
              <FullSizePicture
                image={image}
                alt={`${work}, ${title.toLowerCase()}, picture ${index + 1}`}
                sizes={SIZES}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
