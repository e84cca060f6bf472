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
  const field = (name: TextField) => ({
    name,
    value: fields[name],
    onChange: (value: string) => form.change({ [name]: value }),
  });
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
          <TextInput
            {...field('name')}
            label="Name"
            autoComplete="name"
            autoCapitalize="words"
            enterKeyHint="next"
          />
          <TextInput
            {...field('email')}
            label="Email"
            type="email"
            inputMode="email"
            autoComplete="email"
            enterKeyHint="next"
          />
          <TextInput
            {...field('phone')}
            label="Phone"
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            enterKeyHint="next"
          />
          <TextInput
            {...field('address')}
            label="Address"
            rows={1}
            autoComplete="street-address"
            enterKeyHint="next"
          />
          <div className={styles.whole}>
            <TextInput
              {...field('description')}
              label="Description"
              rows={3}
              placeholder="Which cabinets, how many doors, what you have in mind"
            />
          </div>
        </div>
        <CategoryPicker types={types} chosen={fields.categories} onToggle={form.toggleCategory} />
        <ImagePicker form={form} />
        <PrivacyNote />
      </div>
      <FormFoot form={form} />
    </form>
  );
}

interface TextInputProps extends Pick<
  ComponentProps<'input'>,
  'type' | 'inputMode' | 'autoComplete' | 'enterKeyHint' | 'autoCapitalize' | 'placeholder'
> {
  name: TextField;
  label: string;
  value: string;
  onChange(value: string): void;
  /** Rows of a multi-line field; a single line unless given. */
  rows?: number;
}

/** A required field with its label above. */
function TextInput({ name, label, onChange, rows, ...rest }: TextInputProps) {
  const common = {
    ...rest,
    id: `request-${name}`,
    name,
    required: true,
    maxLength: FIELD_LIMITS[name],
    className: styles.control,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  };
  return (
    <div className={styles.field}>
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

/** What is kept where, at the foot of the form; tests/browser/privacy.spec.ts holds it to that. */
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
