import { cleanText } from '../../domain/cleanText';
import { TEXT_FIELD_NAMES, type TextField } from '../../domain/requestFields';
import { sentText } from '../../domain/subject';
import type { Content, FieldNotes } from '../../../machines/requestFormTypes';
import { noteOf } from '../fields/fieldNotes';

interface FormNotesDeps {
  content(): Content;
  /** The notes that the form shows. */
  shown(): FieldNotes;
  show(notes: FieldNotes): void;
}

/**
 * Finds the notes under the form's fields. A field gets its note when the visitor leaves it with text in it; all
 * fields get theirs when the request is to be sent. A note stays until its field is correct.
 */
export function createFormNotes({ content, shown, show }: FormNotesDeps) {
  let form: HTMLFormElement | undefined;
  let followed: Content | undefined;

  const findNotes = (element: HTMLFormElement, names: readonly TextField[]): FieldNotes => {
    const notes = names.flatMap((name) => {
      const control = element.elements.namedItem(name) as HTMLInputElement | null;
      if (!control) return [];
      const value = sentText(name, control.value, content().subject);
      const note = noteOf({ name, value, validity: judge(control) });
      return note ? [[name, note] as const] : [];
    });
    return Object.fromEntries(notes);
  };

  const showIfNew = (notes: FieldNotes) => {
    if (JSON.stringify(notes) !== JSON.stringify(shown())) show(notes);
  };

  return {
    attach(element: HTMLFormElement): () => void {
      form = element;
      return () => {
        if (form === element) form = undefined;
      };
    },
    /** The content has changed, perhaps: what is shown is looked at again. */
    follow() {
      const { fields, subject } = content();
      if (fields === followed?.fields && subject === followed.subject) return;
      followed = content();
      const names = Object.keys(shown()) as TextField[];
      if (form && names.length > 0) showIfNew(findNotes(form, names));
    },
    leave({ name, value }: Pick<HTMLInputElement, 'name' | 'value'>) {
      if (cleanText(name as TextField, value) === '') return;
      const showOne = () => {
        if (form) showIfNew({ ...shown(), ...findNotes(form, [name as TextField]) });
      };
      // A new note moves what is below it. A button that is being pressed must not move away from the pointer.
      if (!document.querySelector(':active')) showOne();
      else window.addEventListener('mouseup', () => setTimeout(showOne), { once: true });
    },
    /** Shows the notes of all fields and returns the first field with a problem. */
    check(): TextField | undefined {
      const found = form ? findNotes(form, TEXT_FIELD_NAMES) : {};
      showIfNew(found);
      return TEXT_FIELD_NAMES.find((name) => found[name]?.isProblem);
    },
  };
}

/** The browser's judgement of a field's cleaned text. */
function judge({ name, type, value, validity }: HTMLInputElement) {
  if (type !== 'email') return validity;
  const cleaned = document.createElement('input');
  cleaned.type = type;
  cleaned.value = cleanText(name as TextField, value);
  return { typeMismatch: cleaned.validity.typeMismatch, badInput: validity.badInput };
}
