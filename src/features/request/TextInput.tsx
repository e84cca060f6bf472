import type { ComponentProps, CSSProperties } from 'react';
import { FIELD_LIMITS } from '../../domain/limits';
import type { TextField } from '../../domain/validation';
import styles from './TextInput.module.css';

interface TextInputProps {
  name: TextField;
  label: string;
  value: string;
  onChange(value: string): void;
  /** Rows of a multi-line field; a single line unless given. */
  rows?: number;
  input?: Pick<
    ComponentProps<'input'>,
    'type' | 'inputMode' | 'autoComplete' | 'enterKeyHint' | 'autoCapitalize'
  >;
  placeholder?: string;
}

/** A required field with its label above. */
export function TextInput({
  name,
  label,
  value,
  onChange,
  rows,
  input,
  placeholder,
}: TextInputProps) {
  const common = {
    id: `request-${name}`,
    name,
    value,
    placeholder,
    required: true,
    maxLength: FIELD_LIMITS[name],
    className: styles.control,
  };
  return (
    <div className={styles.field}>
      <label htmlFor={common.id} className={styles.label}>
        {label}
      </label>
      {rows === undefined ? (
        <input {...common} {...input} onChange={(event) => onChange(event.target.value)} />
      ) : (
        <textarea
          {...common}
          rows={rows}
          style={{ '--rows': rows } as CSSProperties}
          autoComplete={input?.autoComplete}
          enterKeyHint={input?.enterKeyHint}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </div>
  );
}
