import { createActor } from 'xstate';
import { harmOf, type RequestFormSnapshot } from '../../../machines/requestFormView';
import type { RequestFormEvent, RequestFormInput } from '../../../machines/requestFormTypes';
import type { RejectedFile } from '../../domain/types';
import { inspected } from '../../lib/inspection';
import { log } from '../../lib/log';
import { isSentUndecoded } from '../../pictures/imageTypes';
import type { RunningForm } from '../../ports/formPort';
import type { Services } from '../../shared/services';
import { formWithEffects } from './formEffects';
import { createFormNotes } from './formNotes';
import { textFieldsOf } from './formTextFields';
import { createImageFiles } from './imageFiles';
import { createOutboxNews } from './outboxNews';
import { createReadFiles } from './readFiles';
import { createSharedImages } from './takeSharedImages';
import { createSpamSignals } from './spamSignals';

/** What the form needs of the page. */
type FormServices = Pick<Services, 'outbox' | 'drafts' | 'safety'>;

/** Starts the request form. It runs until the page ends, also while its dialog is closed. */
export function runForm({ outbox, drafts, safety }: FormServices): RunningForm {
  const files = createImageFiles();
  const signals = createSpamSignals();
  const { machine, inputOf, draftId } = formWithEffects({ outbox, drafts }, files, signals);
  const listeners = new Set<(snapshot: RequestFormSnapshot) => void>();
  let actor = createForm();
  let snapshot = actor.getSnapshot();

  /**
   * If an action throws, that ends the actor. Then another one goes on with the content. That of a request that is
   * being sent is left behind: the outbox has it.
   */
  function createForm(earlier?: RequestFormInput['earlier']) {
    const form = createActor(machine, { input: inputOf(earlier), ...inspected() });
    form.subscribe({
      next: (newest) => {
        snapshot = newest;
        for (const listener of listeners) listener(newest);
      },
      error: (error) => {
        log('The form has failed and goes on.', error);
        const { value } = snapshot;
        const { content, choice, notes, phase } = snapshot.context;
        const isInForm = phase.is === 'writing' || phase.is === 'reopening';
        actor = createForm(isInForm ? { content, choice, notes } : undefined);
        snapshot = actor.getSnapshot();
        actor.start();
        if (value.dialog === 'closed') actor.send({ type: 'form.closed' });
      },
    });
    return form;
  }

  const textFields = textFieldsOf({
    content: () => snapshot.context.content,
    change: (fields) => actor.send({ type: 'fields.changed', fields }),
  });
  /** A command is about what is on the screen, so the machine must know that first. */
  const send = (event: RequestFormEvent) => {
    if (event.type === 'form.opened') signals.markOpened();
    textFields.sync();
    actor.send(event);
  };
  const notes = createFormNotes({
    content: () => snapshot.context.content,
    shown: () => snapshot.context.notes,
    show: (found) => actor.send({ type: 'notes.found', notes: found }),
  });

  const refuse = (name: string, reason: RejectedFile['reason']) =>
    send({ type: 'images.chosen', images: [], rejected: [{ name, reason }] });
  const read = createReadFiles({ snapshot: () => snapshot, send, files, outbox });
  const imageOf = (id: string) => snapshot.context.content.images.find((image) => image.id === id);
  const sharedImages = createSharedImages(
    (shared, reasonIfEmpty) => read.choose(shared, { reasonIfEmpty }),
    () => refuse('', 'notShared'),
  );
  /** A page that nobody sees may be stopped at any moment. A saved request then goes without what is being read. */
  const onVisibility = () => {
    const isHidden = globalThis.document?.visibilityState === 'hidden';
    if (isHidden && snapshot.matches({ files: 'awaited' })) actor.send({ type: 'page.hidden' });
  };
  globalThis.document?.addEventListener('visibilitychange', onVisibility);

  const onSnapshot = (newest: RequestFormSnapshot) => {
    textFields.sync();
    notes.follow();
    read.bringAll();
    onVisibility();
    safety.report('the request form', harmOf(newest));
    sharedImages.follow(newest.matches({ dialog: 'open', content: 'editing' }));
  };
  listeners.add(onSnapshot);
  actor.start();

  const newsOf = createOutboxNews();
  outbox.follow((content) => newsOf(content, draftId()).forEach(send));

  return {
    getSnapshot: () => snapshot,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
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
    choose: (chosen, place) => void read.choose(chosen, { place }),
    leaveOut: (id) => send({ type: 'file.left', id }),
    refuseDraggedUrl: (name) => refuse(name, 'onlyUrl'),
    fileOf: files.get,
    previewOf: files.preview,
    canBeSentUnshown(id) {
      const image = imageOf(id);
      return image !== undefined && isSentUndecoded(image.type, files.get(id)?.size ?? 0);
    },
    refuseUnshown(id) {
      const image = imageOf(id);
      if (!image) return;
      // Some types can be sent as they are, but not a file of this size.
      const reason = isSentUndecoded(image.type, 0) ? 'tooLarge' : 'noImage';
      send({ type: 'image.removed', id, reason });
    },
  };
}
