import { createActor } from 'xstate';
import { harmOf, type RequestFormSnapshot } from '../../../machines/requestFormView';
import type {
  RequestFormEvent,
  RequestFormInput,
  Content,
  FieldNotes,
} from '../../../machines/requestFormContext';
import { inspected } from '../../lib/inspection';
import { log } from '../../lib/log';
import type { RunningForm } from '../port';
import { createLeaveGuard } from '../../shared/leaveGuard';
import type { Services } from '../../shared/services';
import { createFormFiles, createImageFiles } from './formFiles';
import { createFollowing, formWithEffects } from './requestFormEffects';
import { createFormDraft, createOutboxNews, createSpamSignals } from './formDraft';
import { TEXT_FIELD_NAMES, type RequestFields, type TextField } from '../../domain/requestFields';
import { createTextFields } from '../../shared/form/textFields';
import { formatPhone } from '../../domain/phone';
import { noteOf } from '../fields/fieldNotes';
import { cleanText } from '../../domain/cleanText';
import { sentText } from '../../domain/subject';
import type { Unsubscribe } from '../../lib/results';

type FormServices = Pick<Services, 'outbox' | 'drafts' | 'safety'>;

/** Starts the request form. It runs until the page ends, also while its dialog is closed. */
export function runForm({ outbox, drafts, safety }: FormServices): RunningForm {
  const files = createImageFiles();
  const signals = createSpamSignals();
  const draft = createFormDraft({ outbox, drafts, files, signals });
  const following = createFollowing({ outbox, drafts });
  const machine = formWithEffects({ outbox, draft, following, files, signals });
  const form = createLastingActor(machine, following.shownBefore);

  const content = () => form.getSnapshot().context.content;
  const textFields = textFieldsOf({
    content,
    change(fields) {
      const event = { type: 'fields.changed', fields } as const;
      // A form that is being saved takes no text. Offering it one is news of the form, which would offer it again.
      if (form.getSnapshot().can(event)) form.send(event);
    },
  });
  /** A command is about what is on the screen, so the machine must know that first. */
  const send = (event: RequestFormEvent) => {
    if (event.type === 'form.opened') signals.markOpened();
    textFields.sync();
    form.send(event);
  };
  const notes = createFormNotes({
    content,
    shown: () => form.getSnapshot().context.notes,
    show: (found) => form.send({ type: 'notes.found', notes: found }),
  });
  const formFiles = createFormFiles({ snapshot: form.getSnapshot, send, files, outbox });

  form.subscribe((snapshot) => {
    textFields.sync();
    notes.follow();
    formFiles.follow();
    safety.report('the request form', harmOf(snapshot));
  });
  form.start();
  const newsOf = createOutboxNews();
  const guard = createLeaveGuard();
  outbox.follow((lists) => {
    newsOf(lists, draft.id()).forEach(send);
    // Only a form brings a request into the page's memory, and a reload would lose it.
    const isAnyInMemory = lists.waiting.some(({ inMemory }) => inMemory);
    safety.report('requests in memory', isAnyInMemory ? 'loss' : 'none');
    guard(isAnyInMemory);
  });

  return {
    getSnapshot: form.getSnapshot,
    subscribe: form.subscribe,
    send,
    attach(element) {
      const detachNotes = notes.attach(element);
      const detachTexts = textFields.attach(element);
      return () => {
        detachTexts();
        detachNotes();
      };
    },
    leave: notes.leave,
    check() {
      textFields.sync();
      return notes.check();
    },
    submit({ honeypot, store }) {
      signals.setHoneypot(honeypot);
      send({ type: 'form.submitted', ...(store && { store }) });
    },
    ...formFiles.commands,
  };
}

/**
 * The form's actor. If an action throws, that ends the actor. Then another one goes on with the content, but not with
 * that of a request that is being sent: the outbox has it. `shownBefore`: the key of the request whose delivery this
 * tab has shown.
 */
function createLastingActor(
  machine: ReturnType<typeof formWithEffects>,
  shownBefore: () => string | null | undefined,
) {
  const listeners = new Set<(snapshot: RequestFormSnapshot) => void>();
  let actor = create();
  let snapshot = actor.getSnapshot();

  function create(earlier?: RequestFormInput['earlier']) {
    const followedKey = earlier ? undefined : shownBefore();
    const input = { ...(earlier && { earlier }), ...(followedKey && { followedKey }) };
    const next = createActor(machine, { input, ...inspected() });
    next.subscribe({
      next: (newest) => {
        snapshot = newest;
        for (const listener of listeners) listener(newest);
      },
      error: (error) => {
        log('The form has failed and goes on.', error);
        goOn();
      },
    });
    return next;
  }

  function goOn() {
    const { value } = snapshot;
    const { content, choice, notes, followed } = snapshot.context;
    const isInForm = followed.key === '' || snapshot.matches({ content: 'reopening' });
    actor = create(isInForm ? { content, choice, notes } : undefined);
    snapshot = actor.getSnapshot();
    actor.start();
    if (value.dialog === 'closed') actor.send({ type: 'form.closed' });
  }

  return {
    start: () => void actor.start(),
    getSnapshot: () => snapshot,
    send: (event: RequestFormEvent) => actor.send(event),
    subscribe(listener: (snapshot: RequestFormSnapshot) => void): Unsubscribe {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

interface FormTextFieldsDeps {
  content(): Content;
  change(fields: Partial<RequestFields>): void;
}

/** The text fields of the form's elements, which React does not control. */
export const textFieldsOf = ({ content, change }: FormTextFieldsDeps) =>
  createTextFields({
    names: TEXT_FIELD_NAMES,
    shown: () => content().fields,
    replacements: () => content().replacements,
    change,
    format: (name, text) => (name === 'phone' ? formatPhone(text) : text),
  });

interface FormNotesDeps {
  content(): Content;
  shown(): FieldNotes;
  show(notes: FieldNotes): void;
}

/**
 * Finds the notes under the form's fields. A field gets its note when the visitor leaves it with text in it; all fields
 * get theirs when the request is to be sent. A note stays until its field is correct.
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
    /** The content has changed, perhaps: the notes that are shown are looked at again. */
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
    /** Shows the notes of all fields. Returns the first field with a problem. */
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
