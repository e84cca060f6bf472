import { createActor } from 'xstate';
import { harmOf, type RequestFormSnapshot } from '../../../machines/requestFormView';
import type { RequestFormEvent, RequestFormInput } from '../../../machines/requestFormTypes';
import { inspected } from '../../lib/inspection';
import { log } from '../../lib/log';
import type { RunningForm } from '../../ports/formPort';
import type { Unsubscribe } from '../../ports/reads';
import type { Services } from '../../shared/services';
import { createFormFiles } from './formFiles';
import { createFollowing } from './following';
import { createFormDraft } from './formDraft';
import { formWithEffects } from './formEffects';
import { createFormNotes } from './formNotes';
import { textFieldsOf } from './formTextFields';
import { createImageFiles } from './imageFiles';
import { createOutboxNews } from './outboxNews';
import { createSpamSignals } from './spamSignals';

/** What the form needs of the page. */
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
  outbox.follow((lists) => newsOf(lists, draft.id()).forEach(send));

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
 * The form's actor. If an action throws, that ends the actor. Then another one goes on with the content. That of a
 * request that is being sent is left behind: the outbox has it. `shownBefore`: the key of the request whose delivery this
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
