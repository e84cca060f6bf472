import { fromCallback, fromPromise } from 'xstate';
import { requestForm } from '../../machines/requestForm';
import {
  draftOf,
  type DeliveryChange,
  type Restored,
  type SaveInput,
  type SaveResult,
} from '../../machines/requestFormSetup';
import { isUploading, type OutboxContent, type LoadedDraft } from '../ports/outbox';
import type { Draft } from '../domain/types';
import { whenIdle } from '../shared/idle';
import { log } from '../lib/log';
import type { Services } from '../shared/services';
import type { ImageFiles } from './imageFiles';
import type { createSpamSignals } from './spamSignals';

/** The request form with its effects: draft, saving, following, taking back. */
export function formWithEffects(
  { outbox, drafts }: Pick<Services, 'outbox' | 'drafts'>,
  files: ImageFiles,
  signals: ReturnType<typeof createSpamSignals>,
) {
  const takeFiles = ({ images, fields, replaces }: LoadedDraft, isStored: boolean): Draft => {
    for (const { id, file } of images) files.add(id, file, isStored);
    return {
      fields,
      ...(replaces !== undefined && { replaces }),
      images: images.map(({ id, name, type }) => ({ id, name, type })),
    };
  };

  /** What a newer version has added to the draft: it stays with every change. */
  let unknown: object = {};

  /** The delivery that the form showed before the page was loaded again. */
  const interrupted = async (): Promise<Restored['delivery']> => {
    const delivery = rememberedDelivery();
    if (!delivery) return undefined;
    const { waiting, sentRequests } = await outbox.read();
    if (waiting.some(({ key }) => key === delivery.key)) return delivery;
    const sent = sentRequests.find(({ key }) => key === delivery.key);
    return sent && { ...delivery, sent };
  };

  const dropDraft = (images: Draft['images']) => {
    unknown = {};
    drafts
      .clear(images.map(({ id }) => id))
      .catch((error: unknown) => log('The draft was not dropped.', error));
  };

  return requestForm.provide({
    actors: {
      restore: fromPromise(async (): Promise<Restored> => {
        const read = () => Promise.all([interrupted(), drafts.load()]);
        // A database that did not open in time may do so now, and is then overwritten by typing.
        const [delivery, draft] = await read().catch(read);
        if (delivery) return { delivery };
        if (!draft) return {};
        signals.noteRestored(draft.openedAt);
        unknown = unknownOf(draft);
        return { draft: takeFiles(draft, true), isOfAnotherDay: !isToday(draft.touchedAt) };
      }),
      save: fromPromise<SaveResult, SaveInput>(async ({ input }) => {
        const { fields, images, replaces, inMemory } = input;
        const request = { fields, images: files.withFiles(images), signals: signals.read() };
        const result = await outbox.save(
          replaces === null ? request : { ...request, replaces },
          inMemory,
        );
        if (result.outcome === 'saved') {
          signals.noteSaved();
          unknown = {};
          if (result.isKept) files.handOver();
        }
        return result;
      }),
      follow: fromCallback<DeliveryChange, { key: string }>(({ input: { key }, sendBack }) => {
        let last = '';
        const tell = (change: DeliveryChange | undefined) => {
          if (!change || JSON.stringify(change) === last) return;
          last = JSON.stringify(change);
          sendBack(change);
        };
        return outbox.follow(
          (content) => tell(standingOf(key, content)),
          (error) => tell({ type: 'delivery.unknown', error }),
        );
      }),
      reopen: fromPromise<Draft | undefined, { key: string }>(async ({ input }) => {
        const content = await outbox.reopen(input.key);
        if (!content) return undefined;
        signals.noteRestored(content.openedAt);
        return takeFiles(content, false);
      }),
    },
    actions: {
      logFailure: ({ event }) =>
        log(
          'The request was refused or could not be handled.',
          'error' in event ? event.error : event,
        ),
      keepDraft({ context }) {
        if (context.silent) return;
        const { added, removed } = files.changesFor(context.images);
        const draft = { ...unknown, ...draftOf(context), openedAt: signals.openedAt() };
        drafts.save(draft, added, removed).then(
          () => files.noteStored(added, true),
          (error: unknown) => {
            files.noteStored(added, false);
            log('The draft was not kept.', error);
          },
        );
      },
      dropDraft: ({ context }) => dropDraft(context.images),
      dropUnkept({ context }) {
        if (context.inMemory) dropDraft(context.images);
      },
      releaseImages: () => files.clear(),
      rememberDelivery: ({ context }) =>
        inTab((storage) => {
          const delivery: Delivery = { key: context.key!, total: context.progress.total };
          storage.setItem(STORAGE_KEY, JSON.stringify(delivery));
        }),
      noteTold: ({ context }) => {
        // Who looks at another tab or app has not seen it.
        whenIdle(() => void outbox.markAnnounced([context.sent!.key]));
      },
      forgetDelivery: () => inTab((storage) => storage.removeItem(STORAGE_KEY)),
    },
  });
}

const KNOWN = ['fields', 'images', 'replaces', 'openedAt', 'touchedAt'];

const unknownOf = (draft: LoadedDraft): object =>
  Object.fromEntries(Object.entries(draft).filter(([name]) => !KNOWN.includes(name)));

/** Whether a time (milliseconds since 1970) is on this day of the visitor's; one that nobody knows is. */
const isToday = (time = Date.now()) => new Date(time).toDateString() === new Date().toDateString();

/** How a saved request stands; undefined while it is only waited for. */
function standingOf(key: string, content: OutboxContent): DeliveryChange | undefined {
  const record = content.waiting.find((waiting) => waiting.key === key);
  if (!record) {
    const sent = content.sentRequests.find((one) => one.key === key);
    return sent ? { ...sent, type: 'delivery.sent' } : { type: 'delivery.removed' };
  }
  const { needsAttention: attention, notBefore, progress, step } = record;
  if (attention) return { type: 'delivery.refused', attention };
  // Nobody may even try while there is no network.
  if (!navigator.onLine || notBefore > Date.now()) {
    return { type: 'delivery.postponed', hasArrived: step !== 'create' };
  }
  return isUploading(record) ? { type: 'delivery.progress', progress } : undefined;
}

const STORAGE_KEY = 'requestForm.delivery';

/** What a reload must not forget: which saved request this tab's form is showing, and its images. */
interface Delivery {
  key: string;
  total: number;
}

const rememberedDelivery = () =>
  inTab((storage) => JSON.parse(storage.getItem(STORAGE_KEY) ?? 'null') as Delivery | null);

function inTab<T>(access: (storage: Storage) => T): T | undefined {
  try {
    return access(sessionStorage);
  } catch {
    // Blocked or full: a reload then shows an empty form, and the waiting notice tells the rest.
    return undefined;
  }
}
