import type { ChosenFile, Draft } from '../domain/draft';
import type { DraftPort } from '../domain/ports';
import type { Connection } from './connection';
import { inBytes, isUncloneable } from './idbStore';
import { DRAFT, type StoredFile } from './schema';
import { filesOf } from './store';
import { readDraft, readRecord } from './stored';

/** After so many milliseconds a file of no draft and no record is not another open tab's, either. */
const ABANDONED = 24 * 60 * 60_000;

interface DraftDeps {
  connection: Connection;
  /** Milliseconds since 1970. */
  now: () => number;
  log: (message: string, error: unknown) => void;
}

/**
 * The draft in the outbox's database. There is one: the last tab to write wins, and what is typed in
 * another stays in that tab. Sending a request drops the draft in the transaction that saves it.
 */
export function createDrafts({ connection, now, log }: DraftDeps): DraftPort {
  const write = (draft: Draft, added: StoredFile[], removed: string[]) =>
    connection.run(async (database) => {
      const transaction = database.transaction(['drafts', 'files'], 'readwrite');
      const files = transaction.objectStore('files');
      const writes = [
        transaction.objectStore('drafts').put(draft, DRAFT),
        ...added.map((file) => files.put(file)),
        ...removed.map((id) => files.delete(id)),
      ];
      // In one go: the page may be gone before the answers come.
      transaction.commit();
      await Promise.all([...writes, transaction.done]);
    });

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
      const used = new Set([
        ...(draft?.images ?? []).map(({ id }) => id),
        ...records.map(readRecord).flatMap(filesOf),
      ]);
      const abandoned = files.filter(
        ({ id, addedAt }) => !used.has(id) && !(now() - addedAt < ABANDONED),
      );
      for (const { id } of abandoned) await transaction.objectStore('files').delete(id);
      await transaction.done;
      return { draft, files };
    });

  return {
    async load() {
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
      const stamped = added.map((file) => ({ ...file, addedAt: now() }));
      try {
        await write(draft, stamped, removed);
      } catch (error) {
        if (!isUncloneable(error) || added.length === 0) throw error;
        await write(draft, await Promise.all(stamped.map(inBytes)), removed);
      }
    },
    clear: (imageIds) =>
      connection.run(async (database) => {
        const transaction = database.transaction(['drafts', 'files'], 'readwrite');
        const files = transaction.objectStore('files');
        await Promise.all([
          transaction.objectStore('drafts').clear(),
          ...imageIds.map((id) => files.delete(id)),
          transaction.done,
        ]);
      }),
  };
}
