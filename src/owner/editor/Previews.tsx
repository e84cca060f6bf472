/** What the phone shows of pictures that nobody else has yet: each by itself, and the work as visitors will see it. */
import { useEffect, useRef, useState, type CSSProperties } from 'react';
import { WORK_CARD } from '../../domain/constants';
import { hasOtherShape } from '../../domain/pictureShape';
import type { WorkImage } from '../../domain/types';
import { log } from '../../lib/log';
import { Spinner } from '../../ui/Button';
import { Comparison } from '../../ui/Comparison';
import { Icon } from '../../ui/Icon';
import { Picture } from '../../ui/Picture';
import page from '../OwnerPage.module.css';
import { usePorts } from '../ports';
import type { WorkEditorView } from './useWorkEditor';
import { coverOf, type Side, type WorkPicture } from '../../../machines/workEditorContext';
import styles from './Previews.module.css';

/** What can be shown of a picture. `photo`: alike for two pictures of the same photo. */
interface Shown {
  image: WorkImage;
  photo: string;
}

/** By the ids of the pictures. */
export type AllShown = ReadonlyMap<string, Shown>;

/** What a preview needs: as wide as a phone, at two pixels for each of its own. */
const PREVIEW_WIDTH = 960;

/** The pictures as they are stored, or as the phone has prepared them. */
export function useShown(pictures: readonly WorkPicture[]): AllShown {
  const { kept } = usePorts();
  const [prepared, setPrepared] = useState<AllShown>(new Map());
  /** The addresses of the previews, which keep their bytes in memory; undefined while one is on its way. */
  const previews = useRef(new Map<string, string | undefined>());
  useEffect(() => {
    const inWork = new Set(pictures.map(({ id }) => id));
    forgetPreviews(previews.current, (id) => !inWork.has(id));
    for (const { id, state } of pictures) {
      if (state !== 'ready' || previews.current.has(id)) continue;
      previews.current.set(id, undefined);
      kept.prepared(id).then(
        (picture) => {
          // It was removed meanwhile, or the editor was closed.
          if (!picture || !previews.current.has(id)) return;
          const { renderings, type, width, height, hash } = picture;
          const fit = renderings.find((each) => each.width >= PREVIEW_WIDTH) ?? renderings[0]!;
          const url = URL.createObjectURL(new Blob([fit.bytes], { type }));
          previews.current.set(id, url);
          const found: Shown = { image: { url, width, height }, photo: hash };
          setPrepared((known) => new Map([...known, [id, found]]));
        },
        (error: unknown) => {
          log('A preview could not be read.', error);
          // With the next change of the pictures it is read again.
          previews.current.delete(id);
        },
      );
    }
  }, [pictures, kept]);
  useEffect(() => {
    const { current } = previews;
    return () => forgetPreviews(current, () => true);
  }, []);
  const stored = pictures.flatMap(({ id, image }) =>
    image ? [[id, { image, photo: image.url }] as const] : [],
  );
  return new Map([...prepared, ...stored]);
}

function forgetPreviews(
  previews: Map<string, string | undefined>,
  isGone: (id: string) => boolean,
): void {
  for (const [id, url] of previews) {
    if (!isGone(id)) continue;
    if (url !== undefined) URL.revokeObjectURL(url);
    previews.delete(id);
  }
}

/** For `--shape` in the style sheet. */
const shapeOf = ({ width, height }: WorkImage): CSSProperties =>
  width ? ({ '--shape': `${width} / ${height}` } as CSSProperties) : {};

export interface PreviewProps {
  picture: WorkPicture;
  /** “After 2”. */
  label: string;
  /** Undefined until it is prepared. */
  image: WorkImage | undefined;
}

/** A picture that is prepared or stored; a sign before that. */
export function Preview({ picture, label, image }: PreviewProps) {
  const { name, state } = picture;
  const alt = name ? `${label}: ${name}` : label;
  if (image) {
    return (
      <span className={styles.image}>
        <Picture image={{ ...image, alt }} alt={alt} sizes="45vw" />
      </span>
    );
  }
  return (
    <div className={styles.placeholder}>
      {state === 'unusable' ? (
        <Icon name="alert" size="2rem" />
      ) : (
        <>
          <Spinner />
          <span className={page.hint}>Preparing…</span>
        </>
      )}
      <span className="visually-hidden">{alt}</span>
    </div>
  );
}

interface AsVisitorsSeeItProps {
  view: WorkEditorView;
  sides: Record<Side, WorkPicture[]>;
  shown: AllShown;
}

/** The card and the sliders, large. A picture that is still being prepared is not there yet. */
export function AsVisitorsSeeIt({ view, sides, shown }: AsVisitorsSeeItProps) {
  const [isOpen, setIsOpen] = useState(false);
  const imageOf = (picture: WorkPicture | undefined) => shown.get(picture?.id ?? '')?.image;
  const card = shown.get(coverOf(view) ?? '')?.image;
  const pairs = sides.after.flatMap((picture, index) => {
    const [before, after] = [imageOf(sides.before[index]), imageOf(picture)];
    return before && after ? [{ before, after, number: index + 1 }] : [];
  });
  if (!card) return null;
  return (
    <details
      className={styles.seen}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary>See it as visitors will</summary>
      {isOpen && (
        <div className={styles.views}>
          <figure className={styles.view}>
            <span className={styles.cardPicture}>
              <Picture image={card} alt="The card’s picture" sizes="90vw" {...WORK_CARD} />
            </span>
            <figcaption className={page.hint}>
              The card in the gallery shows the middle of the picture.
            </figcaption>
          </figure>
          {pairs.map(({ before, after, number }) => (
            <figure key={number} className={styles.view} style={shapeOf(after)}>
              <Comparison
                label={`Compare Before ${number} and After ${number}`}
                className={styles.slider}
                before={
                  <span className={hasOtherShape(before, after) ? styles.fitted : styles.filled}>
                    <Picture image={before} alt="" sizes="90vw" />
                  </span>
                }
                after={
                  <span className={styles.filled}>
                    <Picture image={after} alt="" sizes="90vw" />
                  </span>
                }
              />
              <figcaption
                className={page.hint}
              >{`Before ${number} and After ${number}`}</figcaption>
            </figure>
          ))}
        </div>
      )}
    </details>
  );
}
