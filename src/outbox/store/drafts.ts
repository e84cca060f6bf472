import type { ChosenFile, DraftPort } from '../port';
import { log } from '../../lib/log';
import { retryableOnce } from '../../lib/promises';
import { isKnownTime, type EpochMs } from '../../domain/clock';
import { isBlank } from '../../domain/validation';
import { type OutboxConnection, DRAFT } from './database';
import { aheadId, deleteFiles, deleteUnneeded, isChosenFile, neededBy, putFiles } from './bytes';
import { AnyFields, Count, openObject, StoredSubject, type OutboxRecord } from '../record';
import * as v from 'valibot';
import { takenApart } from '../../domain/subject';
import type { Draft } from '../../domain/types';

/**
 * Milliseconds until a file that belongs to no draft and no record is deleted (1 day). A younger one may
 * belong to another open tab.
 */
const ABANDONED_AFTER = 24 * 60 * 60_000;

/** Copied, because Safari cannot read a Blob from the database once its entry is deleted. Undefined if it is lost. */
async function copyOf(
  stored: Blob | ArrayBuffer | undefined,
  type: string,
): Promise<Blob | undefined> {
  try {
    const bytes = stored instanceof Blob ? await stored.arrayBuffer() : stored;
    return bytes && new Blob([bytes], { type });
  } catch (error) {
    log('A chosen image could not be read from the database.', error);
    return undefined;
  }
}

/**
 * The draft in the outbox's database. There is only one: the tab that writes last wins, and text typed in another tab
 * stays in that tab. The transaction that saves a request also deletes the draft. `onChosen` is called after new files
 * were stored with the draft.
 */
export function createDrafts(
  connection: OutboxConnection,
  now = Date.now,
  onChosen: () => void = () => undefined,
): DraftPort {
  /** Reads the draft and its files. Deletes the files that closed tabs have left behind. */
  const read = () =>
    connection.write(
      ['drafts', 'files', 'records'],
      async (transaction) => {
        const [stored, records, files] = await Promise.all([
          transaction.objectStore('drafts').get(DRAFT),
          transaction.objectStore('records').getAll(),
          transaction.objectStore('files').getAll(),
        ]);
        const draft = readDraft(stored);
        const isNeeded = neededBy(records, draft && fileIds(draft));
        for (const file of files.filter(({ id }) => !isNeeded(id))) {
          const store = transaction.objectStore('files');
          if (!isKnownTime(file.addedAt, now())) await store.put({ ...file, addedAt: now() });
          else if (now() - file.addedAt >= ABANDONED_AFTER) await store.delete(file.id);
        }
        return { draft, files };
      },
      { durability: 'default' },
    );

  /** Runs once in each page, before the draft is read. */
  const expire = retryableOnce(() => expireDraft(connection, now()));

  return {
    async isBegun() {
      await expire();
      const draft = await storedDraft(connection);
      return draft !== undefined && !isBlank(draft);
    },
    async load() {
      // Asked early, so that the answer is known when the first file is chosen.
      await connection.canStoreBlobs();
      await expire();
      const { draft, files } = await read();
      if (!draft) return undefined;
      const images: ChosenFile[] = [];
      const lost: string[] = [];
      for (const image of draft.images) {
        const stored = files.filter(isChosenFile).find(({ id }) => id === image.id)?.file;
        const entry = files.find(({ id }) => id === aheadId(image.id));
        const prepared = entry && 'ahead' in entry ? entry.ahead.image : undefined;
        // In a private window a stored Blob is only a name for the visitor's own file, which may be gone by now.
        const file =
          (await copyOf(stored, image.type)) ??
          (prepared && new Blob([prepared.bytes], { type: prepared.type }));
        if (file) images.push({ ...image, file });
        else lost.push(image.name);
      }
      return { ...draft, images, ...(lost.length > 0 && { lost }) };
    },
    async save(draft, added, removed) {
      // The text does not wait for the files: it would be lost if the page is closed right after this, or written after
      // the next change.
      const putDraft = connection.writeAtOnce(['drafts'], function* (transaction) {
        yield transaction.objectStore('drafts').put({ ...draft, touchedAt: now() }, DRAFT);
      });
      await Promise.all([putDraft, putFiles(connection, added, now())]);
      if (added.length > 0) onChosen();
      await deleteFiles(connection, removed);
    },
    async clear(imageIds) {
      await connection.writeAtOnce(['drafts'], function* (transaction) {
        yield transaction.objectStore('drafts').clear();
      });
      await deleteFiles(connection, imageIds);
    },
  };
}

/**
 * Milliseconds after a draft's last change until it is deleted (7 days): the computer may be shared. The form promises
 * it (`PrivacyNote` in `request/fields/RequestForm.tsx`).
 */
const DRAFT_LIFETIME = 7 * 24 * 60 * 60_000;

/**
 * Deletes the draft and its files if nobody has changed it for seven days. A draft without a known time (clocks jump)
 * gets `now` as its time stamp instead. Never rejects: if the disk cannot be read, the draft cannot be read either.
 */
export async function expireDraft(connection: OutboxConnection, now: EpochMs): Promise<void> {
  try {
    await deleteOldDraft(connection, now);
  } catch (error) {
    log('The draft was not checked.', error);
  }
}

const deleteOldDraft = (connection: OutboxConnection, now: EpochMs) =>
  connection.write(['drafts', 'files', 'records'], async (transaction) => {
    const drafts = transaction.objectStore('drafts');
    const stored = await drafts.get(DRAFT);
    const draft = readDraft(stored);
    if (!stored || !draft) return;
    const { touchedAt } = draft;
    if (!isKnownTime(touchedAt, now)) {
      await drafts.put({ ...stored, touchedAt: now }, DRAFT);
      return;
    }
    if (now - touchedAt < DRAFT_LIFETIME) return;
    await drafts.delete(DRAFT);
    await deleteUnneeded(transaction, fileIds(draft));
  });

const StoredDraft = openObject({
  id: v.exactOptional(v.string()),
  fields: AnyFields,
  images: v.fallback(
    v.array(openObject({ id: v.string(), name: v.string(), type: v.string() })),
    [],
  ),
  subject: v.exactOptional(StoredSubject),
  replaces: v.exactOptional(v.string()),
  // An unreadable time counts as one in the future.
  openedAt: v.exactOptional(v.fallback(Count, Infinity)),
  touchedAt: v.exactOptional(v.fallback(Count, Infinity)),
});

/** Reads a stored draft with its usable parts; undefined if there is none. */
export function readDraft(value: unknown): Draft | undefined {
  const read = v.safeParse(StoredDraft, value);
  return read.success ? read.output : undefined;
}

export const storedDraft = async (connection: OutboxConnection): Promise<Draft | undefined> =>
  readDraft(
    await connection.read(['drafts'], (transaction) =>
      transaction.objectStore('drafts').get(DRAFT),
    ),
  );

const fileIds = ({ images }: Draft): string[] => images.map(({ id }) => id);

/** The id of a record's picture in a draft that was read from the record: the record keeps its own file. */
export const reopenedId = ({ key }: OutboxRecord, index: number): string => `${key}/${index}`;

/**
 * Whether a draft that was taken from a record is unchanged: its fields, and its images by their ids. A form that has
 * never left the page still knows them by the ids of the record's files.
 */
export function isUnchanged(draft: Draft, record: OutboxRecord): boolean {
  const { images } = record;
  const { fields, subject } = takenApart(record);
  const isSameImage = ({ id }: { id: string }, index: number) =>
    id === reopenedId(record, index) || id === images[index]!.file;
  return (
    areSame(draft.fields, fields) &&
    areSame(draft.subject, subject) &&
    draft.images.length === images.length &&
    draft.images.every(isSameImage)
  );
}

export function areSame(one: object | null | undefined, other: object | null | undefined): boolean {
  const sorted = (value: object | null | undefined) =>
    JSON.stringify(Object.entries(value ?? {}).sort(([a], [b]) => a.localeCompare(b)));
  return sorted(one) === sorted(other);
}
