import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { RequestFields } from '../domain/requestFields';
import { TEXT_FIELD_NAMES, type TextField } from '../domain/requestFields';
import { isUnfilled, noteOf, type Control, type FieldNote } from './fieldNotes';

type Notes = Partial<Record<TextField, FieldNote>>;

/**
 * What stands under the fields of a form: of one that was left with something in it, and of all when the
 * request is to be sent. A note stays until its field is mended, however that comes about.
 */
export function useFieldNotes(fields: RequestFields) {
  const element = useRef<HTMLFormElement>(null);
  const [notes, setNotes] = useState<Notes>({});

  useEffect(() => {
    setNotes((before) => {
      const names = Object.keys(before) as TextField[];
      return names.length === 0 ? before : look(element.current!, names);
    });
  }, [fields]);

  return {
    element,
    notes,
    onLeave({ name, value }: Control) {
      if (isUnfilled(value)) return;
      const tell = () => {
        const form = element.current;
        if (form) setNotes((before) => ({ ...before, ...look(form, [name as TextField]) }));
      };
      // What is being pressed must not move away under the pointer.
      if (!document.querySelector(':active')) tell();
      else window.addEventListener('mouseup', () => setTimeout(tell), { once: true });
    },
    /** Whether all can be sent; else the first field that cannot gets the focus. */
    check(): boolean {
      const found = look(element.current!, TEXT_FIELD_NAMES);
      const wrong = TEXT_FIELD_NAMES.find((name) => found[name]?.isProblem);
      // With the focus the field's note is read.
      flushSync(() => setNotes(found));
      if (wrong) controlOf(element.current!, wrong)?.focus();
      return wrong === undefined;
    },
    forget: () => setNotes({}),
  };
}

const controlOf = (form: HTMLFormElement, name: TextField) =>
  form.elements.namedItem(name) as HTMLInputElement | null;

function look(form: HTMLFormElement, names: readonly TextField[]): Notes {
  const notes = names.flatMap((name) => {
    const control = controlOf(form, name);
    const note = control && noteOf(control);
    return note ? [[name, note] as const] : [];
  });
  return Object.fromEntries(notes);
}
