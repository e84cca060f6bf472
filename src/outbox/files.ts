/** Chosen files as the database keeps them, and beside each what was prepared of it before it was sent. */
import type { ChosenFile } from '../ports/outbox';
import type { Connection, Transaction } from './connection';
import type { Ahead, StoredFile } from './schema';

/** Writes chosen files beside what is there. `addedAt` is milliseconds since 1970. */
export async function putFiles(
  connection: Connection,
  files: ChosenFile[],
  addedAt: number,
): Promise<void> {
  if (files.length === 0) return;
  const stored = await storable(connection, files, addedAt);
  await connection.writeAtOnce(['files'], function* (transaction) {
    for (const file of stored) yield transaction.objectStore('files').put(file);
  });
}

/** Files as the database keeps them: as they are, or as their bytes. */
export async function storable(
  connection: Connection,
  files: ChosenFile[],
  addedAt: number,
): Promise<StoredFile[]> {
  const areBlobs = await connection.keepsBlobs();
  const toStored = async (chosen: ChosenFile): Promise<StoredFile> => ({
    ...chosen,
    file: areBlobs ? chosen.file : await chosen.file.arrayBuffer(),
    addedAt,
  });
  return Promise.all(files.map(toStored));
}

/** The id of the entry beside the chosen file `id`: its own, so that the file is never written anew. */
export const aheadOf = (id: string) => `${id}/ahead`;

export const readAhead = (connection: Connection, id: string): Promise<Ahead | undefined> =>
  connection.run(async (database) => (await database.get('files', aheadOf(id)))?.ahead);

/** Deletes a chosen file, and what was prepared of it. */
export const deleteFile = (transaction: Transaction, id: string): Promise<void>[] =>
  [id, aheadOf(id)].map((one) => transaction.objectStore('files').delete(one));
