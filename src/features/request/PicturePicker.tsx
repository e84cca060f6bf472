import { useRef } from 'react';
import { MAX_IMAGES } from '../../domain/limits';
import { Alert } from '../../ui/Alert';
import { Icon } from '../../ui/Icon';
import { Spinner } from '../../ui/Spinner';
import { VisuallyHidden } from '../../ui/VisuallyHidden';
import styles from './PicturePicker.module.css';
import type { FormPicture } from './useRequestForm';

interface PicturePickerProps {
  pictures: FormPicture[];
  tooMany: boolean;
  /** How often pictures were chosen: the alert is announced anew each time. */
  choices: number;
  rejected: string[];
  onChoose(files: File[]): void;
  onRemove(id: string): void;
}

/** Attached pictures: previews with remove buttons, and the way to add more. */
export function PicturePicker(props: PicturePickerProps) {
  const { pictures, tooMany, choices, rejected, onChoose, onRemove } = props;
  const input = useRef<HTMLInputElement>(null);
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>
        Pictures <span className={styles.optional}>Optional, {MAX_IMAGES} at most</span>
      </legend>
      <div className={styles.row}>
        {pictures.map(({ id, name, preview }) => (
          <figure key={id} className={styles.picture} data-testid="image-preview">
            {preview === undefined ? (
              <span className={styles.waiting}>
                <Spinner />
                <VisuallyHidden>{name}, being prepared</VisuallyHidden>
              </span>
            ) : (
              <img src={preview} alt={name} className={styles.image} />
            )}
            <button
              type="button"
              className={styles.remove}
              aria-label={`Remove ${name}`}
              onClick={() => {
                onRemove(id);
                input.current?.focus();
              }}
            >
              <Icon name="close" size="1.125rem" />
            </button>
          </figure>
        ))}
        <label className={styles.add}>
          <input
            ref={input}
            type="file"
            accept="image/*,.heic,.heif"
            multiple
            data-testid="image-input"
            className={styles.input}
            onChange={(event) => {
              onChoose([...(event.target.files ?? [])]);
              // The same file may be chosen again after it was removed.
              event.target.value = '';
            }}
          />
          <Icon name="camera" size="1.75rem" />
          <span className={styles.addText}>Add pictures</span>
          <span className={styles.hint}>or drop or paste them here</span>
        </label>
      </div>
      {tooMany && <Alert key={choices}>No more than 2 images are allowed</Alert>}
      <output className={styles.rejected}>
        {rejected.length > 0 &&
          `Not added, because only pictures of up to 10 MB can be: ${rejected.join(', ')}`}
      </output>
    </fieldset>
  );
}
