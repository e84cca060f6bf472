import {
  useState,
  type ClipboardEvent,
  type ComponentProps,
  type CSSProperties,
  type DragEvent,
} from 'react';
import { FIELD_LIMITS } from '../domain/constants';
import type { ServiceType } from '../domain/types';
import type { TextField } from '../domain/validation';
import { classNames } from '../ui/classNames';
import { CategoryPicker } from './CategoryPicker';
import { FormFoot } from './FormFoot';
import { ImagePicker } from './ImagePicker';
import styles from './RequestForm.module.css';
import type { RequestFormView } from './useRequestForm';

/** The fields of the request and the way to send them. */
export function RequestForm({ form, types }: { form: RequestFormView; types: ServiceType[] }) {
  const { fields } = form;
  const { isOver, handlers } = useDroppedFiles(form.choose);
  return (
    <form
      className={classNames(styles.form, isOver && styles.over)}
      inert={form.isSaving}
      {...handlers}
      onSubmit={(event) => {
        event.preventDefault();
        if (!form.isRestoring) form.submit();
      }}
    >
      <div className={styles.scroll}>
        <p className={styles.lead}>Tell us about your cabinets and we will contact you.</p>
        <div className={styles.fields}>
          {TEXT_INPUTS.map((input) => (
            <TextInput
              key={input.name}
              {...input}
              value={fields[input.name]}
              onChange={(value) => form.change({ [input.name]: value })}
            />
          ))}
        </div>
        <CategoryPicker types={types} chosen={fields.categories} onToggle={form.toggleCategory} />
        <ImagePicker form={form} />
        <PrivacyNote />
        {/* Visitors never see it: only a program fills it in. */}
        <input
          hidden
          name="website"
          tabIndex={-1}
          autoComplete="off"
          onChange={({ target }) => form.noteHoneypot(target.value)}
        />
      </div>
      <FormFoot form={form} />
    </form>
  );
}

interface TextInputProps extends Pick<
  ComponentProps<'input'>,
  'type' | 'inputMode' | 'autoComplete' | 'autoCapitalize' | 'placeholder'
> {
  name: TextField;
  label: string;
  /** Rows of a multi-line field; a single line unless given. */
  rows?: number;
}

const TEXT_INPUTS: TextInputProps[] = [
  { name: 'name', label: 'Name', autoComplete: 'name', autoCapitalize: 'words' },
  { name: 'email', label: 'Email', type: 'email', inputMode: 'email', autoComplete: 'email' },
  { name: 'phone', label: 'Phone', type: 'tel', inputMode: 'tel', autoComplete: 'tel' },
  { name: 'address', label: 'Address', rows: 1, autoComplete: 'street-address' },
  {
    name: 'description',
    label: 'Description',
    rows: 3,
    placeholder: 'Which cabinets, how many doors, what you have in mind',
  },
];

/** A required field with its label above. */
function TextInput(props: TextInputProps & { value: string; onChange(value: string): void }) {
  const { name, label, onChange, rows, ...rest } = props;
  const isLast = name === 'description';
  const common = {
    ...rest,
    ...(!isLast && { enterKeyHint: 'next' as const }),
    id: `request-${name}`,
    name,
    required: true,
    maxLength: FIELD_LIMITS[name],
    className: styles.control,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  };
  return (
    <div className={classNames(styles.field, isLast && styles.whole)}>
      <label htmlFor={common.id} className={styles.label}>
        {label}
      </label>
      {rows === undefined ? (
        <input {...common} />
      ) : (
        <textarea {...common} rows={rows} style={{ '--rows': rows } as CSSProperties} />
      )}
    </div>
  );
}

/** What is kept where, at the foot of the form; tests/full/privacy.spec.ts holds it to that. */
function PrivacyNote() {
  return (
    <section aria-label="Privacy" className={styles.note}>
      <dl className={styles.places}>
        <dt>On this device</dt>
        <dd>
          What you write, until it is sent or you delete it. Then only its number and the time.
        </dd>
        <dt>With us</dt>
        <dd>What you send, on Google’s servers, to contact you about it.</dd>
        <dt>In pictures</dt>
        <dd>Not the place they were taken, unless your browser cannot open them.</dd>
      </dl>
    </section>
  );
}

const filesIn = (transfer: DataTransfer | null) => [...(transfer?.files ?? [])];
const carriesFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');

/** Drag and drop and paste of files onto an element: its handlers, and whether files hover over it. */
function useDroppedFiles(onChoose: (files: File[]) => void) {
  const [isOver, setIsOver] = useState(false);
  const handlers = {
    onPaste(event: ClipboardEvent) {
      const files = filesIn(event.clipboardData);
      if (files.length === 0) return;
      event.preventDefault();
      onChoose(files);
    },
    onDragOver(event: DragEvent) {
      if (!carriesFiles(event)) return;
      // Without this the browser would leave the page for the dropped file.
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
      setIsOver(true);
    },
    onDragLeave(event: DragEvent) {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false);
    },
    onDrop(event: DragEvent) {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      setIsOver(false);
      onChoose(filesIn(event.dataTransfer));
    },
  };
  return { isOver, handlers };
}
