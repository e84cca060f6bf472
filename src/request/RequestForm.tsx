import { useState, type CSSProperties } from 'react';
import type { ServiceType } from '../domain/types';
import { TEXT_FIELD_NAMES, textField, type TextField } from '../domain/requestFields';
import { classNames } from '../ui/stringHelpers';
import { Button } from '../ui/Button';
import { Alert } from '../ui/Notice';
import { CategoryPicker } from './CategoryPicker';
import { lengthNote, type FieldNote } from './fieldNotes';
import { FormFoot } from './FormFoot';
import { ImagePicker } from './ImagePicker';
import { Offer } from './Offer';
import { PrivacyNote } from './PrivacyNote';
import styles from './RequestForm.module.css';
import { useFieldNotes } from './useFieldNotes';
import { useGivenFiles } from './useGivenFiles';
import type { RequestFormView } from './useRequestForm';

/** The fields of the request and the way to send them. */
export function RequestForm({ form, types }: { form: RequestFormView; types: ServiceType[] }) {
  const { fields, textFields } = form;
  const { element, attach, notes, check, forget, onLeave } = useFieldNotes(
    fields,
    textFields.attach,
  );
  const isOver = useGivenFiles(form.isOpen && !form.isSaving, form.choose, form.refuseAddress);
  const submit = (inMemory?: boolean) => {
    // What is on the screen is checked and sent, in one task: nothing can come between.
    textFields.sync();
    form.setHoneypot(honeypotIn(element.current!));
    if (!form.isRestoring && check()) form.submit(inMemory);
  };
  const clear = () => {
    form.clear();
    forget();
  };
  return (
    <form
      ref={attach}
      noValidate
      className={classNames(styles.form, isOver && styles.over)}
      inert={form.isSaving}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className={styles.scroll}>
        {form.hasReopenFailed && (
          <Alert>
            That request could not be opened. It is still among your waiting requests: please try
            again from there.
          </Alert>
        )}
        {form.isFromEarlierDay && (
          <p className={styles.continued}>
            <span>Continue where you left off?</span>
            <Button variant="quiet" onClick={clear}>
              Start over
            </Button>
          </p>
        )}
        <Offer />
        <div className={styles.fields}>
          {TEXT_FIELD_NAMES.map((name) => (
            <TextInput
              key={name}
              name={name}
              value={fields[name]}
              note={notes[name]}
              onCorrect={(value) => form.change({ [name]: value })}
              onLeave={onLeave}
            />
          ))}
        </div>
        <CategoryPicker types={types} chosen={fields.categories} onToggle={form.toggleCategory} />
        <ImagePicker form={form} />
        <PrivacyNote />
        {/* The honeypot. Visitors never see it, so only a program fills it in. */}
        <input hidden name={HONEYPOT} tabIndex={-1} autoComplete="off" />
      </div>
      <FormFoot form={{ ...form, submit, clear }} />
    </form>
  );
}

const HONEYPOT = 'website';

/** The honeypot's text. A program may fill it in without an event, so it is read at the press. */
const honeypotIn = (form: HTMLFormElement): string =>
  (form.elements.namedItem(HONEYPOT) as HTMLInputElement).value;

interface TextInputProps {
  name: TextField;
  /** The machine's text. The element's own may be newer by a moment (see `textFields`). */
  value: string;
  note: FieldNote | undefined;
  /** The visitor takes the correction that the note offers. */
  onCorrect(value: string): void;
  /** The focus leaves the field. */
  onLeave(control: HTMLInputElement | HTMLTextAreaElement): void;
}

/** A text field with its label above it and its note below it. */
function TextInput({ name, value, note, onCorrect, onLeave }: TextInputProps) {
  // React writes a changed `defaultValue` into the element, so it stays what it was at first.
  const [initial] = useState(value);
  const { label, missing, type, rows, limit: _, ...attributes } = textField(name);
  const isRequired = missing !== undefined;
  const isLast = name === TEXT_FIELD_NAMES[TEXT_FIELD_NAMES.length - 1];
  const id = `request-${name}`;
  const shown = note ?? lengthNote(name, value);
  const take = (value: string) => {
    onCorrect(value);
    // The pressed button disappears, so the focus goes to the field.
    document.getElementById(id)?.focus();
  };
  const common = {
    ...attributes,
    ...(type && { type, inputMode: type }),
    ...(!isLast && { enterKeyHint: 'next' as const }),
    id,
    name,
    defaultValue: initial,
    dir: 'auto',
    required: isRequired,
    'aria-invalid': shown?.isProblem || undefined,
    'aria-describedby': shown && `${id}-note`,
    className: styles.control,
    onBlur: ({ target }: { target: HTMLInputElement | HTMLTextAreaElement }) => onLeave(target),
  };
  return (
    <div className={classNames(styles.field, isLast && styles.whole)}>
      <label htmlFor={id} className={styles.label}>
        <span>{label}</span> {!isRequired && <span className={styles.optional}>Optional</span>}
      </label>
      {rows === undefined ? (
        <input {...common} />
      ) : (
        <textarea {...common} rows={rows} style={{ '--rows': rows } as CSSProperties} />
      )}
      {shown && (
        <p id={`${id}-note`} className={lookOf(shown)}>
          <span>{shown.text}</span>{' '}
          {shown.correction && <Correction {...shown.correction} onTake={take} />}
        </p>
      )}
      <output className="visually-hidden">{shown?.spoken}</output>
    </div>
  );
}

function lookOf({ isProblem, isDoubt }: FieldNote) {
  if (isProblem) return styles.problem;
  return isDoubt ? styles.doubt : styles.hint;
}

type CorrectionProps = NonNullable<FieldNote['correction']> & { onTake(value: string): void };

/** A button that replaces the field's value with the one that was probably meant. */
function Correction({ offer, value, onTake }: CorrectionProps) {
  return (
    <button type="button" className={styles.correction} onClick={() => onTake(value)}>
      {offer}
    </button>
  );
}
