import {
  draftOf,
  type Content,
  type Reopened,
  type Restored,
  type RequestFormEvent,
} from '../../../machines/requestFormContext';
import { type EpochMs, isBeforeRelease } from '../../domain/clock';
import { newRandomId } from '../../domain/ids';
import type { Draft, SavedIn, SpamSignals } from '../../domain/types';
import { log } from '../../lib/log';
import type { LoadedDraft, OutboxLists } from '../../outbox/port';
import type { Services } from '../../shared/services';
import type { ImageFiles } from './formFiles';

interface FormDraftDeps {
  drafts: Services['drafts'];
  outbox: Pick<Services['outbox'], 'read'>;
  files: ImageFiles;
  signals: Pick<SignalCollector, 'continueDraft' | 'openedAt'>;
  newId?: () => string;
}

export type FormDraft = ReturnType<typeof createFormDraft>;

export function createFormDraft({
  drafts,
  outbox,
  files,
  signals,
  newId = newRandomId,
}: FormDraftDeps) {
  /**
   * The id of exactly the content that is in the form: each change gives it a new one. Another tab that has restored the
   * same draft has the same id. It becomes the key of the request.
   */
  let draftId = newId();

  /** Fields that a newer version of the app has added to the draft. They are saved with every change. */
  let unknownFields: object = {};

  const renewId = (): string => (draftId = newId());

  const forget = () => {
    unknownFields = {};
    renewId();
  };

  return {
    id: () => draftId,

    /** Loads the draft into the form, or says which request another tab has saved from it. */
    async load(signal: AbortSignal): Promise<Restored> {
      const draft = await loadTwice(drafts);
      const isSubmitted = await isSavedMeanwhile(outbox, draft?.id);
      // The form has waited long enough, and what is in it is another draft by now.
      if (!draft || signal.aborted) return {};
      if (isSubmitted) return { submittedKey: draft.id! };
      if (draft.id) draftId = draft.id;
      signals.continueDraft(draft.openedAt);
      unknownFields = unknownFieldsOf(draft);
      for (const { id, file } of draft.images) files.addStored(id, file);
      return {
        draft: withoutFiles(draft),
        isFromEarlierDay: !isToday(draft.touchedAt),
        ...(draft.lost && { lost: draft.lost }),
      };
    },

    /** Puts the content of a record into the form. It is no draft yet. */
    takeReopened(record: LoadedDraft): Reopened {
      signals.continueDraft(record.openedAt);
      for (const { id, file } of record.images) files.add(id, file);
      return { ...withoutFiles(record), ...(record.lost && { lost: record.lost }) };
    },

    /** The content has changed: no other tab has the same any more. */
    renewId,

    /** Saves the changed content. Rejects if the device could not do it. */
    save(content: Content): Promise<void> {
      const id = renewId();
      const { added, removed } = files.changesFor(content.images);
      const openedAt = signals.openedAt();
      const draft = { ...unknownFields, ...draftOf(content), id, openedAt };
      return drafts.save(draft, added, removed).then(
        () => files.markStored(added),
        (error: unknown) => {
          files.markUnstored(added);
          throw error;
        },
      );
    },

    /** The outbox has saved the content as a request. On the disk, that has deleted the draft. */
    becomeRequest(store: SavedIn) {
      forget();
      if (store === 'disk') files.forgetStored();
    },

    clear(images: Draft['images']) {
      forget();
      drafts
        .clear(images.map(({ id }) => id))
        .catch((error: unknown) => log('The draft was not deleted.', error));
    },

    /** What is on the device is not this form's any more. */
    release() {
      renewId();
      files.clear();
    },
  };
}

/**
 * A database that did not open in time may open later. The visitor's next change would then overwrite a draft that
 * was never loaded. So a failed read is tried once more.
 */
const loadTwice = (drafts: FormDraftDeps['drafts']) => drafts.load().catch(() => drafts.load());

async function isSavedMeanwhile(
  outbox: FormDraftDeps['outbox'],
  draftId: string | undefined,
): Promise<boolean> {
  if (!draftId) return false;
  try {
    return keysOf(await outbox.read()).includes(draftId);
  } catch (error) {
    // The draft is there, and must not be overwritten unseen.
    log('It is not known whether another tab has submitted the draft.', error);
    return false;
  }
}

const keysOf = ({ waiting, sentRequests }: OutboxLists): string[] =>
  [...waiting, ...sentRequests].map(({ key }) => key);

const withoutFiles = ({ images, fields, subject, replaces }: LoadedDraft): Draft => ({
  fields,
  ...(subject && { subject }),
  ...(replaces !== undefined && { replaces }),
  images: images.map(({ id, name, type }) => ({ id, name, type })),
});

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

type News = Extract<
  RequestFormEvent,
  { type: 'draft.dropped' | 'draft.submitted' | 'record.sent' }
>;

/**
 * Compares the outbox's lists with those of the last call, and returns events for the form. `draft.submitted`: another
 * tab has submitted exactly the draft that is in the form. `draft.dropped`: another request was saved. `record.sent`:
 * one for each request that was sent since. The first lists give neither of the last two. `draftId`: that of the form's
 * content.
 */
export function createOutboxNews() {
  let known: Set<string> | undefined;
  const sent = new Set<string>();
  return (lists: OutboxLists, draftId: string): News[] => {
    const before = known;
    const keys = keysOf(lists);
    const newlySent = lists.sentRequests.map(({ key }) => key).filter((key) => !sent.has(key));
    known = new Set([...(before ?? []), ...keys]);
    for (const key of newlySent) sent.add(key);
    const isSaved = before && keys.some((key) => !before.has(key));
    return [
      ...(keys.includes(draftId) ? [{ type: 'draft.submitted', key: draftId } as const] : []),
      ...(isSaved ? [{ type: 'draft.dropped' } as const] : []),
      ...(before ? newlySent.map((key) => ({ type: 'record.sent', key }) as const) : []),
    ];
  };
}

export type SignalCollector = ReturnType<typeof createSpamSignals>;

export function createSpamSignals(now: () => EpochMs = Date.now) {
  /** When the form was first opened for the request that is in it. */
  let openedAt: EpochMs | undefined;
  let honeypot = '';
  const openTime = () => {
    openedAt ??= now();
    // The clock was put right meanwhile.
    if (isBeforeRelease(openedAt) && !isBeforeRelease(now())) openedAt = now();
    return openedAt;
  };
  return {
    /** The form is on the screen. Opening it again does not restart the time. */
    markOpened: () => void openTime(),
    /** The form continues a draft that was first opened then. A future time is ignored: a clock has jumped. */
    continueDraft(draftOpenedAt = openTime()) {
      openedAt = Math.min(draftOpenedAt, openTime());
      openTime();
    },
    startNext() {
      openedAt = undefined;
    },
    setHoneypot(text: string) {
      honeypot = text;
    },
    openedAt: openTime,
    read: (): SpamSignals => ({ honeypot, seconds: Math.max(0, now() - openTime()) / 1000 }),
  };
}
