/**
 * Where the bytes of a picture are. Drafts and records are small, and name their pictures; so a step rewrites no
 * megabytes. By what a picture is at the moment:
 *
 * - In the form: the visitor's file, in the page (request/running/formFiles.ts).
 * - In the draft: the file, in the table `files` under its id. It is written when it is chosen, so that the press moves
 *   no bytes (`isStored` in port.ts: it is there).
 * - Prepared ahead: the file as before, and the result in an entry beside it (`aheadId`), so that the file is never
 *   written again. The result stands in for a file that cannot be read any more.
 * - In a record (`Picture` in record.ts), `awaited`: in the page only, until it is put where a chosen one is.
 *   `chosen`: as in the draft. `prepared`: in the table `objects`, under the record's key and the picture's index; the
 *   transaction that writes the new state puts them there, and deletes the file and the entry beside it, unless another
 *   record has the same file.
 *   `leftOut`: wherever they were, if they were anywhere.
 * - Of a request that is sent or deleted: nowhere. They are deleted with its record.
 *
 * A file that no draft and no record names is deleted after a day (drafts.ts). Records in memory have tables of their own
 * (memoryStore.ts). The bytes of objects are ArrayBuffers, because some Safari versions upload 0 bytes of a Blob that was
 * read from IndexedDB.
 */
import type { EpochMs } from '../../domain/clock';
import { log } from '../../lib/log';
import type { ChosenFile } from '../port';
import { isLeftAlone, readRecord, type OutboxRecord } from '../record';
import type {
  OutboxConnection,
  OutboxTransaction,
  PreparedAhead,
  StoredAhead,
  StoredFile,
} from './database';

export async function putFiles(
  connection: OutboxConnection,
  files: ChosenFile[],
  addedAt: EpochMs,
): Promise<void> {
  if (files.length === 0) return;
  const stored = await toStoredFiles(connection, files, addedAt);
  await connection.writeAtOnce(['files'], function* (transaction) {
    for (const file of stored) yield transaction.objectStore('files').put(file);
  });
}

/** Chosen files as the database stores them: as Blobs, or as their bytes where it cannot store Blobs. */
export async function toStoredFiles(
  connection: OutboxConnection,
  files: ChosenFile[],
  addedAt: EpochMs,
): Promise<StoredFile[]> {
  const areBlobs = await connection.canStoreBlobs();
  const toStored = async (chosen: ChosenFile): Promise<StoredFile> => ({
    ...chosen,
    file: areBlobs ? chosen.file : await chosen.file.arrayBuffer(),
    addedAt,
  });
  return Promise.all(files.map(toStored));
}

export const aheadId = (id: string) => `${id}/ahead`;

const readEntry = (connection: OutboxConnection, id: string) =>
  connection.read(['files'], (transaction) => transaction.objectStore('files').get(id));

/** What became of preparing the chosen file `id` ahead; undefined if nobody has tried. */
export async function readPreparedAhead(
  connection: OutboxConnection,
  id: string,
): Promise<PreparedAhead | undefined> {
  const entry = await readEntry(connection, aheadId(id));
  return entry && 'ahead' in entry ? entry.ahead : undefined;
}

export async function readFile(
  connection: OutboxConnection,
  id: string,
): Promise<StoredFile | undefined> {
  const entry = await readEntry(connection, id);
  return entry && isChosenFile(entry) ? entry : undefined;
}

export const isChosenFile = (entry: StoredFile | StoredAhead): entry is StoredFile =>
  !('ahead' in entry);

const entriesOf = (id: string) => [id, aheadId(id)];

/**
 * Deletes the chosen files with these ids, except those that a record still needs: two tabs that have restored the same
 * draft may both send its pictures. The record of `key` needs none of them any more.
 */
export async function deleteUnneeded(
  transaction: OutboxTransaction,
  ids: readonly string[],
  key?: string,
): Promise<void> {
  const records = await transaction.objectStore('records').getAll();
  const isNeeded = neededBy(records.filter((record) => record.key !== key));
  const entries = ids.flatMap(entriesOf).filter((entry) => !isNeeded(entry));
  await Promise.all(entries.map((entry) => transaction.objectStore('files').delete(entry)));
}

/**
 * Deletes unneeded files in a transaction of its own. Never rejects: a file that could not be deleted goes a day later
 * (drafts.ts).
 */
export async function deleteFiles(
  connection: OutboxConnection,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await connection
    .write(['files', 'records'], (transaction) => deleteUnneeded(transaction, ids))
    .catch((error: unknown) => log('Files could not be deleted.', error));
}

/** The ids of the chosen files of a record's pictures, also of those that are prepared. */
export const chosenFileIds = ({ images }: OutboxRecord): string[] =>
  images.flatMap(({ file }) => file ?? []);

/**
 * A test for entries of `files`: whether a stored record, or whatever has the files of these `ids`, may need the entry.
 */
export function neededBy(stored: unknown[], ids: string[] = []): (entry: string) => boolean {
  const records = stored.map(readRecord);
  const needed = new Set([...ids, ...records.flatMap(chosenFileIds)].flatMap(entriesOf));
  // Which files the record of another version needs, only that version knows.
  const isAnyUnknown = records.some(isLeftAlone);
  return (entry) => isAnyUnknown || needed.has(entry);
}
