import type { ChosenFile, DraftPort } from '../../ports/outbox';
import { log } from '../../lib/log';
import { retryableOnce } from '../../lib/promises';
import { isKnownTime } from '../../domain/clock';
import { isBlank } from '../../domain/validation';
import type { Connection } from './databaseConnection';
import { expireDraft } from './draftExpiry';
import { aheadId, deleteFile, isChosenFile, putFiles } from './chosenFiles';
import type { PreparedImage } from '../../pictures/prepareImage';
import { readRecord } from '../record';
import { readDraft } from '../storedDraft';
import { DRAFT } from './schema';
import { chosenFileIds } from './outboxStore';

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

const copyOfPrepared = (image: PreparedImage | undefined): Blob | undefined =>
  image && new Blob([image.bytes], { type: image.type });

/**
 * The draft in the outbox's database. There is only one: the tab that writes last wins, and text typed in
 * another tab stays in that tab. The transaction that saves a request also deletes the draft. `onChosen` is
 * called after new files were stored with the draft.
 */
export function createDrafts(
  connection: Connection,
  now = Date.now,
  onChosen: () => void = () => undefined,
): DraftPort {
  /** Reads the draft and the stored files. Deletes the files that closed tabs have left behind. */
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
        const ids = [
          ...(draft?.images ?? []).map(({ id }) => id),
          ...records.map(readRecord).flatMap(chosenFileIds),
        ];
        const used = new Set([...ids, ...ids.map(aheadId)]);
        for (const file of files.filter(({ id }) => !used.has(id))) {
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
      const stored = await connection.read(['drafts'], (transaction) =>
        transaction.objectStore('drafts').get(DRAFT),
      );
      const draft = readDraft(stored);
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
        const file = (await copyOf(stored, image.type)) ?? copyOfPrepared(prepared);
        if (file) images.push({ ...image, file });
        else lost.push(image.name);
      }
      return { ...draft, images, ...(lost.length > 0 && { lost }) };
    },
    async save(draft, added, removed) {
      // The text does not wait for the files. Otherwise it would be lost if the page is closed right after
      // this, or it would be written after the next change.
      const putDraft = connection.writeAtOnce(['drafts', 'files'], function* (transaction) {
        yield transaction.objectStore('drafts').put({ ...draft, touchedAt: now() }, DRAFT);
        for (const id of removed) yield* deleteFile(transaction, id);
      });
      await Promise.all([putDraft, putFiles(connection, added, now())]);
      if (added.length > 0) onChosen();
    },
    clear: (imageIds) =>
      connection.writeAtOnce(['drafts', 'files'], function* (transaction) {
        yield transaction.objectStore('drafts').clear();
        for (const id of imageIds) yield* deleteFile(transaction, id);
      }),
  };
}
