import { useMachine } from '@xstate/react';
import { useCallback, useEffect, useState } from 'react';
import type { SnapshotFrom } from 'xstate';
import type { requestForm } from '../../machines/requestForm';
import type { RequestFormEvent } from '../../machines/requestFormTypes';
import { cleanFields } from '../domain/cleanText';
import { newRandomId } from '../domain/ids';
import type { RequestFields } from '../domain/requestFields';
import type { RejectedFile } from '../domain/types';
import { isBlank } from '../domain/validation';
import { log } from '../lib/log';
import { isSentUndecoded, sortFiles } from '../pictures/imageTypes';
import { useServices } from '../shared/services';
import { withLike } from '../domain/description';
import { formWithEffects } from './formEffects';
import { shownFields, textFieldsOf } from './formTextFields';
import { createImageFiles } from './imageFiles';
import { createOutboxNews } from './outboxNews';
import type { Submitted } from './SentDetails';
import { createSpamSignals } from './spamSignals';

/** The request form as its screens see it. */
export type RequestFormView = ReturnType<typeof useRequestForm>;

/**
 * Runs the request form, also while its dialog is closed. `isOpen`: whether the form is on the screen;
 * `workTitle`: title of the work from which the visitor has opened it.
 */
export function useRequestForm(isOpen: boolean, workTitle?: string) {
  const services = useServices();
  const [{ files, signals, machine, draftId }] = useState(() => {
    const files = createImageFiles();
    const signals = createSpamSignals();
    return { files, signals, ...formWithEffects(services, files, signals) };
  });
  const [snapshot, , actor] = useMachine(machine);
  const { value, context } = snapshot;
  const [textFields] = useState(() => textFieldsOf(actor));
  // A command is about what is on the screen, so the machine must know that first.
  const send = useCallback(
    (event: RequestFormEvent) => {
      textFields.sync();
      actor.send(event);
    },
    [actor, textFields],
  );
  useEffect(() => {
    const subscription = actor.subscribe(textFields.sync);
    return () => subscription.unsubscribe();
  }, [actor, textFields]);
  const [choices, setChoices] = useState(0);
  const [submitted, setSubmitted] = useState<Submitted>();
  const [unreadable, setUnreadable] = useState<readonly string[]>([]);

  useEffect(() => {
    if (isOpen) signals.markOpened();
    send(isOpen ? { type: 'form.opened', workTitle } : { type: 'form.closed' });
  }, [isOpen, workTitle, send, signals]);

  useEffect(() => {
    const newsOf = createOutboxNews();
    return services.outbox.follow((content) => newsOf(content, draftId()).forEach(send));
  }, [services, draftId, send]);

  /** Adds chosen files to the form. Resolves to whether they could be read. Takes what `sortFiles` takes. */
  const choose = useCallback(
    async (...chosen: Parameters<typeof sortFiles>) => {
      try {
        const sorted = await sortFiles(...chosen);
        const images = sorted.images.map(({ file, type, isCut }) => {
          const id = newRandomId();
          files.add(id, file, false);
          return { id, name: file.name, type, ...(isCut && { isCut }) };
        });
        send({ type: 'images.chosen', images, rejected: sorted.rejected });
        setChoices((count) => count + 1);
        return true;
      } catch (error) {
        log('The chosen files could not be read.', error);
        return false;
      }
    },
    [send, files],
  );

  /** Says that a picture was dragged here of which only the address came. */
  const refuseAddress = useCallback(
    (name: string) => {
      send({ type: 'images.chosen', images: [], rejected: [{ name, reason: 'address' }] });
      setChoices((count) => count + 1);
    },
    [send],
  );

  const change = (fields: Partial<RequestFields>) => send({ type: 'fields.changed', fields });
  return {
    ...context,
    fields: shownFields(context),
    screen: screenOf(value),
    isRestoring: value === 'restoring',
    isSaving: value === 'saving',
    isEditing: snapshot.matches('editing'),
    /** What the visitor has typed is only in this page: the device does not answer, or could not save it. */
    isUnsaved:
      (context.isStorageSilent || context.isDraftUnsaved) && context.isChanged && !isBlank(context),
    /** Whether creating takes longer than usual. */
    isSlow: snapshot.matches({ sending: { creating: 'slow' } }),
    isStorageFull: snapshot.matches({ editing: 'storageFull' }),
    hasReopenFailed: snapshot.matches({ editing: 'reopenFailed' }),
    /** Nothing to clear: not even a line that a button has put into the description. */
    isBlank: isBlank(context) && context.fields.description === '' && context.workTitle === null,
    /** An image that the browser cannot show has no `preview`. */
    images: context.images.map(({ id, name, type, isCut }) => ({
      id,
      name,
      type,
      file: files.get(id),
      isCut,
      preview: unreadable.includes(id) ? undefined : files.preview(id),
    })),
    /** How often files were chosen. */
    choices,
    choose,
    refuseAddress,
    change,
    /** Puts the line "I want something like …" with this work's title at the beginning of the description. */
    beginWith: useCallback(
      (title: string) => {
        textFields.sync();
        const { description } = actor.getSnapshot().context.fields;
        const fields = { description: withLike(description, title) };
        send({ type: 'fields.changed', fields });
      },
      [actor, textFields, send],
    ),
    /** The fields' elements; `attach` is for the form's `ref`. */
    textFields,
    toggleCategory(id: string) {
      const { categories } = context.fields;
      const others = categories.filter((other) => other !== id);
      change({ categories: categories.includes(id) ? others : [...categories, id] });
    },
    removeImage: (id: string) => send({ type: 'image.removed', id }),
    /** The browser could not show the image. The image stays if it can be sent as it is. */
    reportUnreadable(id: string) {
      const image = context.images.find((other) => other.id === id);
      const size = files.get(id)?.size ?? 0;
      const reject = (reason: RejectedFile['reason']) =>
        send({ type: 'image.removed', id, reason });
      if (image && isSentUndecoded(image.type, size)) setUnreadable((ids) => [...ids, id]);
      // This type can be sent as it is, but the file is too large.
      else if (image && isSentUndecoded(image.type, 0)) reject('tooLarge');
      else reject('noImage');
    },
    setHoneypot: signals.setHoneypot,
    /** `inMemory`: send the request without saving it on the device. */
    submit(inMemory = false) {
      textFields.sync();
      const { context } = actor.getSnapshot();
      setSubmitted({ fields: cleanFields(shownFields(context)), images: context.images.length });
      send({ type: 'form.submitted', inMemory });
    },
    /** The content that this page has submitted last, for the success screen. */
    submitted,
    clear: () => send({ type: 'form.cleared' }),
    /** Puts a refused request back into the form. */
    edit: useCallback((key: string) => send({ type: 'edit.clicked', key }), [send]),
    /** The visitor's answer: whether the refused request may replace the form's content. */
    answer: (replace: boolean) =>
      send({ type: replace ? 'replacement.confirmed' : 'replacement.declined' }),
  };
}

/** The screen for a state of the machine. */
function screenOf(state: SnapshotFrom<typeof requestForm>['value']) {
  if (state === 'confirming' || state === 'success') return state;
  if (typeof state !== 'object' || !('sending' in state)) return 'form';
  return typeof state.sending === 'object' ? 'creating' : state.sending;
}
