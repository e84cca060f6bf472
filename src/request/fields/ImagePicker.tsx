import { useRef, useState, type ReactNode, type RefObject, useEffect } from 'react';
import { flushSync } from 'react-dom';
import type { RequestFormSnapshot } from '../../../machines/requestFormView';
import { isSharedId } from '../../contract/sharedImages';
import { MAX_IMAGES } from '../../domain/constants';
import type { ChosenImage, RejectedFile } from '../../domain/types';
import { Button } from '../../ui/Button';
import { Alert } from '../../ui/Notice';
import { ACCEPT } from '../../pictures/imageTypes';
import { classNames } from '../../ui/stringHelpers';
import { Icon } from '../../ui/Icon';
import { FilesBeingRead } from './FilesBeingRead';
import sharedStyles from '../../ui/Fields.module.css';
import styles from './ImagePicker.module.css';
import shared from './RequestForm.module.css';
import { useForm, useFormSelector } from '../useForm';
import { log } from '../../lib/log';
import type { PreviewTurn } from '../../pictures/page/previewTurn';
import { REQUEST_TEXTS } from '../../domain/specTexts';

const imagesIn = ({ context }: RequestFormSnapshot) => context.content.images;
const choiceIn = ({ context }: RequestFormSnapshot) => context.choice;

/** The attached images. A free place shows a drawing of a useful picture, as advice; any picture may go there. */
export function ImagePicker() {
  const form = useForm();
  const images = useFormSelector(imagesIn);
  const choice = useFormSelector(choiceIn);
  const row = useRef<HTMLDivElement>(null);
  const byPlace = PLACES.map((_, place) => images.find(({ id }) => choice.places[id] === place));
  const nextFree = byPlace.indexOf(undefined);
  const given = images.filter(({ id }) => isSharedId(id));
  const remove = (removed: ChosenImage[], place: number) => {
    flushSync(() => removed.forEach(({ id }) => form.send({ type: 'image.removed', id })));
    // The focus goes to the place that is now free.
    row.current?.querySelectorAll<HTMLElement>('input, button')[place]?.focus();
  };
  const added = useAdded(images, choice.number, row);
  return (
    <fieldset className={classNames(shared.group, styles.group)}>
      <legend className={shared.legend}>
        Pictures{' '}
        <span className={shared.optional}>
          {images.length === 0
            ? `Optional, ${MAX_IMAGES} at most`
            : `${images.length} of ${MAX_IMAGES}`}
        </span>
      </legend>
      {/* It is above the places, so that it is in sight. The key has it announced anew with each choice. */}
      {choice.rejected.length > 0 && (
        <Alert key={choice.number}>
          {rejectedTexts(choice.rejected).map((text) => (
            <p key={text}>{text}</p>
          ))}
        </Alert>
      )}
      {/* Any page can post pictures to the form, with file names of its own. */}
      {(given.length > 0 || choice.rejected.some(({ isShared }) => isShared)) && (
        <div className={styles.shared}>
          <p>Shared to this site.</p>
          <Button
            variant="quiet"
            onClick={() => {
              remove(given, 0);
              // What is said of the others goes, too.
              form.send({ type: 'images.chosen', images: [], rejected: [] });
            }}
          >
            Remove all
          </Button>
        </div>
      )}
      <div ref={row} className={styles.row}>
        {PLACES.map((example, place) => {
          const image = byPlace[place];
          return image ? (
            <ChosenPicture key={image.id} image={image} onRemove={() => remove([image], place)} />
          ) : (
            <FreePlace
              key={place}
              example={example}
              // Only the first free place gets the test id.
              isNext={place === nextFree}
              onChoose={(files) => form.choose(files, place)}
            />
          );
        })}
      </div>
      <output className="visually-hidden">{added}</output>
      <FilesBeingRead />
      {nextFree >= 0 && <p className={styles.hint}>You can also drop or paste pictures here.</p>}
    </fieldset>
  );
}

/**
 * Says which pictures a choice has added; a draft that comes back says nothing. The input that had the focus has made way
 * for the picture, so the focus goes to the button that removes it.
 */
function useAdded(
  images: readonly ChosenImage[],
  choices: number,
  row: RefObject<HTMLDivElement | null>,
): string {
  const [text, setText] = useState('');
  const before = useRef(images);
  useEffect(() => {
    const added = images.filter((image) => !before.current.some(({ id }) => id === image.id));
    before.current = images;
    if (added.length === 0 || choices === 0) return;
    const names = added.map(({ name }) => name).join(', ');
    setText(`${names} added, ${images.length} of ${MAX_IMAGES}`);
    const { activeElement, body } = document;
    if (activeElement !== null && activeElement !== body) return;
    const last = added[added.length - 1]!;
    const buttons = [...(row.current?.querySelectorAll('button') ?? [])];
    buttons.find(({ dataset }) => dataset['removes'] === last.id)?.focus();
  }, [images, choices, row]);
  return text;
}

interface ChosenPictureProps {
  image: ChosenImage;
  onRemove(): void;
}

function ChosenPicture({ image: { id, name, type }, onRemove }: ChosenPictureProps) {
  const form = useForm();
  /** The browser cannot show the picture, which can be sent as it is. */
  const [isUnshown, setIsUnshown] = useState(false);
  const turn = usePreviewTurn(form.fileOf(id), type);
  const preview = isUnshown ? undefined : form.previewOf(id);
  return (
    <figure className={styles.item} data-testid="image-preview">
      {preview === undefined ? (
        <span className={styles.unshown}>
          <Icon name="camera" size="1.5rem" />
          <span className={styles.unshownName}>{name}</span>
          <span>Preview not available here</span>
        </span>
      ) : (
        <img
          src={preview}
          alt={name}
          className={classNames(styles.image, turn?.isOnItsSide && styles.onItsSide)}
          style={turn && { transform: turn.transform }}
          onError={() => {
            if (form.canBeSentUnshown(id)) setIsUnshown(true);
            else form.refuseUnshown(id);
          }}
        />
      )}
      <button
        type="button"
        className={styles.remove}
        aria-label={`Remove ${name}`}
        data-removes={id}
        onClick={onRemove}
      >
        <Icon name="close" size="1.125rem" />
      </button>
    </figure>
  );
}

interface FreePlaceProps {
  example: Example;
  isNext: boolean;
  onChoose(files: File[]): void;
}

function FreePlace({ example: { title, drawing }, isNext, onChoose }: FreePlaceProps) {
  return (
    <label className={classNames(sharedStyles.filePlace, styles.add)}>
      <input
        type="file"
        accept={ACCEPT}
        multiple
        data-testid={isNext ? 'image-input' : undefined}
        className={sharedStyles.fileInput}
        onChange={(event) => {
          onChoose([...(event.target.files ?? [])]);
          // Emptied, so that the same file can be chosen again after it was removed.
          event.target.value = '';
        }}
      />
      <svg viewBox="0 0 96 60" className={styles.drawing} aria-hidden="true">
        {drawing}
      </svg>
      <span className={styles.addText}>{title}</span>
      <span className={styles.addHow}>
        <Icon name="camera" size="1.125rem" />
        Add picture
      </span>
    </label>
  );
}

interface Example {
  title: string;
  drawing: ReactNode;
}

/** One place for each picture of a request, in their order. The drawings are lines on a grid of 96 × 60. */
const PLACES = [
  {
    title: 'The whole kitchen',
    drawing: (
      <>
        <path className={styles.wood} d="M8 6h22v17H8Zm58 0h22v17H66ZM8 37h80v17H8Z" />
        <path d="M8 6h22v17H8Zm11 0v17M66 6h22v17H66Zm11 0v17M5 34h86v3H5ZM8 37v17h80V37M24 37v17m16-17v17m16-17v17m16-17v17M24 45.5h16" />
        <path d="M40 17l3-8h10l3 8ZM48 34v-6a3 3 0 0 1 6 0M2 57h92" />
      </>
    ),
  },
  {
    title: 'One door up close',
    drawing: (
      <>
        <path className={styles.wood} d="M27 3h42v54H27Z" />
        <path d="M27 3h42v54H27ZM35 11h26v38H35ZM27 3l8 8m34-8-8 8M27 57l8-8m34 8-8-8" />
        <path d="M39 17c3 6-1 12 2 19m5-20c3 8-1 15 2 27m6-26c2 7-1 13 1 19" opacity=".55" />
        <circle cx="65" cy="30" r="1.8" fill="currentColor" />
      </>
    ),
  },
] satisfies Example[] & { length: typeof MAX_IMAGES };

/** How the preview of a chosen file is turned. The code for that is loaded only when a WebP was chosen. */
export function usePreviewTurn(file: Blob | undefined, type: string): PreviewTurn | undefined {
  const [turn, setTurn] = useState<PreviewTurn>();
  useEffect(() => {
    if (!file || type !== 'image/webp') return undefined;
    let isCurrent = true;
    const look = async () => {
      const { previewTurnOf } = await import('../../pictures/page/previewTurn');
      const found = await previewTurnOf(file);
      if (isCurrent) setTurn(found);
    };
    look().catch((error: unknown) => log('A preview was not turned.', error));
    return () => {
      isCurrent = false;
    };
  }, [file, type]);
  return turn;
}

const REASONS = [
  ['empty', 'empty here; if it is in a cloud, download it first'],
  ['lost', 'not on this device any more; please choose it again'],
  ['tooLarge', 'larger than 10 MB'],
  ['noImage', 'not a picture that we can open'],
  ['onlyUrl', 'only the address came here; save the picture first and choose its file'],
] as const satisfies [Exclude<RejectedFile['reason'], 'tooMany' | 'notShared'>, string][];

export function rejectedTexts(rejected: readonly RejectedFile[]): string[] {
  const has = (reason: RejectedFile['reason']) => rejected.some((file) => file.reason === reason);
  const refusals = REASONS.flatMap(([reason, words]) => {
    const names = rejected.filter((file) => file.reason === reason).map(({ name }) => name);
    return names.length > 0 ? [`Not added (${words}): ${names.join(', ')}`] : [];
  });
  return [
    ...(has('notShared') ? ['The shared picture did not arrive. Please add it here.'] : []),
    ...(has('tooMany') ? [REQUEST_TEXTS.tooManyImages] : []),
    ...refusals,
  ];
}
