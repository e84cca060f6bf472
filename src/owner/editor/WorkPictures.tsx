import { useEffect, useRef, useState, type CSSProperties } from 'react';
import { MAX_WORK_PICTURES } from '../../domain/constants';
import { hasOtherShape } from '../../domain/pictureShape';
import { ACCEPT } from '../../pictures/imageTypes';
import { Icon } from '../../ui/Icon';
import { Alert } from '../../ui/Notice';
import { classNames } from '../../ui/stringHelpers';
import { namesOf, PICTURE_PROBLEM_TEXTS } from './editorTexts';
import { AsVisitorsSeeIt, Preview, useShown, type AllShown, type PreviewProps } from './Previews';
import type { WorkEditorView } from './useWorkEditor';
import sharedStyles from '../../ui/Fields.module.css';
import page from '../OwnerPage.module.css';
import styles from './WorkPictures.module.css';
import { coverOf, roomFor, type Side, type WorkPicture } from '../../../machines/workEditorContext';

const SIDES = [
  { side: 'before', title: 'Before', add: 'Add before pictures' },
  { side: 'after', title: 'After', add: 'Add after pictures' },
] as const satisfies { side: Side; title: string; add: string }[];

/** The pictures of the work in two columns. Those beside each other become a slider on the work's page. */
export function WorkPictures(view: WorkEditorView) {
  const { pictures, stored, leftOut, choose } = view;
  const shown = useShown(pictures);
  const sides = {
    before: pictures.filter(({ side }) => side === 'before'),
    after: pictures.filter(({ side }) => side === 'after'),
  };
  const noteOf = (picture: WorkPicture, index: number): string | undefined => {
    const twin = twinOf(picture, sides, shown);
    if (twin) return `The same photo as ${twin}.`;
    const other = shown.get(sides.after[index]?.id ?? '');
    return picture.side === 'before' && hasOtherShape(shown.get(picture.id)?.image, other?.image)
      ? `Another shape than After ${index + 1}: the slider shows all of it, with a margin. Hold the phone the same way for both.`
      : undefined;
  };
  const rows = Math.max(1, sides.before.length, sides.after.length);
  const hasRoom = roomFor({ pictures, stored }) > 0;
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>Pictures</legend>
      <p className={page.hint}>
        {`Up to ${MAX_WORK_PICTURES}. A before and an after picture beside each other become a slider, so take both from the same place. The cover stands in the gallery.`}
      </p>
      {leftOut.length > 0 && (
        <Alert>
          {/* Where there is room, they came while the work was on its way. */}
          {hasRoom
            ? `Not added: ${namesOf(leftOut)}. You can choose them again.`
            : `A work has at most ${MAX_WORK_PICTURES} pictures. Not added: ${namesOf(leftOut)}`}
        </Alert>
      )}
      <div className={styles.columns} style={{ '--rows': rows } as CSSProperties}>
        {SIDES.map(({ side, title, add }) => {
          const own = sides[side];
          return (
            <div
              key={side}
              className={styles.column}
              style={{ '--own': own.length } as CSSProperties}
            >
              <h2 className={styles.side}>{title}</h2>
              <ol role="list" className={styles.list}>
                {own.map((picture, index) => (
                  <li key={picture.id}>
                    <ChosenPicture
                      {...view}
                      picture={picture}
                      label={`${title} ${index + 1}`}
                      note={noteOf(picture, index)}
                      image={shown.get(picture.id)?.image}
                      isFirst={index === 0}
                      isLast={index === own.length - 1}
                    />
                  </li>
                ))}
              </ol>
              {hasRoom ? (
                <label className={classNames(sharedStyles.filePlace, styles.add)}>
                  <FileInput onChoose={(files) => choose(side, files)} />
                  <Icon name="camera" />
                  <span>{add}</span>
                </label>
              ) : (
                <p className={page.hint}>There is no room: remove a picture to add one here.</p>
              )}
            </div>
          );
        })}
      </div>
      <AsVisitorsSeeIt view={view} sides={sides} shown={shown} />
    </fieldset>
  );
}

/** The first picture that is of the same photo, “After 2”; undefined without one. */
function twinOf(
  { id }: WorkPicture,
  sides: Record<Side, WorkPicture[]>,
  shown: AllShown,
): string | undefined {
  const photo = shown.get(id)?.photo;
  const named = SIDES.flatMap(({ side, title }) =>
    sides[side].map((each, index) => ({ id: each.id, label: `${title} ${index + 1}` })),
  );
  const first = named.find((each) => photo && shown.get(each.id)?.photo === photo);
  return first && first.id !== id ? first.label : undefined;
}

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
  return (
    <input ref={element} type="file" accept={ACCEPT} multiple className={sharedStyles.fileInput} />
  );
}

interface ChosenPictureProps extends WorkEditorView, PreviewProps {
  /** What is said of it beside its problem. */
  note: string | undefined;
  isFirst: boolean;
  isLast: boolean;
}

function ChosenPicture(props: ChosenPictureProps) {
  const { picture, label, note, image, isFirst, isLast, send } = props;
  const { id, side, name, state, problem } = picture;
  const isCover = coverOf(props) === id;
  const other = side === 'before' ? 'after' : 'before';
  return (
    <figure
      data-picture={id}
      data-unusable={state === 'unusable' || undefined}
      className={classNames(styles.item, state === 'unusable' && styles.unusable)}
    >
      <Preview picture={picture} label={label} image={image} />
      {/* The picture's own text says it, too. */}
      <span aria-hidden="true" className={styles.number}>
        {label}
      </span>
      {state === 'unusable' && (
        <figcaption className={styles.problem}>
          <strong>{name}</strong> <span>{PICTURE_PROBLEM_TEXTS[problem ?? 'failed']}</span>
        </figcaption>
      )}
      {note && <figcaption className={classNames(page.hint, styles.note)}>{note}</figcaption>}
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
          icon="arrow"
          turn={side === 'before' ? 0 : 180}
          label={`Move ${label} to ${other}`}
          onPress={() => send({ type: 'side.changed', id })}
        />
        <ToolButton
          icon="trash"
          label={`Remove ${label}`}
          onPress={() => send({ type: 'picture.removed', id })}
        />
      </div>
      {(state === 'ready' || state === 'stored') && (
        <label className={styles.card}>
          <input
            type="radio"
            name="work-cover"
            aria-label={`${label} as the cover`}
            checked={isCover}
            onChange={() => send({ type: 'cover.chosen', id })}
          />
          <span>Cover</span>
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
        const [list, item] = [currentTarget.closest('ol')!, currentTarget.closest('li')!];
        const { picture } = currentTarget.closest('figure')!.dataset;
        const tools = currentTarget.parentElement!;
        const [place, tool] = [
          [...list.children].indexOf(item),
          [...tools.children].indexOf(currentTarget),
        ];
        onPress();
        requestAnimationFrame(() => {
          // Browsers drop the focus of what is moved: it stays with the picture, in the other list too. One that was
          // removed leaves it to the next one, or to the field below.
          const figure = list
            .closest('fieldset')!
            .querySelector(`[data-picture="${CSS.escape(picture!)}"]`);
          const heir = list.children[Math.min(place, list.children.length - 1)];
          const next = figure
            ? figure.querySelectorAll<HTMLElement>('button')[tool]
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
