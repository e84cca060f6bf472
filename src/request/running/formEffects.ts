import { fromCallback, fromPromise } from 'xstate';
import { requestForm } from '../../../machines/requestForm';
import {
  draftOf,
  type FollowedRequest,
  type DeliveryChange,
  type FoundDelivery,
  type RequestFormContext,
  type RequestFormInput,
  type Reopened,
  type Restored,
  type SaveInput,
  type SaveResult,
  type Sent,
} from '../../../machines/requestFormTypes';
import { isUploading, type OutboxLists, type LoadedDraft } from '../../ports/outbox';
import { cleanFields } from '../../domain/cleanText';
import { composed } from '../../domain/subject';
import type { EpochMs } from '../../domain/clock';
import { LONGEST_AWAIT } from '../../domain/constants';
import { newRandomId } from '../../domain/ids';
import type { Draft } from '../../domain/types';
import { whenIdle } from '../../shared/loading/idle';
import { log } from '../../lib/log';
import { network } from '../../lib/network';
import type { Services } from '../../shared/services';
import type { ImageFiles } from './imageFiles';
import { deliveryOfDraft } from './outboxNews';
import type { createSpamSignals } from './spamSignals';

/** The request form's machine with its effects, and the id of the draft that is in the form. */
export function formWithEffects(
  { outbox, drafts }: Pick<Services, 'outbox' | 'drafts'>,
  files: ImageFiles,
  signals: ReturnType<typeof createSpamSignals>,
  newId = newRandomId,
) {
  /** The draft as the machine knows it. */
  const withoutFiles = ({ images, fields, subject, replaces }: LoadedDraft): Draft => ({
    fields,
    ...(subject && { subject }),
    ...(replaces !== undefined && { replaces }),
    images: images.map(({ id, name, type }) => ({ id, name, type })),
  });

  /**
   * The id of exactly the content that is in the form: each change gives it a new one. Undefined while nothing
   * was changed or restored. Another tab that has restored the same draft has the same id.
   */
  let draftId: string | undefined;

  /** Fields that a newer version of the app has added to the draft. They are saved with every change. */
  let unknownFields: object = {};

  const find = async (key: string): Promise<FoundDelivery> => {
    const { waiting, sentRequests } = await outbox.read();
    const record = waiting.find((one) => one.key === key);
    if (record?.inMemory) return { is: 'waiting', store: 'memory' };
    // It was typed after the request was saved. If it were not shown, the next keystroke would overwrite it.
    if (await drafts.isBegun()) return { is: 'none' };
    if (record) return { is: 'waiting', store: 'disk' };
    const sent = sentRequests.find((one) => one.key === key);
    return sent ? { is: 'sent', sent } : { is: 'none' };
  };

  /** The request that another tab has saved from this draft while it was being loaded. */
  const savedMeanwhile = async ({ id }: LoadedDraft): Promise<FollowedRequest | undefined> => {
    try {
      return deliveryOfDraft(await outbox.read(), id);
    } catch (error) {
      // The draft is there, and must not be overwritten unseen.
      log('It is not known whether another tab has submitted the draft.', error);
      return undefined;
    }
  };

  /**
   * A database that did not open in time may open later. The visitor's next change would then overwrite a draft that
   * was never loaded. So a failed read is tried once more.
   */
  const loadTwice = () => drafts.load().catch(() => drafts.load());

  const dropDraft = (images: Draft['images']) => {
    unknownFields = {};
    draftId = undefined;
    drafts
      .clear(images.map(({ id }) => id))
      .catch((error: unknown) => log('The draft was not deleted.', error));
  };

  const awaitUntil = ({ phase }: RequestFormContext, until: EpochMs) => {
    if (phase.is !== 'delivery') return;
    const ids = phase.awaited.map(({ id }) => id);
    outbox
      .awaitFiles(phase.key, ids, until)
      .catch((error: unknown) => log('The outbox waits for a file as long as it will.', error));
  };

  const machine = requestForm.provide({
    actors: {
      restoreDelivery: fromPromise<FoundDelivery, { key: string }>(({ input }) => find(input.key)),
      restoreDraft: fromPromise(async ({ signal }): Promise<Restored> => {
        const draft = await loadTwice();
        const delivered = draft && (await savedMeanwhile(draft));
        // The form has waited long enough, and what is in it is another draft by now.
        if (!draft || signal.aborted) return {};
        if (delivered) return { delivery: delivered };
        draftId = draft.id;
        signals.continueDraft(draft.openedAt);
        unknownFields = unknownFieldsOf(draft);
        for (const { id, file } of draft.images) files.addStored(id, file);
        return {
          draft: withoutFiles(draft),
          isFromEarlierDay: !isToday(draft.touchedAt),
          ...(draft.lost && { lost: draft.lost }),
        };
      }),
      save: fromPromise<SaveResult, SaveInput>(async ({ input }) => {
        const { images, awaited, leftOut, subject, replaces, store } = input;
        const request = {
          fields: cleanFields(composed(input)),
          ...(subject && { subject }),
          images: files.withFiles(images),
          awaited,
          leftOut,
          signals: signals.read(),
          ...(draftId !== undefined && { draftId }),
        };
        const result = await outbox.save(
          replaces === null ? request : { ...request, replaces },
          store,
        );
        if (result.outcome === 'saved') {
          signals.startNext();
          unknownFields = {};
          draftId = undefined;
          if (result.store === 'disk') files.forgetStored();
        }
        return result;
      }),
      follow: fromCallback<DeliveryChange, { key: string }>(({ input: { key }, sendBack }) => {
        let last = '';
        let arrived: Sent | undefined;
        const report = (change: DeliveryChange | undefined) => {
          if (!change || JSON.stringify(change) === last) return;
          last = JSON.stringify(change);
          sendBack(change);
        };
        return outbox.follow(
          (lists) => {
            report(changeOf(key, lists, arrived));
            arrived = whatArrived(key, lists) ?? arrived;
          },
          (error) => report({ type: 'delivery.unknown', error }),
        );
      }),
      reopen: fromPromise<Reopened, { key: string }>(async ({ input }) => {
        const draft = await outbox.reopen(input.key);
        if (!draft) throw new Error(`The record ${input.key} cannot be edited any more.`);
        signals.continueDraft(draft.openedAt);
        for (const { id, file } of draft.images) files.add(id, file);
        return { ...withoutFiles(draft), ...(draft.lost && { lost: draft.lost }) };
      }),
    },
    actions: {
      logFailure: ({ event }) =>
        log(
          'The request was refused or could not be handled.',
          'error' in event ? event.error : event,
        ),
      saveDraft({ context: { content }, self }) {
        draftId = newId();
        if (self.getSnapshot().matches({ storage: 'silent' })) return;
        const { added, removed } = files.changesFor(content.images);
        const openedAt = signals.openedAt();
        const draft = { ...unknownFields, ...draftOf(content), id: draftId, openedAt };
        drafts.save(draft, added, removed).then(
          () => {
            files.markStored(added);
            self.send({ type: 'draft.saved' });
          },
          (error: unknown) => {
            files.markUnstored(added);
            self.send({ type: 'draft.failed' });
            log('The draft was not saved.', error);
          },
        );
      },
      dropDraft: ({ context }) => dropDraft(context.content.images),
      dropDraftInMemory({ context: { phase, content } }) {
        if (phase.is === 'delivery' && phase.store === 'memory') dropDraft(content.images);
      },
      releaseDraft() {
        draftId = undefined;
        files.clear();
      },
      rememberDelivery: ({ context: { phase } }) =>
        withSessionStorage((storage) => {
          if (phase.is !== 'delivery') return;
          const delivery: FollowedRequest = { key: phase.key };
          storage.setItem(STORAGE_KEY, JSON.stringify(delivery));
        }),
      leaveOutAwaited: ({ context }) => awaitUntil(context, 0),
      awaitLonger: ({ context }) => awaitUntil(context, Date.now() + LONGEST_AWAIT),
      markAnnounced: ({ context: { phase } }) => {
        if (phase.is !== 'sent') return;
        const { key } = phase.sent;
        // Not before the page is visible: a visitor in another tab or app has not seen the screen.
        whenIdle(() => void outbox.markAnnounced([key]));
      },
      forgetDelivery: () => withSessionStorage((storage) => storage.removeItem(STORAGE_KEY)),
    },
  });
  /** What the machine begins with. `earlier`: what an earlier actor of this page had in its form. */
  const inputOf = (earlier?: RequestFormInput['earlier']): RequestFormInput => {
    const delivery = earlier ? undefined : readDelivery();
    return { ...(earlier && { earlier }), ...(delivery && { delivery }) };
  };
  return { machine, inputOf, draftId: () => draftId };
}

const KNOWN_FIELDS = [
  'id',
  'fields',
  'images',
  'lost',
  'subject',
  'replaces',
  'openedAt',
  'touchedAt',
];

const unknownFieldsOf = (draft: LoadedDraft): object =>
  Object.fromEntries(Object.entries(draft).filter(([name]) => !KNOWN_FIELDS.includes(name)));

/** Whether a time is today in the visitor's time zone. An unknown time counts as today. */
const isToday = (time: EpochMs = Date.now()) =>
  new Date(time).toDateString() === new Date().toDateString();

/** What the server has of a request that waits: at least its text. Its pictures belong to it when all have arrived. */
function whatArrived(key: string, { waiting }: OutboxLists): Sent | undefined {
  const record = waiting.find((one) => one.key === key);
  if (!record || record.step === 'create') return undefined;
  const { id, imageNames: missing } = record;
  return { key, id, ...(missing.length > 0 && { missing }) };
}

/**
 * What has happened to a saved request; undefined while its delivery has no result yet. `arrived`: what the server
 * had of it when the outbox last had it.
 */
function changeOf(
  key: string,
  { waiting, sentRequests }: OutboxLists,
  arrived: Sent | undefined,
): DeliveryChange | undefined {
  const record = waiting.find((one) => one.key === key);
  if (!record) {
    const sent = sentRequests.find((one) => one.key === key);
    if (sent) return { ...sent, type: 'delivery.sent' };
    return { type: 'delivery.removed', ...(arrived && { arrived }) };
  }
  const { needsAttention: attention, notBefore, progress, step, isAwaiting, isHeld } = record;
  if (attention) return { type: 'delivery.refused', attention };
  // It is not due while it waits for a file, and nothing is wrong with it.
  if (isAwaiting && step !== 'create') return { type: 'delivery.progress', progress };
  // Without a network there may be no try at all, so `notBefore` alone is not enough. Where only the last request was
  // not answered, the try shows whether this one is.
  if (network.state() === 'offline' || notBefore > Date.now()) {
    return { type: 'delivery.postponed', hasTextArrived: step !== 'create' };
  }
  if (isHeld) return { type: 'delivery.held', hasTextArrived: step !== 'create' };
  return isUploading(record) ? { type: 'delivery.progress', progress } : undefined;
}

const STORAGE_KEY = 'requestForm.delivery';

/** Survives a reload of this tab: which saved request its form shows. */
const readDelivery = () =>
  withSessionStorage(
    (storage) => JSON.parse(storage.getItem(STORAGE_KEY) ?? 'null') as FollowedRequest | null,
  );

function withSessionStorage<T>(access: (storage: Storage) => T): T | undefined {
  try {
    return access(sessionStorage);
  } catch {
    // Storage is blocked or full. After a reload the form is then empty, and the waiting notice shows the request.
    return undefined;
  }
}
