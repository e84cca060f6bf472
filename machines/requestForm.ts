import {
  and,
  assign,
  fromEventObservable,
  fromPromise,
  not,
  setup,
  stateIn,
  type SnapshotFrom,
} from 'xstate';
import type { RequestFields } from '../src/domain/types';
import {
  draftOf,
  draftsOf,
  emptyForm,
  isBlank,
  keyOf,
  withCategory,
  withDraft,
  withFields,
  withFiles,
  withoutImage,
  withPreparation,
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
const logged = {
  type: 'logFailure' as const,
  params: ({ event }: { event: object }) => ({ error: 'error' in event ? event.error : event }),
};

const held = ({ context }: { context: RequestFormContext }): HeldContent => ({
  fields: context.fields,
  imageIds: [...context.images, ...context.pending].map((image) => image.id),
  draft: draftOf(context),
  replaces: context.replaces,
});

/** The record that the visitor asked for. */
const wanted = assign<
  RequestFormContext,
  Extract<RequestFormEvent, { type: 'record.edited' }>,
  undefined,
  RequestFormEvent,
  never
>({ wanted: ({ event }) => event.key });

const keepFields = { type: 'keepFields' as const, params: held };
const dropDraft = {
  type: 'dropDraft' as const,
  params: ({ context }: { context: RequestFormContext }) => ({ drafts: draftsOf(context) }),
};
const keepImages = { type: 'keepImages' as const, params: held };

/**
 * The service-request form (specification, section 4): editing, creating, uploading, sent; and
 * *queued*, when the request is saved on the device but the server cannot be reached. A failure
 * returns to editing with everything kept and is only logged.
 *
 * Two regions: `flow` is what the visitor goes through, `pictures` prepares chosen pictures one
 * after the other behind it. Effects are named here and provided by `src/features/request`.
 */
export const requestForm = setup({
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
}).createMachine({
  id: 'requestForm',
  type: 'parallel',
  context: ({ input }) => emptyForm(input.form),
  on: {
    'form.opened': { actions: assign({ open: true, unsent: false }) },
    'form.closed': { actions: assign({ open: false }) },
    'record.edited': { actions: wanted },
  },
  states: {
    flow: {
      initial: 'restoring',
      states: {
        restoring: {
          invoke: {
            id: 'restore',
            src: 'restore',
            onDone: [
              {
                guard: { type: 'wasSent', params: ({ event }) => ({ restored: event.output }) },
                target: 'sent',
                actions: 'forgetDelivery',
              },
              {
                guard: { type: 'hasDelivery', params: ({ event }) => ({ restored: event.output }) },
                target: 'delivering',
                actions: assign(({ context, event: { output } }) => ({
                  key: output.delivery!.key,
                  progress: { ...context.progress, total: output.delivery!.total },
                })),
              },
              {
                target: 'editing',
                actions: [
                  assign(({ context, event: { output } }) =>
                    output.draft ? withDraft(context, output.draft) : {},
                  ),
                  keepFields,
                  keepImages,
                ],
              },
            ],
            onError: {
              target: 'editing',
              actions: logged,
            },
          },
          after: {
            restoreTimeout: {
              target: 'editing',
              actions: [assign({ silent: true }), 'leaveDraft'],
            },
          },
          // Nothing is kept yet: it would overwrite the draft that is being loaded.
          on: {
            'fields.changed': {
              actions: assign(({ context, event }) => withFields(context, event.fields)),
            },
            'category.toggled': {
              actions: assign(({ context, event }) => withCategory(context, event.id)),
            },
            'files.chosen': {
              actions: assign(({ context, event }) =>
                withFiles(context, event.files, event.rejected),
              ),
            },
            'image.removed': {
              actions: assign(({ context, event }) => withoutImage(context, event.id)),
            },
          },
        },
        editing: {
          initial: 'ready',
          always: [
            { guard: and(['isWanted', 'isBlank']), target: 'takingBack' },
            { guard: 'isWanted', target: 'confirming' },
          ],
          on: {
            'fields.changed': {
              actions: [
                assign(({ context, event }) => withFields(context, event.fields)),
                keepFields,
              ],
            },
            'category.toggled': {
              actions: [
                assign(({ context, event }) => withCategory(context, event.id)),
                keepFields,
              ],
            },
            'files.chosen': {
              actions: [
                assign(({ context, event }) => withFiles(context, event.files, event.rejected)),
                keepImages,
              ],
            },
            'image.removed': {
              actions: [
                assign(({ context, event }) => withoutImage(context, event.id)),
                keepImages,
              ],
            },
            'form.cleared': { target: '.ready', actions: [dropDraft, 'dropImages', 'reset'] },
            'request.saved': [
              {
                // Another tab has sent just this.
                guard: ({ context, event }) => event.key === keyOf(context) && !isBlank(context),
                target: '.ready',
                actions: [dropDraft, 'dropImages', 'reset'],
              },
              {
                // It may have dropped this draft along with its own.
                guard: not('isBlank'),
                actions: [keepFields, keepImages],
              },
            ],
            'form.submitted': {
              target: 'gathering',
              actions: assign(({ context }) => ({
                route: context.silent ? 'direct' : 'outbox',
                key: null,
                tooMany: false,
                rejected: [],
              })),
            },
          },
          states: {
            ready: {},
            /** The device has no room to save the request; it can be sent without saving. */
            full: {
              on: {
                'direct.requested': {
                  target: '#requestForm.flow.gathering',
                  actions: assign({ route: 'direct', tooMany: false, rejected: [] }),
                },
              },
            },
            /** Nothing can be saved here and the server could not be reached. */
            unreachable: {},
          },
        },
        /** Another request is in the form: the visitor decides which one stays. */
        confirming: {
          on: {
            'replacement.confirmed': 'takingBack',
            'replacement.declined': { target: 'editing', actions: assign({ wanted: null }) },
          },
        },
        /** Submitted while a picture is still being prepared; shown as creating. */
        gathering: {
          always: [
            {
              guard: and(['isPrepared', 'isComplete']),
              target: 'delivering',
              actions: assign(({ context }) => ({
                progress: { sentBytes: 0, totalBytes: 0, count: 0, total: context.images.length },
              })),
            },
            {
              // Not without a picture that the visitor thinks is sent.
              guard: 'isPrepared',
              target: 'editing',
              actions: 'noteUnsent',
            },
          ],
        },
        delivering: {
          initial: 'creating',
          invoke: {
            id: 'deliver',
            src: 'deliver',
            input: ({ context }) => ({
              route: context.route,
              key: context.key,
              newKey: keyOf(context),
              drafts: draftsOf(context),
              fields: context.fields,
              imageIds: context.images.map((image) => image.id),
              replaces: context.replaces,
            }),
            // The visitor deleted the record: there is nothing left to follow.
            onDone: { target: 'editing', actions: ['forgetDelivery', 'dropImages', 'reset'] },
            onError: [
              {
                // What is saved is never offered for sending a second time.
                guard: 'isSaved',
                target: 'unwatched',
                actions: logged,
              },
              {
                target: 'editing',
                actions: [logged, 'noteUnsent'],
              },
            ],
          },
          on: {
            'delivery.saved': {
              actions: [
                assign({ key: ({ event }) => event.key }),
                {
                  type: 'rememberDelivery',
                  params: ({ context, event }) => ({
                    key: event.key,
                    total: context.progress.total,
                  }),
                },
                dropDraft,
              ],
            },
            'delivery.progressed': { actions: assign({ progress: ({ event }) => event.progress }) },
            'delivery.sent': [
              {
                guard: 'isClosed',
                target: 'editing',
                actions: ['forgetDelivery', dropDraft, 'dropImages', 'reset'],
              },
              { target: 'sent', actions: ['forgetDelivery', dropDraft, 'dropImages'] },
            ],
            'delivery.postponed': [
              {
                guard: 'isClosed',
                target: 'editing',
                actions: ['forgetDelivery', 'dropImages', 'reset'],
              },
              { target: '.queued' },
            ],
            'delivery.refused': [
              {
                guard: 'isDirect',
                target: 'editing',
                actions: [logged, 'noteUnsent'],
              },
              {
                // Nobody is looking: the record stays in the outbox, where the waiting notice tells.
                guard: 'isClosed',
                target: 'editing',
                actions: [logged, 'forgetDelivery', 'dropImages', 'reset'],
              },
              {
                target: 'takingBack',
                actions: logged,
              },
            ],
            'delivery.unreachable': {
              target: 'editing.unreachable',
              actions: [logged, 'noteUnsent'],
            },
            'storage.full': { target: 'editing.full', actions: 'noteUnsent' },
            'storage.unavailable': {
              target: 'delivering',
              reenter: true,
              actions: assign({ route: 'direct' }),
            },
            // A reload after the form was closed does not bring it back; the waiting notice tells.
            'form.closed': { actions: [assign({ open: false }), 'forgetDelivery'] },
          },
          states: {
            creating: {
              after: { patience: { guard: 'isSaved', target: 'queued' } },
              on: {
                'delivery.created': { guard: 'hasImages', target: 'uploading' },
                'delivery.progressed': {
                  target: 'uploading',
                  actions: assign({ progress: ({ event }) => event.progress }),
                },
              },
            },
            uploading: {},
            /** Still watched: when it gets through meanwhile, the screen says so. */
            queued: {
              tags: 'queued',
              on: {
                'form.closed': {
                  target: '#requestForm.flow.editing',
                  actions: ['forgetDelivery', 'dropImages', 'reset', assign({ open: false })],
                },
                'record.edited': {
                  target: '#requestForm.flow.editing',
                  actions: ['forgetDelivery', 'dropImages', 'reset', wanted],
                },
              },
            },
          },
        },
        /** Saved, but its delivery can no longer be followed; shown as queued. */
        unwatched: {
          tags: 'queued',
          on: {
            'form.closed': {
              target: 'editing',
              actions: ['forgetDelivery', 'dropImages', 'reset', assign({ open: false })],
            },
            'record.edited': {
              target: 'editing',
              actions: ['forgetDelivery', 'dropImages', 'reset', wanted],
            },
          },
        },
        takingBack: {
          invoke: {
            id: 'takeBack',
            src: 'takeBack',
            input: ({ context }) => ({ key: (context.wanted ?? context.key)! }),
            onDone: {
              target: 'editing',
              actions: [
                assign(({ event: { output } }) =>
                  output
                    ? {
                        fields: output.fields,
                        images: output.images,
                        pending: output.unprepared,
                        replaces: output.replaces ?? null,
                        draft: output.draft ?? null,
                        changed: false,
                      }
                    : {},
                ),
                assign({ wanted: null, key: null }),
                keepFields,
                keepImages,
                'forgetDelivery',
              ],
            },
            onError: {
              target: 'editing',
              actions: [logged, assign({ wanted: null, key: null }), 'forgetDelivery'],
            },
          },
        },
        sent: {
          on: {
            'form.closed': { target: 'editing', actions: ['reset', assign({ open: false })] },
            'record.edited': { target: 'editing', actions: ['reset', wanted] },
          },
        },
      },
    },
    pictures: {
      initial: 'idle',
      states: {
        idle: {
          // Not before the draft is there: keeping this picture would overwrite the draft's own.
          always: {
            guard: and(['hasPending', not(stateIn({ flow: 'restoring' }))]),
            target: 'preparing',
          },
        },
        preparing: {
          entry: assign({ preparing: ({ context }) => context.pending[0]!.id }),
          invoke: {
            id: 'preparePicture',
            src: 'preparePicture',
            input: ({ context }) => ({ image: context.pending[0]! }),
            onDone: {
              target: 'idle',
              actions: [
                assign(({ context, event }) => withPreparation(context, event.output)),
                keepImages,
              ],
            },
            onError: {
              target: 'idle',
              actions: [
                logged,
                assign(({ context }) =>
                  withPreparation(context, { id: context.preparing!, ok: false }),
                ),
                keepImages,
              ],
            },
          },
        },
      },
    },
  },
});

export type RequestFormSnapshot = SnapshotFrom<typeof requestForm>;
