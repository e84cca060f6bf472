import { useMachine } from '@xstate/react';
import { useCallback, useEffect, useState } from 'react';
import type { RequestFormSnapshot } from '../../../machines/requestForm';
import { isBlank } from '../../../machines/requestFormContext';
import { newRandomId } from '../../domain/ids';
import type { UploadProgress } from '../../domain/outbox';
import type { RequestFields } from '../../domain/types';
import { imageTypeOf } from '../../domain/validation';
import { useServices, type Services } from '../services';
import { createDeliveryMemory } from './deliveryMemory';
import { createDraftKeeper } from './draftKeeper';
import { formWithEffects, type Log } from './formEffects';
import { createImageShelf } from './imageShelf';
import { sortFiles } from './pictureFiles';

/** A picture in the form. No `preview` while it is being prepared. */
export interface FormPicture {
  id: string;
  name: string;
  preview?: string | undefined;
}

export type Screen = 'editing' | 'confirming' | 'creating' | 'uploading' | 'queued' | 'sent';

/** Why a request was not sent, or not taken back, although nothing is wrong with it. */
export type Hindrance = 'full' | 'unreachable' | 'unopened';
const HINDRANCES: Hindrance[] = ['full', 'unreachable', 'unopened'];

/**
 * What others need to know about the form: whether this is a moment to reload the page. `unsaved` is
 * a delivery that a reload would lose, `unsent` a request that came back into the closed form.
 */
export type Activity = 'idle' | 'dirty' | 'delivering' | 'unsaved' | 'unsent';

/** The request form as its screens see it. */
export interface RequestFormView {
  screen: Screen;
  /** Whether the draft is still being loaded. */
  isRestoring: boolean;
  isBlank: boolean;
  fields: RequestFields;
  pictures: FormPicture[];
  tooMany: boolean;
  /** How often pictures were chosen. */
  choices: number;
  rejected: string[];
  hindrance: Hindrance | undefined;
  /** Sent without saving: the page has to stay open. */
  isDirect: boolean;
  progress: UploadProgress;
  activity: Activity;
  change(fields: Partial<RequestFields>): void;
  toggleCategory(id: string): void;
  /** Resolves to whether they were looked at; pictures that the form takes are in it then. */
  choose(files: readonly File[]): Promise<boolean>;
  removePicture(id: string): void;
  submit(): void;
  sendDirectly(): void;
  clear(): void;
  confirmReplacement(replace: boolean): void;
}

const UNDER_WAY: Screen[] = ['creating', 'uploading'];

function screenOf(snapshot: RequestFormSnapshot): Screen {
  if (snapshot.hasTag('queued')) return 'queued';
  if (snapshot.matches({ flow: 'sent' })) return 'sent';
  if (snapshot.matches({ flow: 'confirming' })) return 'confirming';
  if (snapshot.matches({ flow: { delivering: 'uploading' } })) return 'uploading';
  if (snapshot.matches({ flow: 'delivering' }) || snapshot.matches({ flow: 'gathering' }))
    return 'creating';
  return 'editing';
}

const hindranceOf = (snapshot: RequestFormSnapshot) =>
  HINDRANCES.find((editing) => snapshot.matches({ flow: { editing } }));

function assemble(services: Services, log: Log) {
  const shelf = createImageShelf();
  const keeper = createDraftKeeper(services.drafts, (error) =>
    log('The draft was not kept.', error),
  );
  const machine = formWithEffects({
    services,
    shelf,
    keeper,
    memory: createDeliveryMemory(() => sessionStorage),
    isOnline: () => navigator.onLine,
    now: () => Date.now(),
    log,
  });
  return { shelf, keeper, machine, form: newRandomId() };
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
  const [{ shelf, keeper, machine, form }] = useState(() => assemble(services, log));
  const [snapshot, send] = useMachine(machine, { input: { form } });
  const { context } = snapshot;
  const screen = screenOf(snapshot);
  const [choices, setChoices] = useState(0);

  useEffect(() => send({ type: open ? 'form.opened' : 'form.closed' }), [open, send]);

  useEffect(
    () =>
      services.outbox.subscribe(({ type, key }) => {
        if (type === 'saved') send({ type: 'request.saved', key });
      }),
    [services, send],
  );

  useEffect(() => {
    const onHide = () => keeper.flush();
    window.addEventListener('pagehide', onHide);
    document.addEventListener('visibilitychange', onHide);
    return () => {
      window.removeEventListener('pagehide', onHide);
      document.removeEventListener('visibilitychange', onHide);
    };
  }, [keeper]);

  const isUnsaved = context.route === 'direct' && UNDER_WAY.includes(screen);
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const onLeave = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', onLeave);
    return () => window.removeEventListener('beforeunload', onLeave);
  }, [isUnsaved]);

  const choose = useCallback(
    async (files: readonly File[]) => {
      try {
        const { pictures, rejected } = await sortFiles(files);
        const chosen = pictures.map((file) => ({
          id: newRandomId(),
          name: file.name,
          type: imageTypeOf(file) ?? '',
          file,
        }));
        for (const { id, file } of chosen) shelf.addFile(id, file);
        const facts = chosen.map(({ id, name, type }) => ({ id, name, type }));
        send({ type: 'files.chosen', files: facts, rejected });
        setChoices((count) => count + 1);
        return true;
      } catch (error) {
        log('The chosen files could not be looked at.', error);
        return false;
      }
    },
    [send, shelf, log],
  );
  const edit = useCallback((key: string) => send({ type: 'record.edited', key }), [send]);

  const underWay = isUnsaved ? 'unsaved' : 'delivering';
  const isDirty = screen === 'editing' && !isBlank(context);
  const resting = isDirty ? 'dirty' : 'idle';
  return {
    screen,
    isRestoring: snapshot.matches({ flow: 'restoring' }),
    isBlank: isBlank(context),
    fields: context.fields,
    pictures: [...context.images, ...context.pending].map(({ id, name }) => ({
      id,
      name,
      preview: shelf.preview(id),
    })),
    tooMany: context.tooMany,
    choices,
    rejected: context.rejected,
    hindrance: hindranceOf(snapshot),
    isDirect: context.route === 'direct',
    progress: context.progress,
    activity: UNDER_WAY.includes(screen) ? underWay : context.unsent ? 'unsent' : resting,
    change: (fields) => send({ type: 'fields.changed', fields }),
    toggleCategory: (id) => send({ type: 'category.toggled', id }),
    choose,
    edit,
    removePicture: (id) => send({ type: 'image.removed', id }),
    submit: () => send({ type: 'form.submitted' }),
    sendDirectly: () => send({ type: 'direct.requested' }),
    clear: () => send({ type: 'form.cleared' }),
    confirmReplacement: (replace) =>
      send({ type: replace ? 'replacement.confirmed' : 'replacement.declined' }),
  };
}
