import { useCallback, useEffect, useRef, useState } from 'react';
import { MAX_WORK_PICTURES } from '../../domain/constants';
import { hasOtherShape } from '../../domain/pictureShape';
import { log } from '../../lib/log';
import { ACCEPT } from '../../pictures/imageTypes';
import type { PreparedWorkPicture } from '../../pictures/prepareWorkPicture';
import { Spinner } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { Alert } from '../../ui/Notice';
import { classNames } from '../../ui/stringHelpers';
import type { KeptWorkPort } from '../ports';
import { namesOf, PICTURE_PROBLEM_TEXTS } from './editorTexts';
import type { WorkEditorView } from './useWorkEditor';
import styles from './WorkPictures.module.css';
import { coverOf, roomFor, type Side, type WorkPicture } from '../../../machines/workEditorContext';

const SIDES = [
  { side: 'before', title: 'Before', add: 'Add before pictures' },
  { side: 'after', title: 'After', add: 'Add after pictures' },
] as const satisfies { side: Side; title: string; add: string }[];

interface WorkPicturesProps extends WorkEditorView {
  kept: KeptWorkPort;
}

/** The pictures of the work in two columns. Those beside each other become a slider on the work's page. */
export function WorkPictures(view: WorkPicturesProps) {
  const { pictures, leftOut, choose } = view;
  const [sizes, setSizes] = useState<Record<string, Size>>({});
  const onSize = useCallback(
    (id: string, size: Size) => setSizes((known) => ({ ...known, [id]: size })),
    [],
  );
  const after = pictures.filter(({ side }) => side === 'after');
  /** Whether the slider shows a picture before that is of another shape than the one after. */
  const isFitted = ({ id, side }: WorkPicture, index: number) =>
    side === 'before' && hasOtherShape(sizes[id], sizes[after[index]?.id ?? '']);
  const hasRoom = roomFor(pictures) > 0;
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>Pictures</legend>
      <p className={styles.hint}>
        {`Up to ${MAX_WORK_PICTURES}. A before and an after picture beside each other become a slider, so take both from the same place.`}
      </p>
      {leftOut.length > 0 && (
        <Alert>{`A work has at most ${MAX_WORK_PICTURES} pictures. Not added: ${namesOf(leftOut)}`}</Alert>
      )}
      <div className={styles.columns}>
        {SIDES.map(({ side, title, add }) => {
          const own = pictures.filter((picture) => picture.side === side);
          return (
            <div key={side} className={styles.column}>
              <h2 className={styles.side}>{title}</h2>
              <ol role="list" className={styles.list}>
                {own.map((picture, index) => (
                  <li key={picture.id}>
                    <ChosenPicture
                      {...view}
                      picture={picture}
                      label={`${title} ${index + 1}`}
                      note={isFitted(picture, index) ? fittedNote(index) : undefined}
                      onSize={onSize}
                      isFirst={index === 0}
                      isLast={index === own.length - 1}
                    />
                  </li>
                ))}
              </ol>
              {hasRoom ? (
                <label className={styles.add}>
                  <FileInput onChoose={(files) => choose(side, files)} />
                  <Icon name="camera" />
                  <span>{add}</span>
                </label>
              ) : (
                <p className={styles.hint}>There is no room: remove a picture to add one here.</p>
              )}
            </div>
          );
        })}
      </div>
    </fieldset>
  );
}

const fittedNote = (index: number) =>
  `Another shape than After ${index + 1}: the slider shows all of it, with a margin. Hold the phone the same way for both.`;

/** `onChoose` is the one of the first rendering. */
function FileInput({ onChoose }: { onChoose(files: File[]): void }) {
  const element = useRef<HTMLInputElement>(null);
  const [choose] = useState(() => onChoose);
  useEffect(() => {
    const input = element.current!;
    // Not by React, and never removed: a phone may hand photos over seconds after its library was closed, and “Publish”
    // may have been pressed meanwhile. What comes then is told by name.
    input.addEventListener('change', () => {
      choose([...(input.files ?? [])]);
      // Emptied, so that the same file can be chosen again after it was removed.
      input.value = '';
    });
  }, [choose]);
  return <input ref={element} type="file" accept={ACCEPT} multiple className={styles.input} />;
}

interface ChosenPictureProps extends WorkPicturesProps {
  picture: WorkPicture;
  /** “After 2”. */
  label: string;
  /** What is said of it beside its problem. */
  note: string | undefined;
  /** Must stay the same. */
  onSize: OnSize;
  isFirst: boolean;
  isLast: boolean;
}

/** In pixels. */
type Size = Pick<PreparedWorkPicture, 'width' | 'height'>;
/** Tells the size of a picture that is prepared. */
type OnSize = (id: string, size: Size) => void;

function ChosenPicture(props: ChosenPictureProps) {
  const { picture, label, note, onSize, isFirst, isLast, send, kept, pictures, cover } = props;
  const { id, name, state, problem } = picture;
  const isCover = coverOf({ pictures, cover }) === id;
  return (
    <figure className={classNames(styles.item, state === 'unusable' && styles.unusable)}>
      <Preview picture={picture} label={label} kept={kept} onSize={onSize} />
      {state === 'unusable' && (
        <figcaption className={styles.problem}>
          <strong>{name}</strong> <span>{PICTURE_PROBLEM_TEXTS[problem ?? 'failed']}</span>
        </figcaption>
      )}
      {note && <figcaption className={styles.note}>{note}</figcaption>}
      <div className={styles.controls}>
        <ToolButton
          icon="arrow"
          turn={-90}
          label={`Move ${label} up`}
          isOff={isFirst}
          onPress={() => send({ type: 'picture.moved', id, by: -1 })}
        />
        <ToolButton
          icon="arrow"
          turn={90}
          label={`Move ${label} down`}
          isOff={isLast}
          onPress={() => send({ type: 'picture.moved', id, by: 1 })}
        />
        <ToolButton
          icon="trash"
          label={`Remove ${label}`}
          onPress={() => send({ type: 'picture.removed', id })}
        />
      </div>
      {state === 'ready' && (
        <label className={styles.card}>
          <input
            type="radio"
            name="work-cover"
            aria-label={`${label} on the card`}
            checked={isCover}
            onChange={() => send({ type: 'cover.chosen', id })}
          />
          <span>On the card</span>
        </label>
      )}
    </figure>
  );
}

interface ToolButtonProps {
  icon: 'arrow' | 'trash';
  /** Degrees. */
  turn?: number;
  label: string;
  isOff?: boolean;
  onPress(): void;
}

function ToolButton({ icon, turn, label, isOff, onPress }: ToolButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={isOff || undefined}
      className={styles.tool}
      onClick={({ currentTarget }) => {
        if (isOff) return;
        const list = currentTarget.closest('ol')!;
        const place = [...list.children].findIndex((item) => item.contains(currentTarget));
        onPress();
        requestAnimationFrame(() => {
          // A picture that changes its place takes its buttons along, and browsers drop the focus of what is moved. One
          // that was removed leaves it to the next one, or to the field below.
          const heir = list.children[Math.min(place, list.children.length - 1)];
          const next = currentTarget.isConnected
            ? currentTarget
            : (heir?.querySelector<HTMLElement>('button:last-of-type') ??
              list.parentElement!.querySelector<HTMLElement>('input[type=file]'));
          next?.focus();
        });
      }}
    >
      <span style={turn ? { rotate: `${turn}deg` } : undefined}>
        <Icon name={icon} />
      </span>
    </button>
  );
}

type PreviewProps = Pick<ChosenPictureProps, 'picture' | 'label' | 'kept' | 'onSize'>;

/** The narrowest rendering of a prepared picture; a sign before that. */
function Preview({ picture, label, kept, onSize }: PreviewProps) {
  const { id, name, state } = picture;
  const url = usePreview(id, state === 'ready', kept, onSize);
  if (url) return <img src={url} alt={`${label}: ${name}`} className={styles.image} />;
  return (
    <div className={styles.placeholder}>
      {state === 'unusable' ? (
        <Icon name="alert" size="2rem" />
      ) : (
        <>
          <Spinner />
          <span className={styles.hint}>Preparing…</span>
        </>
      )}
      <span className="visually-hidden">{`${label}: ${name}`}</span>
    </div>
  );
}

function usePreview(
  id: string,
  isReady: boolean,
  kept: KeptWorkPort,
  onSize: OnSize,
): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!isReady) return undefined;
    let made: string | undefined;
    let isOver = false;
    kept.prepared(id).then(
      (picture) => {
        const narrow = picture?.renderings[0];
        if (isOver || !narrow) return;
        onSize(id, { width: picture.width, height: picture.height });
        made = URL.createObjectURL(new Blob([narrow.bytes], { type: picture.type }));
        setUrl(made);
      },
      (error: unknown) => log('A preview could not be read.', error),
    );
    return () => {
      isOver = true;
      if (made) URL.revokeObjectURL(made);
    };
  }, [id, isReady, kept, onSize]);
  return isReady ? url : undefined;
}
