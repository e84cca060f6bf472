/**
 * Chosen files in the database. Beside a file there may be a second entry with the result of preparing it
 * ahead.
 */
import type { EpochMs } from '../../domain/clock';
import type { ChosenFile } from '../port';
import type { OutboxConnection, OutboxTransaction } from './database';
import type { PreparedAhead, StoredAhead, StoredFile } from './database';

/** Stores chosen files in addition to those that are there. */
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

/** Chosen files in the form in which the database can store them: as Blobs, or as their bytes. */
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

/**
 * The id of the entry with the result of preparing the chosen file `id` ahead. It is a separate entry so
 * that the file itself is never written again.
 */
export const aheadId = (id: string) => `${id}/ahead`;

/** The result of preparing the chosen file `id` ahead; undefined if nobody has tried. */
export const readPreparedAhead = (
  connection: OutboxConnection,
  id: string,
): Promise<PreparedAhead | undefined> =>
  connection.read(['files'], async (transaction) => {
    const entry = await transaction.objectStore('files').get(aheadId(id));
    return entry && 'ahead' in entry ? entry.ahead : undefined;
  });

/** The chosen file `id`; undefined if it is gone. */
export const readFile = (
  connection: OutboxConnection,
  id: string,
): Promise<StoredFile | undefined> =>
  connection.read(['files'], async (transaction) => {
    const entry = await transaction.objectStore('files').get(id);
    return entry && isChosenFile(entry) ? entry : undefined;
  });

export const isChosenFile = (entry: StoredFile | StoredAhead): entry is StoredFile =>
  !('ahead' in entry);

/** Deletes a chosen file and the result of preparing it ahead. */
export const deleteFile = (transaction: OutboxTransaction, id: string): Promise<void>[] =>
  [id, aheadId(id)].map((one) => transaction.objectStore('files').delete(one));
