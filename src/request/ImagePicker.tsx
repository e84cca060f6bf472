import { useRef } from 'react';
import { REQUEST_TEXTS } from '../domain/strings';
import { MAX_IMAGES } from '../domain/constants';
import type { RejectedFile } from '../domain/imageTypes';
import { Alert } from '../ui/Notice';
import { classNames } from '../ui/classNames';
import { Icon } from '../ui/Icon';
import styles from './ImagePicker.module.css';
import shared from './RequestForm.module.css';
import type { RequestFormView } from './useRequestForm';

const REASONS = [
  ['empty', 'because empty'],
  ['tooLarge', 'because larger than 10 MB'],
  ['noImage', 'because not a picture that we can open'],
] as const satisfies [RejectedFile['reason'], string][];

/** Attached images: previews with remove buttons, and the way to add more. */
export function ImagePicker({ form }: { form: RequestFormView }) {
  const { images, choices, tooMany, rejected } = form;
  const input = useRef<HTMLInputElement>(null);
  return (
    <fieldset className={classNames(shared.group, styles.group)}>
      <legend className={shared.legend}>
        Pictures <span className={shared.optional}>Optional, {MAX_IMAGES} at most</span>
      </legend>
      {/* Announced anew with each choice, and in sight where that was made. */}
      {tooMany && <Alert key={choices}>{REQUEST_TEXTS.tooManyImages}</Alert>}
      <div className={styles.row}>
        {images.map(({ id, name, preview }) => (
          <figure key={id} className={styles.item} data-testid="image-preview">
            {preview === undefined ? (
              <span className={styles.unshown}>
                <Icon name="camera" size="1.5rem" />
                <span className={styles.unshownName}>{name}</span>
              </span>
            ) : (
              <img
                src={preview}
                alt={name}
                className={styles.image}
                onError={() => form.noteUnreadable(id)}
              />
            )}
            <button
              type="button"
              className={styles.remove}
              aria-label={`Remove ${name}`}
              onClick={() => {
                form.removeImage(id);
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
              void form.choose([...(event.target.files ?? [])]);
              // The same file may be chosen again after it was removed.
              event.target.value = '';
            }}
          />
          <Icon name="camera" size="1.75rem" />
          <span className={styles.addText}>Add pictures</span>
          <span className={styles.hint}>or drop or paste them here</span>
        </label>
      </div>
      <output className={styles.rejected}>
        {REASONS.map(([reason, words]) => {
          const names = rejected.filter((file) => file.reason === reason).map(({ name }) => name);
          return (
            names.length > 0 && <p key={reason}>{`Not added, ${words}: ${names.join(', ')}`}</p>
          );
        })}
      </output>
    </fieldset>
  );
}
