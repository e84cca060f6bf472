import { useMachine } from '@xstate/react';
import { useCallback, useEffect, useState } from 'react';
import type { RequestFormSnapshot } from '../../../machines/requestForm';
import { isBlank } from '../../../machines/requestFormContext';
import { newRandomId } from '../../domain/ids';
import { isSentUndecoded, sortFiles } from '../../domain/imageFiles';
import type { UploadProgress } from '../../domain/outbox';
import type { RequestFields } from '../../domain/types';
import { useServices } from '../services';
import { formWithEffects, type Log } from './formEffects';
import { createImageFiles } from './imageFiles';

/** An image in the form. No `preview` for one that the browser cannot show. */
export interface FormImage {
  id: string;
  name: string;
  preview: string | undefined;
}

export type Screen = 'editing' | 'confirming' | 'creating' | 'uploading' | 'queued' | 'success';

/** Why a request was not sent, or not taken back, although nothing is wrong with it. */
export type Obstacle = 'full' | 'unopened';

/**
 * What others need to know about the form: whether this is a moment to reload the page. `unsent` is a
 * request that came back into the closed form.
 */
export type Activity = 'idle' | 'dirty' | 'delivering' | 'unsent';

/** The request form as its screens see it. */
export interface RequestFormView {
  screen: Screen;
  /** Whether the draft is still being loaded. */
  isRestoring: boolean;
  /** Whether the request is just being saved on the device. */
  isSaving: boolean;
  isBlank: boolean;
  fields: RequestFields;
  images: FormImage[];
  tooMany: boolean;
  /** How often images were chosen. */
  choices: number;
  rejected: string[];
  obstacle: Obstacle | undefined;
  /** Not kept on this device: the page has to stay open until it is sent. */
  inMemory: boolean;
  progress: UploadProgress;
  activity: Activity;
  change(fields: Partial<RequestFields>): void;
  toggleCategory(id: string): void;
  /** Resolves to whether they were looked at; images that the form takes are in it then. */
  choose(files: readonly File[]): Promise<boolean>;
  removeImage(id: string): void;
  /** The browser could not show it. */
  noteUnreadable(id: string): void;
  submit(): void;
  sendFromMemory(): void;
  clear(): void;
  confirmReplacement(replace: boolean): void;
}

function screenOf(snapshot: RequestFormSnapshot): Screen {
  if (snapshot.matches('success')) return 'success';
  if (snapshot.matches('confirming')) return 'confirming';
  if (snapshot.matches({ sending: 'queued' })) return 'queued';
  if (snapshot.matches({ sending: 'uploading' })) return 'uploading';
  return snapshot.matches('sending') ? 'creating' : 'editing';
}

function obstacleOf(snapshot: RequestFormSnapshot): Obstacle | undefined {
  if (snapshot.matches({ editing: 'full' })) return 'full';
  return snapshot.matches({ editing: 'unopened' }) ? 'unopened' : undefined;
}

function activityOf(screen: Screen, { context }: RequestFormSnapshot): Activity {
  if (screen === 'creating' || screen === 'uploading') return 'delivering';
  if (context.unsent) return 'unsent';
  return screen === 'editing' && !isBlank(context) ? 'dirty' : 'idle';
}

interface Options {
  /** Whether the visitor has the form on the screen. */
  open: boolean;
  log: Log;
}

/** Runs the request form; it goes on behind a closed dialog. */
export function useRequestForm({ open, log }: Options): RequestFormView & {
  /** Takes a record of the outbox back into the form. */
  edit(key: string): void;
} {
  const services = useServices();
  const [{ files, machine }] = useState(() => {
    const files = createImageFiles();
    const machine = formWithEffects({
      services,
      files,
      tabStorage: () => sessionStorage,
      isOnline: () => navigator.onLine,
      now: () => Date.now(),
      log,
    });
    return { files, machine };
  });
  const [snapshot, send] = useMachine(machine);
  const { context } = snapshot;
  const screen = screenOf(snapshot);
  const [choices, setChoices] = useState(0);
  const [unreadable, setUnreadable] = useState<readonly string[]>([]);

  useEffect(() => send({ type: open ? 'form.opened' : 'form.closed' }), [open, send]);

  useEffect(
    () =>
      services.outbox.subscribe(({ type }) => {
        if (type === 'saved') send({ type: 'draft.dropped' });
      }),
    [services, send],
  );

  const choose = useCallback(
    async (chosen: readonly File[]) => {
      try {
        const sorted = await sortFiles(chosen);
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
    [send, files, log],
  );
  const edit = useCallback((key: string) => send({ type: 'record.edited', key }), [send]);

  return {
    screen,
    isRestoring: snapshot.matches('restoring'),
    isSaving: snapshot.matches('saving'),
    isBlank: isBlank(context),
    fields: context.fields,
    images: context.images.map(({ id, name }) => ({
      id,
      name,
      preview: unreadable.includes(id) ? undefined : files.preview(id),
    })),
    tooMany: context.tooMany,
    choices,
    rejected: context.rejected,
    obstacle: obstacleOf(snapshot),
    inMemory: context.inMemory,
    progress: context.progress,
    activity: activityOf(screen, snapshot),
    change: (fields) => send({ type: 'fields.changed', fields }),
    toggleCategory: (id) => send({ type: 'category.toggled', id }),
    choose,
    edit,
    removeImage: (id) => send({ type: 'image.removed', id }),
    noteUnreadable(id) {
      const image = context.images.find((other) => other.id === id);
      const size = files.get(id)?.size ?? 0;
      if (image && isSentUndecoded(image.type, size)) setUnreadable((ids) => [...ids, id]);
      else send({ type: 'image.unreadable', id });
    },
    submit: () => send({ type: 'form.submitted' }),
    sendFromMemory: () => send({ type: 'memory.accepted' }),
    clear: () => send({ type: 'form.cleared' }),
    confirmReplacement: (replace) =>
      send({ type: replace ? 'replacement.confirmed' : 'replacement.declined' }),
  };
}
