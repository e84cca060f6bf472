import { and, assign, not, stateIn, type SnapshotFrom } from 'xstate';
import {
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
} from './requestFormContext';
import {
  dropDraft,
  keepFields,
  keepImages,
  logged,
  requestFormSetup,
  wanted,
} from './requestFormSetup';

/**
 * The service-request form (specification, section 4): editing, creating, uploading, sent; and
 * *queued*, when the request is saved on the device but the server cannot be reached. A failure
 * returns to editing with everything kept and is only logged.
 *
 * Two regions: `flow` is what the visitor goes through, `pictures` prepares chosen pictures one
 * after the other behind it. Effects are named here and provided by `src/features/request`.
 */
export const requestForm = requestFormSetup.createMachine({
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
            /** The refused record that was asked for could not be read; it stays in the outbox. */
            unopened: {
              on: {
                'form.closed': { target: 'ready', actions: assign({ open: false }) },
              },
            },
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
            onError: [
              {
                guard: and(['isWanted', not('isClosed')]),
                target: 'editing.unopened',
                actions: [logged, assign({ wanted: null, key: null }), 'forgetDelivery'],
              },
              {
                // What was refused just now is still in the form.
                target: 'editing',
                actions: [logged, assign({ wanted: null, key: null }), 'forgetDelivery'],
              },
            ],
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
