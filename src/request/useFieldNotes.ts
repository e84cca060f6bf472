import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { RequestFields } from '../domain/requestFields';
import { TEXT_FIELD_NAMES, type TextField } from '../domain/requestFields';
import { isUnfilled, noteOf, type Control, type FieldNote } from './fieldNotes';

type Notes = Partial<Record<TextField, FieldNote>>;

/**
 * The notes under the fields of a form. A field gets its note when the visitor leaves it with text in it; all
 * fields get theirs when the request is to be sent. A note stays until its field is correct.
 */
export function useFieldNotes(fields: RequestFields) {
  const element = useRef<HTMLFormElement>(null);
  const [notes, setNotes] = useState<Notes>({});

  useEffect(() => {
    setNotes((before) => {
      const names = Object.keys(before) as TextField[];
      return names.length === 0 ? before : findNotes(element.current!, names);
    });
  }, [fields]);

  return {
    element,
    notes,
    onLeave({ name, value }: Control) {
      if (isUnfilled(value)) return;
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

function findNotes(form: HTMLFormElement, names: readonly TextField[]): Notes {
  const notes = names.flatMap((name) => {
    const control = controlOf(form, name);
    const note = control && noteOf(control);
    return note ? [[name, note] as const] : [];
  });
  return Object.fromEntries(notes);
}
