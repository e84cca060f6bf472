import type { CSSProperties } from 'react';
import type { ServiceType } from '../domain/types';
import { TEXT_FIELD_NAMES, textField, type TextField } from '../domain/requestFields';
import { classNames } from '../ui/stringHelpers';
import { Button } from '../ui/Button';
import { Alert } from '../ui/Notice';
import { CategoryPicker } from './CategoryPicker';
import { lengthNote, type Control, type FieldNote } from './fieldNotes';
import { FormFoot } from './FormFoot';
import { ImagePicker } from './ImagePicker';
import { Offer } from './Offer';
import { formatPhone, formatTyped } from './phone';
import { PrivacyNote } from './PrivacyNote';
import styles from './RequestForm.module.css';
import { useFieldNotes } from './useFieldNotes';
import { useGivenFiles } from './useGivenFiles';
import type { RequestFormView } from './useRequestForm';

/** The fields of the request and the way to send them. */
export function RequestForm({ form, types }: { form: RequestFormView; types: ServiceType[] }) {
  const { fields } = form;
  const { element, notes, check, forget, onLeave } = useFieldNotes(fields);
  const isOver = useGivenFiles(form.isOpen && !form.isSaving, form.choose);
  const submit = (inMemory?: boolean) => {
    if (!form.isRestoring && check()) form.submit(inMemory);
  };
  const clear = () => {
    form.clear();
    forget();
  };
  return (
    <form
      ref={element}
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
              onChange={(value) => form.change({ [name]: value })}
              onLeave={onLeave}
            />
          ))}
        </div>
        <CategoryPicker types={types} chosen={fields.categories} onToggle={form.toggleCategory} />
        <ImagePicker form={form} />
        <PrivacyNote />
        {/* The honeypot. Visitors never see it, so only a program fills it in. */}
        <input
          hidden
          name="website"
          tabIndex={-1}
          autoComplete="off"
          onChange={({ target }) => form.setHoneypot(target.value)}
        />
      </div>
      <FormFoot form={{ ...form, submit, clear }} />
    </form>
  );
}

interface TextInputProps {
  name: TextField;
  value: string;
  note: FieldNote | undefined;
  onChange(value: string): void;
  /** The focus leaves the field. */
  onLeave(control: Control): void;
}

type Typed = Control & { selectionEnd: number | null };

/** A text field with its label above it and its note below it. */
function TextInput({ name, value, note, onChange, onLeave }: TextInputProps) {
  const { label, missing, type, rows, limit: _, ...attributes } = textField(name);
  const isRequired = missing !== undefined;
  const isPhone = type === 'tel';
  const isLast = name === TEXT_FIELD_NAMES.at(-1);
  const id = `request-${name}`;
  const shown = note ?? lengthNote(name, value);
  const take = (value: string) => {
    onChange(value);
    // The pressed button disappears, so the focus goes to the field.
    document.getElementById(id)?.focus();
  };
  const common = {
    ...attributes,
    ...(type && { type, inputMode: type }),
    ...(!isLast && { enterKeyHint: 'next' as const }),
    id,
    name,
    value,
    dir: 'auto',
    required: isRequired,
    'aria-invalid': shown?.isProblem || undefined,
    'aria-describedby': shown && `${id}-note`,
    className: styles.control,
    onChange: ({ target }: { target: Typed }) => {
      const isAtEnd = target.selectionEnd === target.value.length;
      onChange(isPhone ? formatTyped(value, target.value, isAtEnd) : target.value);
    },
    onBlur: ({ target }: { target: Typed }) => {
      const written = isPhone ? formatPhone(target.value) : target.value;
      if (written !== target.value) onChange(written);
      onLeave(target);
    },
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
