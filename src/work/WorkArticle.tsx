import { useReducer, useState, type CSSProperties, type ReactElement, type ReactNode } from 'react';
import type { GalleryCard, GalleryWork, WorkImage } from '../domain/types';
import { ButtonLink } from '../ui/Button';
import { hasOtherShape } from '../domain/pictureShape';
import { classNames, noBreakBeforeDash } from '../ui/stringHelpers';
import { Comparison } from '../ui/Comparison';
import { StateNotice } from '../ui/Notice';
import { MissingPictures, Picture, type PictureProps } from '../ui/Picture';
import { LoadingWords, Skeleton } from '../ui/Skeleton';
import { business } from '../shared/business/businessFacts';
import { useWhatsappLink } from '../shared/business/contactLinks';
import { useCachedPictures } from '../shared/works/useWorks';
import styles from './WorkPage.module.css';

const COVER_SIZES = '(max-width: 56.24em) 100vw, (max-width: 80em) 54vw, max(680px, 33vw)';
const COMPARISON_SIZES = '(max-width: 80em) 96vw, max(1216px, 58.6vw)';

/** Sets `--shape` of the style sheet: room is kept for a picture in its own shape before it is there. */
const shapeOf = ({ width, height }: Partial<WorkImage> = {}): CSSProperties =>
  width ? ({ '--shape': `${width} / ${height}` } as CSSProperties) : {};

/** The work itself. Fields that the owner has not filled in are left out. */
export function WorkArticle({ work }: { work: GalleryWork }) {
  const before = work.before ?? [];
  const after = work.after ?? [];
  useCachedPictures(before.length + after.length);
  const [missing, addMissing] = useReducer((sum: number, more: number) => sum + more, 0);
  return (
    <MissingPictures value={addMissing}>
      <article className={styles.article}>
        <NamedHeader card={work} />
        {missing > 0 && (
          <StateNotice icon="wifi-off" title="Some pictures are not saved on this device yet.">
            They appear once you are back online. You can send a request all the same: it is kept on
            this device and leaves then.
          </StateNotice>
        )}
        <Pairs work={work} />
        <div className={styles.sides}>
          <ImageGrid title="Before" work={work.title} images={before} />
          <ImageGrid title="After" work={work.title} images={after} />
        </div>
      </article>
    </MissingPictures>
  );
}

/**
 * The slider. The pictures with the same position in both lists are a pair. It begins with a pair whose after-picture
 * is not the cover, if there is one: the cover is already shown above.
 */
function Pairs({ work: { title, cover, before = [], after = [] } }: { work: GalleryWork }) {
  const pairs = after
    .map((image, index) => ({ before: before[index], after: image }))
    .filter((pair) => pair.before?.url && pair.after.url);
  const [chosen, setChosen] = useState<number>();
  const first = pairs.findIndex((pair) => pair.after.url !== cover?.url);
  const shown = chosen ?? Math.max(first, 0);
  const pair = pairs[shown];
  if (!pair) return null;
  return (
    <section
      aria-labelledby="comparison-title"
      className={styles.comparison}
      style={shapeOf(pair.after)}
    >
      <h2 id="comparison-title">Drag to see the difference</h2>
      <Comparison
        label={`Compare ${title} before and after`}
        className={styles.slider}
        before={
          <span className={hasOtherShape(pair.before, pair.after) ? styles.fitted : ''}>
            <Picture key={shown} image={pair.before} alt="" sizes={COMPARISON_SIZES} />
          </span>
        }
        after={<Picture key={shown} image={pair.after} alt="" sizes={COMPARISON_SIZES} />}
      />
      {pairs.length > 1 && (
        <fieldset aria-label="Pictures to compare" className={styles.pairs}>
          {pairs
            .map((_, index) => `Pair ${index + 1}`)
            .map((name, index) => (
              <button
                key={name}
                type="button"
                aria-pressed={index === shown}
                onClick={() => setChosen(index)}
                className={styles.pair}
              >
                {name}
              </button>
            ))}
        </fieldset>
      )}
    </section>
  );
}

/** A work's page while only its card is known. `children`: what is said instead of its other pictures. */
export function WorkBegun({ card, children }: { card: GalleryCard; children: ReactNode }) {
  return (
    <article className={styles.article}>
      <NamedHeader card={card} />
      <div>{children}</div>
    </article>
  );
}

function NamedHeader({ card: { title, cover } }: { card: GalleryCard }) {
  return (
    <WorkHeader
      title={noBreakBeforeDash(title)}
      cover={
        <FullSizeImage
          image={cover}
          alt={`${title}, finished`}
          sizes={COVER_SIZES}
          loading="high"
          className={styles.cover}
        />
      }
    />
  );
}

/** A work's page while nothing of the work is known. It is also the prerendered shell of `/work/*`. */
export function WorkLoading() {
  return (
    <WorkHeader
      title={
        <>
          <span aria-busy="true">
            <LoadingWords>Loading this work…</LoadingWords>
            <Skeleton className={styles.loadingTitle} />
          </span>
          <noscript>This work cannot be shown without JavaScript.</noscript>
        </>
      }
      cover={<Skeleton className={styles.loadingCover} />}
    />
  );
}

interface WorkHeaderProps {
  title: ReactNode;
  cover: ReactElement;
}

function WorkHeader({ title, cover }: WorkHeaderProps) {
  const whatsapp = useWhatsappLink();
  return (
    <header className={styles.head}>
      <ButtonLink variant="quiet" icon="arrow" href="/#gallerySection" className={styles.back}>
        See more works
      </ButtonLink>
      <h1 className={styles.title} dir="auto">
        {title}
      </h1>
      {cover}
      <div className={styles.words}>
        <p className={styles.blurb}>{business.blurb}</p>
        <div className={styles.actions}>
          <ButtonLink variant="primary" icon="brush" href="/#request-service">
            Request service
          </ButtonLink>{' '}
          <ButtonLink icon="whatsapp" href={whatsapp} external>
            Contact us
          </ButtonLink>
        </div>
      </div>
    </header>
  );
}

/** A picture that opens in full size in a new tab. Without an address it opens nothing. */
function FullSizeImage({ className, ...props }: PictureProps & { className?: string | undefined }) {
  const { image } = props;
  const picture = <Picture {...props} />;
  const look = { className: classNames(styles.frame, className), style: shapeOf(image) };
  if (!image?.url) return <span {...look}>{picture}</span>;
  return (
    <a href={image.url} target="_blank" rel="noopener noreferrer" {...look}>
      {picture}
      <span className="visually-hidden">(opens full size in a new tab)</span>
    </a>
  );
}

interface ImageGridProps {
  title: 'Before' | 'After';
  /** The title of the work, for the alternative texts. */
  work: string;
  images: readonly Partial<WorkImage>[];
}

const SIZES = '(max-width: 56.24em) 46vw, 18rem';

function ImageGrid({ title, work, images }: ImageGridProps) {
  const id = `${title.toLowerCase()}-title`;
  return (
    <section aria-labelledby={id} className={styles.side}>
      <h2 id={id}>{title}</h2>
      {images.length === 0 ? (
        <p className={styles.none}>No pictures yet.</p>
      ) : (
        <ul role="list" className={styles.pictures}>
          {images.map((image, index) => (
            // Images have no id, and two of them may have the same address.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index}>
              <FullSizeImage
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
