import type { ChosenFile, DraftPort } from '../ports/outbox';
import { log } from '../lib/log';
import { once } from '../lib/promises';
import { isBlank } from '../domain/validation';
import type { Connection } from './connection';
import { expireDraft } from './draftExpiry';
import { aheadOf, deleteFile, putFiles } from './files';
import { readDraft, readRecord } from './record';
import { DRAFT } from './schema';
import { filesOf } from './store';

/** After so many milliseconds a file of no draft and no record is not another open tab's, either. */
const ABANDONED = 24 * 60 * 60_000;

/**
 * The draft in the outbox's database. There is one: the last tab to write wins, and what is typed in
 * another stays in that tab. Sending a request drops the draft in the transaction that saves it.
 * `onChosen` is called when new files lie beside it.
 */
export function createDrafts(
  connection: Connection,
  now = Date.now,
  onChosen: () => void = () => undefined,
): DraftPort {
  /** The draft and its stored files, without what was left behind by tabs that are gone. */
  const read = () =>
    connection.run(async (database) => {
      const transaction = database.transaction(['drafts', 'files', 'records'], 'readwrite');
      const [stored, records, files] = await Promise.all([
        transaction.objectStore('drafts').get(DRAFT),
        transaction.objectStore('records').getAll(),
        transaction.objectStore('files').getAll(),
      ]);
      const draft = readDraft(stored);
      const ids = [
        ...(draft?.images ?? []).map(({ id }) => id),
        ...records.map(readRecord).flatMap(filesOf),
      ];
      const used = new Set([...ids, ...ids.map(aheadOf)]);
      const abandoned = files.filter(
        ({ id, addedAt }) => !used.has(id) && !(now() - addedAt < ABANDONED),
      );
      for (const { id } of abandoned) await transaction.objectStore('files').delete(id);
      await transaction.done;
      return { draft, files };
    });

  /** Once in each page, before the draft is looked at. */
  const expire = once(() => expireDraft(connection, now()));

  return {
    async isBegun() {
      await expire();
      const draft = readDraft(await connection.run((database) => database.get('drafts', DRAFT)));
      return draft !== undefined && !isBlank(draft);
    },
    async load() {
      // Known before the first file is chosen.
      await connection.keepsBlobs();
      await expire();
      const { draft, files } = await read();
      if (!draft) return undefined;
      const images: ChosenFile[] = [];
      for (const image of draft.images) {
        const stored = files.find(({ id }) => id === image.id)?.file;
        try {
          // In Safari a Blob from the database ends with the entry that it came from.
          const bytes = stored instanceof Blob ? await stored.arrayBuffer() : stored;
          if (bytes) images.push({ ...image, file: new Blob([bytes], { type: image.type }) });
        } catch (error) {
          log('A chosen image could not be read again.', error);
        }
      }
      return { ...draft, images };
    },
    async save(draft, added, removed) {
      // The text at once: a page that is left right after, or the next change, must not overtake it.
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
