import { useMachine } from '@xstate/react';
import { useCallback, useEffect, useState } from 'react';
import type { SnapshotFrom } from 'xstate';
import type { requestForm } from '../../machines/requestForm';
import type { RequestFormContext } from '../../machines/requestFormSetup';
import { newRandomId } from '../domain/ids';
import { isSentUndecoded, sortFiles, type RejectedFile } from '../domain/imageTypes';
import type { RequestFields } from '../domain/requestFields';
import { isBlank } from '../domain/validation';
import { log } from '../lib/log';
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
 * Runs the request form; it goes on behind a closed dialog. `open`: whether the visitor has it on the
 * screen; `about`: title of the work that they opened it from.
 */
export function useRequestForm(open: boolean, about?: string) {
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
    if (open) signals.noteOpened();
    send(open ? { type: 'form.opened', about } : { type: 'form.closed' });
  }, [open, about, send, signals]);

  useEffect(() => {
    const newsOf = createOutboxNews();
    return services.outbox.follow((content) => newsOf(content).forEach(send));
  }, [services, send]);

  /** Resolves to whether they were looked at; images that the form takes are in it then. See `sortFiles`. */
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
        log('The chosen files could not be looked at.', error);
        return false;
      }
    },
    [send, files],
  );

  const change = (fields: Partial<RequestFields>) => send({ type: 'fields.changed', fields });
  return {
    ...context,
    fields: withWork(context),
    screen: screenOf(value),
    isRestoring: value === 'restoring',
    isSaving: value === 'saving',
    isEditing: snapshot.matches('editing'),
    /** Creating takes longer than usual. */
    isSlow: snapshot.matches({ sending: { creating: 'slow' } }),
    /** The device has no room to save the request. */
    isFull: snapshot.matches({ editing: 'full' }),
    /** The refused request that was asked for could not be read. */
    isUnopened: snapshot.matches({ editing: 'unopened' }),
    isBlank: isBlank(context) && context.about === null,
    /** No `preview` for one that the browser cannot show. */
    images: context.images.map(({ id, name }) => ({
      id,
      name,
      preview: unreadable.includes(id) ? undefined : files.preview(id),
    })),
    /** How often images were chosen. */
    choices,
    choose,
    change,
    /** Begins the description with the wish for something like the work of this title. */
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
    /** The browser could not show it. */
    noteUnreadable(id: string) {
      const image = context.images.find((other) => other.id === id);
      const size = files.get(id)?.size ?? 0;
      const reject = (reason: RejectedFile['reason']) =>
        send({ type: 'image.removed', id, reason });
      if (image && isSentUndecoded(image.type, size)) setUnreadable((ids) => [...ids, id]);
      // Of a kind that is sent, but not of that size.
      else if (image && isSentUndecoded(image.type, 0)) reject('tooLarge');
      else reject('noImage');
    },
    noteHoneypot: signals.noteHoneypot,
    /** `inMemory`: without saving it on the device. */
    submit(inMemory = false) {
      setSubmitted({ fields: withWork(context), images: context.images.length });
      send({ type: 'form.submitted', inMemory });
    },
    /** What this page has sent last; the success screen shows it. */
    submitted,
    clear: () => send({ type: 'form.cleared' }),
    /** Takes a refused request back into the form. */
    edit: useCallback((key: string) => send({ type: 'record.edited', key }), [send]),
    /** Whether it may take the place of what is in the form. */
    answer: (replace: boolean) =>
      send({ type: replace ? 'replacement.confirmed' : 'replacement.declined' }),
  };
}

/** An empty description begins with the work; that line is nothing typed until the visitor goes on from it. */
const withWork = ({ fields, about }: RequestFormContext): RequestFields =>
  about !== null && fields.description === ''
    ? { ...fields, description: aboutLine(about) }
    : fields;

/** Which screen shows a state of the machine. */
function screenOf(state: SnapshotFrom<typeof requestForm>['value']) {
  if (state === 'confirming' || state === 'success') return state;
  if (typeof state !== 'object' || !('sending' in state)) return 'form';
  return typeof state.sending === 'object' ? 'creating' : state.sending;
}
