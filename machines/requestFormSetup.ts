import { assign, fromEventObservable, fromPromise, setup } from 'xstate';
import type { RequestFields } from '../src/domain/types';
import {
  draftOf,
  draftsOf,
  emptyForm,
  isBlank,
  type FormContent,
  type FormImage,
  type Preparation,
  type RequestFormContext,
  type RequestFormEvent,
  type Restored,
  type Route,
} from './requestFormContext';

/** What a delivery is started with. A `key` means the record is saved already and is only followed. */
export interface DeliveryInput {
  route: Route;
  key: string | null;
  /** The key to save it under. */
  newKey: string;
  /** Names the stored drafts that it takes the place of. */
  drafts: string[];
  fields: RequestFields;
  imageIds: string[];
  /** The refused record that this request takes the place of. */
  replaces: string | null;
}

/** What the form holds, for the effects that keep it. */
export interface HeldContent {
  fields: RequestFields;
  /** Prepared pictures and those still in preparation, in their order. */
  imageIds: string[];
  /** Names the draft. */
  draft: string;
  /** The refused record it was taken from. */
  replaces: string | null;
}

type Effect<Params> = (args: unknown, params: Params) => void;

const missing = (name: string) => () => {
  throw new Error(`requestForm needs an implementation of ${name}.`);
};

/** The failure an event brings: an actor's error, or the server's answer. */
export const logged = {
  type: 'logFailure' as const,
  params: ({ event }: { event: object }) => ({ error: 'error' in event ? event.error : event }),
};

export const held = ({ context }: { context: RequestFormContext }): HeldContent => ({
  fields: context.fields,
  imageIds: [...context.images, ...context.pending].map((image) => image.id),
  draft: draftOf(context),
  replaces: context.replaces,
});

/** The record that the visitor asked for. */
export const wanted = assign<
  RequestFormContext,
  Extract<RequestFormEvent, { type: 'record.edited' }>,
  undefined,
  RequestFormEvent,
  never
>({ wanted: ({ event }) => event.key });

export const keepFields = { type: 'keepFields' as const, params: held };
export const dropDraft = {
  type: 'dropDraft' as const,
  params: ({ context }: { context: RequestFormContext }) => ({ drafts: draftsOf(context) }),
};
export const keepImages = { type: 'keepImages' as const, params: held };

/** What the form is made of: its effects by name, and what its transitions ask. */
export const requestFormSetup = setup({
  types: {
    input: {} as { form: string },
    context: {} as RequestFormContext,
    events: {} as RequestFormEvent,
  },
  actors: {
    /** Loads the draft and the delivery that a reload interrupted. */
    restore: fromPromise<Restored>(missing('restore')),
    /** Re-encodes one picture and makes its thumbnail. */
    preparePicture: fromPromise<Preparation, { image: FormImage }>(missing('preparePicture')),
    /** Saves and sends, or follows what is being sent; emits `storage.*` and `delivery.*`. */
    deliver: fromEventObservable<RequestFormEvent, DeliveryInput>(missing('deliver')),
    /** Takes a refused record out of the outbox, back into the draft; its content, if it was there. */
    takeBack: fromPromise<FormContent | undefined, { key: string }>(missing('takeBack')),
  },
  actions: {
    logFailure: missing('logFailure') as Effect<{ error: unknown }>,
    keepFields: missing('keepFields') as Effect<HeldContent>,
    keepImages: missing('keepImages') as Effect<HeldContent>,
    /** From here on nothing is written to or dropped from the stored draft. */
    leaveDraft: missing('leaveDraft'),
    dropDraft: missing('dropDraft') as Effect<{ drafts: string[] }>,
    dropImages: missing('dropImages'),
    rememberDelivery: missing('rememberDelivery') as Effect<{ key: string; total: number }>,
    forgetDelivery: missing('forgetDelivery'),
    noteUnsent: assign({ unsent: ({ context }) => !context.open }),
    reset: assign(({ context: { form, serial, open, silent, wanted } }) => ({
      ...emptyForm(form, serial + 1, open),
      silent,
      wanted,
    })),
  },
  guards: {
    isBlank: ({ context }) => isBlank(context),
    isWanted: ({ context }) => context.wanted !== null,
    isComplete: ({ context }) => context.rejected.length === 0,
    isPrepared: ({ context }) => context.pending.length === 0,
    isClosed: ({ context }) => !context.open,
    isDirect: ({ context }) => context.route === 'direct',
    isSaved: ({ context }) => context.key !== null,
    hasPending: ({ context }) => context.pending.length > 0,
    hasImages: ({ context }) => context.progress.total > 0,
    hasDelivery: (_, params: { restored: Restored }) => params.restored.delivery !== undefined,
    wasSent: (_, params: { restored: Restored }) => params.restored.delivery?.sent === true,
  },
  delays: {
    /**
     * Milliseconds after which storage counts as silent: longer than two tries to open the database,
     * as what is kept before the draft is there would overwrite it.
     */
    restoreTimeout: 20_000,
    /** Milliseconds after which a saved request that the server has not taken is shown as queued. */
    patience: 20_000,
  },
});
