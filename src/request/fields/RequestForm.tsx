import { useCallback, useRef, useState, type CSSProperties } from 'react';
import { flushSync } from 'react-dom';
import type { FieldNote } from '../../../machines/requestFormContext';
import { isOpenIn, type FormNotice, type FormStep } from '../../../machines/requestFormView';
import { lineOf, sentText } from '../../domain/subject';
import type { SavedIn, ServiceType } from '../../domain/types';
import { TEXT_FIELD_NAMES, textField, type TextField } from '../../domain/requestFields';
import { classNames } from '../../ui/stringHelpers';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { CategoryPicker } from './CategoryPicker';
import { lengthNote } from './fieldNotes';
import { FormFoot } from './FormFoot';
import { ImagePicker } from './ImagePicker';
import sharedStyles from '../../ui/Fields.module.css';
import styles from './RequestForm.module.css';
import { useForm, useFormSelector } from '../useForm';
import { useGivenFiles } from './useGivenFiles';
import type { Offer as GivenOffer } from '../../contract/business';

interface RequestFormProps {
  step: FormStep;
  notice: FormNotice;
  types: ServiceType[];
}

export function RequestForm({ step, notice, types }: RequestFormProps) {
  const form = useForm();
  const element = useRef<HTMLFormElement>(null);
  const attach = useCallback(
    (mounted: HTMLFormElement) => {
      element.current = mounted;
      return form.attach(mounted);
    },
    [form],
  );
  const isStill = step === 'saving' || step === 'reopening';
  const isOpen = useFormSelector(isOpenIn);
  const isOver = useGivenFiles(isOpen && !isStill, form);
  /** What is on the screen is checked and submitted, in one task: nothing can come between. */
  const submit = (store: SavedIn) => {
    if (step === 'loading') return;
    // The notes must be there before the focus moves: a screen reader reads the field's note with the field.
    const wrong = flushSync(() => form.check());
    if (wrong) document.getElementById(fieldId(wrong))?.focus();
    else form.submit({ honeypot: honeypotIn(element.current!), store });
  };
  return (
    <form
      ref={attach}
      noValidate
      className={classNames(styles.form, isOver && styles.over)}
      inert={isStill}
      onSubmit={(event) => {
        event.preventDefault();
        submit('disk');
      }}
    >
      <div className={styles.scroll}>
        {notice === 'earlierDay' && (
          <p className={styles.continued}>
            <span>Continue where you left off?</span>
            <Button variant="quiet" onClick={() => form.send({ type: 'form.cleared' })}>
              Start over
            </Button>
          </p>
        )}
        <Offer />
        <div className={styles.fields}>
          {TEXT_FIELD_NAMES.map((name) => (
            <TextInput key={name} name={name} />
          ))}
        </div>
        <CategoryPicker types={types} />
        <ImagePicker />
        <PrivacyNote />
        {/* The honeypot. Visitors never see it, so only a program fills it in. */}
        <input hidden name={HONEYPOT} tabIndex={-1} autoComplete="off" />
      </div>
      <FormFoot step={step} notice={notice} onSendInMemory={() => submit('memory')} />
    </form>
  );
}

const fieldId = (name: TextField) => `request-${name}`;

const HONEYPOT = 'website';

/** The honeypot's text. A program may fill it in without an event, so it is read at the press. */
const honeypotIn = (form: HTMLFormElement): string =>
  (form.elements.namedItem(HONEYPOT) as HTMLInputElement).value;

// oxlint-disable-next-line complexity -- one input for each kind of field: each attribute asks which kind it is
function TextInput({ name }: { name: TextField }) {
  const form = useForm();
  // The machine's text. The element's own may be newer by a moment (see `textFields`).
  const value = useFormSelector(({ context }) => context.content.fields[name]);
  // What the field's limit counts.
  const sent = useFormSelector(({ context: { content } }) =>
    sentText(name, content.fields[name], content.subject),
  );
  const note = useFormSelector(({ context }) => context.notes[name]);
  // React writes a changed `defaultValue` into the element, so it stays what it was at first.
  const [initial] = useState(value);
  const { label, ifEmpty, type, rows, limit: _, ...attributes } = textField(name);
  const isRequired = ifEmpty !== undefined;
  const isLast = name === TEXT_FIELD_NAMES[TEXT_FIELD_NAMES.length - 1];
  const id = fieldId(name);
  const shown = note ?? lengthNote(name, sent);
  const hasSubject = useFormSelector(
    ({ context }) => name === 'description' && context.content.subject !== null,
  );
  // A reader hears each change of what describes the field, so what it counts does not.
  const noteId = shown && (shown.spoken === undefined ? `${id}-note` : `${id}-spoken`);
  const describedBy = classNames(hasSubject && `${id}-subject`, noteId) || undefined;
  const take = (value: string) => {
    form.send({ type: 'fields.changed', fields: { [name]: value } });
    // The pressed button disappears, so the focus goes to the field.
    document.getElementById(id)?.focus();
  };
  // No `enterKeyHint`: Enter sends the request, or begins a line in the description.
  const common = {
    ...attributes,
    ...(type && { type, inputMode: type }),
    id,
    name,
    defaultValue: initial,
    // Not `required`: Firefox calls an untouched field invalid, whatever else is said of it.
    'aria-required': isRequired || undefined,
    'aria-invalid': shown?.isProblem || undefined,
    'aria-describedby': describedBy,
    className: classNames(sharedStyles.control, styles.control),
    onBlur: ({ target }: { target: HTMLInputElement | HTMLTextAreaElement }) => form.leave(target),
  };
  return (
    <div className={classNames(styles.field, isLast && styles.whole)}>
      <label htmlFor={id} className={styles.label}>
        <span>{label}</span> {!isRequired && <span className={styles.optional}>Optional</span>}
      </label>
      {name === 'description' && <SubjectLine fieldId={id} />}
      {rows === undefined ? (
        <input {...common} dir="auto" />
      ) : (
        <textarea {...common} rows={rows} style={{ '--rows': rows } as CSSProperties} />
      )}
      {shown && (
        <p id={`${id}-note`} className={lookOf(shown)}>
          <span>{shown.text}</span>{' '}
          {shown.correction && <Correction {...shown.correction} onTake={take} />}
        </p>
      )}
      <output className="visually-hidden">
        {shown?.spoken && <span id={`${id}-spoken`}>{shown.spoken}</span>}
      </output>
    </div>
  );
}

/** The work that the request is about. It is sent as the first line of the description. */
function SubjectLine({ fieldId }: { fieldId: string }) {
  const form = useForm();
  const subject = useFormSelector(({ context }) => context.content.subject);
  if (!subject) return null;
  const remove = () => {
    form.send({ type: 'subject.removed' });
    // The pressed button disappears, so the focus goes to the field.
    document.getElementById(fieldId)?.focus();
  };
  return (
    <p className={styles.subject}>
      <span id={`${fieldId}-subject`}>{lineOf(subject)}</span>
      <button
        type="button"
        className={styles.remove}
        aria-label="Remove this work"
        onClick={remove}
      >
        <Icon name="close" size="1.1rem" />
      </button>
    </p>
  );
}

function lookOf({ isProblem, isDoubt }: FieldNote) {
  if (isProblem) return styles.problem;
  return isDoubt ? styles.doubt : styles.hint;
}

type CorrectionProps = NonNullable<FieldNote['correction']> & { onTake(value: string): void };

function Correction({ offer, value, onTake }: CorrectionProps) {
  return (
    <button type="button" className={styles.correction} onClick={() => onTake(value)}>
      {offer}
    </button>
  );
}

interface OfferProps {
  offer?: GivenOffer | null;
}

export function Offer({ offer = __OFFER__ }: OfferProps) {
  const { responseTime, estimate, priceGuide } = offer ?? {};
  const promises = [estimate, priceGuide].filter((promise) => promise !== undefined);
  return (
    <div className={styles.offer}>
      <p>
        {`Tell us about your cabinets and we will contact you${responseTime === undefined ? '' : ` ${responseTime}`}.`}
      </p>
      {promises.length > 0 && (
        <ul role="list" className={styles.promises}>
          {promises.map((promise) => (
            <li key={promise}>
              <Icon name="check" size="1.125rem" />
              <span>{promise}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** How the request is used, and what is stored where: tests/delivery/privacy.spec.ts proves what it says of storage. */
export function PrivacyNote() {
  return (
    <section aria-label="Privacy" className={styles.note}>
      <p>We use what you send to contact you about your cabinets, and for nothing else.</p>
      <details className={styles.more}>
        <summary>
          How we handle it
          <Icon name="chevron" size="1rem" />
        </summary>
        <dl className={styles.places}>
          <dt>On this device</dt>
          <dd>
            A request that waits stays here until it is sent or you delete it. One that you have
            only begun stays for seven days after your last change. Of a request that was sent, only
            the number and the time stay here.
          </dd>
          <dt>With us</dt>
          <dd>
            What you send is on Google’s servers and in our mail. Call or write to us to have it
            deleted.
          </dd>
          <dt>In pictures</dt>
          <dd>
            We remove the place where a picture was taken. Only a HEIC or AVIF picture that your
            browser cannot convert is sent as it is.
          </dd>
        </dl>
      </details>
    </section>
  );
}
