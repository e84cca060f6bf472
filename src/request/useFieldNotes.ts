import { useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { cleanText } from '../domain/cleanText';
import { TEXT_FIELD_NAMES, type RequestFields, type TextField } from '../domain/requestFields';
import { isUnfilled } from '../domain/validation';
import { noteOf, type FieldNote } from './fieldNotes';

type Notes = Partial<Record<TextField, FieldNote>>;

/**
 * The notes under the fields of a form. A field gets its note when the visitor leaves it with text in it; all
 * fields get theirs when the request is to be sent. A note stays until its field is correct.
 * `attachFields` gets the form's element, and returns what is to be done before it goes.
 */
export function useFieldNotes(
  fields: RequestFields,
  attachFields: (form: HTMLFormElement) => () => void,
) {
  const element = useRef<HTMLFormElement>(null);
  const [notes, setNotes] = useState<Notes>({});

  useEffect(() => {
    setNotes((before) => {
      const names = Object.keys(before) as TextField[];
      return names.length === 0 ? before : findNotes(element.current!, names);
    });
  }, [fields]);

  const attach = useCallback(
    (form: HTMLFormElement) => {
      element.current = form;
      return attachFields(form);
    },
    [attachFields],
  );

  return {
    element,
    /** For the form's `ref`. */
    attach,
    notes,
    onLeave({ name, value }: Pick<HTMLInputElement, 'name' | 'value'>) {
      if (isUnfilled(cleanText(name as TextField, value))) return;
      const show = () => {
        const form = element.current;
        if (form) setNotes((before) => ({ ...before, ...findNotes(form, [name as TextField]) }));
      };
      // A new note moves what is below it. A button that is being pressed must not move away from the pointer.
      if (!document.querySelector(':active')) show();
      else window.addEventListener('mouseup', () => setTimeout(show), { once: true });
    },
    /** Whether all fields can be sent. If not, the first field with a problem gets the focus. */
    check(): boolean {
      const found = findNotes(element.current!, TEXT_FIELD_NAMES);
      const wrong = TEXT_FIELD_NAMES.find((name) => found[name]?.isProblem);
      // The notes must be there before the focus moves: a screen reader reads the field's note with the field.
      flushSync(() => setNotes(found));
      if (wrong) controlOf(element.current!, wrong)?.focus();
      return wrong === undefined;
    },
    forget: () => setNotes({}),
  };
}

const controlOf = (form: HTMLFormElement, name: TextField) =>
  form.elements.namedItem(name) as HTMLInputElement | null;

/** The browser's judgement of a field's cleaned text. */
function judge({ name, type, value, validity }: HTMLInputElement) {
  if (type !== 'email') return validity;
  const cleaned = document.createElement('input');
  cleaned.type = type;
  cleaned.value = cleanText(name as TextField, value);
  return { typeMismatch: cleaned.validity.typeMismatch, badInput: validity.badInput };
}

function findNotes(form: HTMLFormElement, names: readonly TextField[]): Notes {
  const notes = names.flatMap((name) => {
    const control = controlOf(form, name);
    const note = control && noteOf({ name, value: control.value, validity: judge(control) });
    return note ? [[name, note] as const] : [];
  });
  return Object.fromEntries(notes);
}
