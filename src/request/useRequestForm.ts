import { useMachine } from '@xstate/react';
import { useCallback, useEffect, useState } from 'react';
import type { SnapshotFrom } from 'xstate';
import type { requestForm } from '../../machines/requestForm';
import type { RequestFormContext } from '../../machines/requestFormTypes';
import { newRandomId } from '../domain/ids';
import type { RequestFields } from '../domain/requestFields';
import type { RejectedFile } from '../domain/types';
import { isBlank } from '../domain/validation';
import { log } from '../lib/log';
import { isSentUndecoded, sortFiles } from '../pictures/imageTypes';
import { useServices } from '../shared/services';
import { aboutLine, withLike } from './description';
import { formWithEffects } from './formEffects';
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
  const [{ files, signals, machine }] = useState(() => {
    const files = createImageFiles();
    const signals = createSpamSignals();
    return { files, signals, machine: formWithEffects(services, files, signals) };
  });
  const [snapshot, send, actor] = useMachine(machine);
  const { value, context } = snapshot;
  const [choices, setChoices] = useState(0);
  const [submitted, setSubmitted] = useState<Submitted>();
  const [unreadable, setUnreadable] = useState<readonly string[]>([]);

  useEffect(() => {
    if (isOpen) signals.markOpened();
    send(isOpen ? { type: 'form.opened', workTitle } : { type: 'form.closed' });
  }, [isOpen, workTitle, send, signals]);

  useEffect(() => {
    const newsOf = createOutboxNews();
    return services.outbox.follow((content) => newsOf(content).forEach(send));
  }, [services, send]);

  /** Adds chosen files to the form. Resolves to whether they could be read. Takes what `sortFiles` takes. */
  const choose = useCallback(
    async (...chosen: Parameters<typeof sortFiles>) => {
      try {
        const sorted = await sortFiles(...chosen);
        const images = sorted.images.map(({ file, type }) => {
          const id = newRandomId();
          files.add(id, file, false);
          return { id, name: file.name, type };
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

  /** Says that a dropped picture of another site is only an address. */
  const refuseAddress = useCallback(
    (address: string) => {
      const name = address.split(/[?#]/)[0]!.split('/').findLast(Boolean) ?? address;
      send({ type: 'images.chosen', images: [], rejected: [{ name, reason: 'address' }] });
      setChoices((count) => count + 1);
    },
    [send],
  );

  const change = (fields: Partial<RequestFields>) => send({ type: 'fields.changed', fields });
  return {
    ...context,
    fields: withWork(context),
    screen: screenOf(value),
    isRestoring: value === 'restoring',
    isSaving: value === 'saving',
    isEditing: snapshot.matches('editing'),
    /** Whether creating takes longer than usual. */
    isSlow: snapshot.matches({ sending: { creating: 'slow' } }),
    isStorageFull: snapshot.matches({ editing: 'storageFull' }),
    hasReopenFailed: snapshot.matches({ editing: 'reopenFailed' }),
    /** Nothing to clear: not even a line that a button has put into the description. */
    isBlank: isBlank(context) && context.fields.description === '' && context.workTitle === null,
    /** An image that the browser cannot show has no `preview`. */
    images: context.images.map(({ id, name, type }) => ({
      id,
      name,
      type,
      file: files.get(id),
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
        const { description } = actor.getSnapshot().context.fields;
        const fields = { description: withLike(description, title) };
        send({ type: 'fields.changed', fields });
      },
      [actor, send],
    ),
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
      setSubmitted({ fields: withWork(context), images: context.images.length });
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

/**
 * The fields as they are shown: an empty description is shown with the line that names the work. The line does
 * not count as typed until the visitor changes the description.
 */
const withWork = ({ fields, workTitle }: RequestFormContext): RequestFields =>
  workTitle !== null && fields.description === ''
    ? { ...fields, description: aboutLine(workTitle) }
    : fields;

/** The screen for a state of the machine. */
function screenOf(state: SnapshotFrom<typeof requestForm>['value']) {
  if (state === 'confirming' || state === 'success') return state;
  if (typeof state !== 'object' || !('sending' in state)) return 'form';
  return typeof state.sending === 'object' ? 'creating' : state.sending;
}
