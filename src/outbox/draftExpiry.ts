import { log } from '../lib/log';
import type { Connection } from './connection';
import { deleteFile } from './files';
import { readDraft, readRecord } from './record';
import { DRAFT } from './schema';
import { filesOf } from './store';

/** A draft that nobody has touched for so many milliseconds goes: the computer may be shared. */
export const DRAFT_AGE = 7 * 24 * 60 * 60_000;

/**
 * Drops a draft of more than seven days with its files; `now` is milliseconds since 1970. Clocks jump: one
 * without a stamp, or with one of the future, is stamped anew instead. Never rejects: where the disk is away
 * the draft is, too.
 */
export async function expireDraft(connection: Connection, now: number): Promise<void> {
  try {
    await dropOld(connection, now);
  } catch (error) {
    log('The draft was not looked at.', error);
  }
}

const dropOld = (connection: Connection, now: number) =>
  connection.write(['drafts', 'files', 'records'], async (transaction) => {
    const drafts = transaction.objectStore('drafts');
    const stored = await drafts.get(DRAFT);
    const draft = readDraft(stored);
    if (!stored || !draft) return;
    const { touchedAt } = draft;
    if (touchedAt === undefined || touchedAt > now) {
      await drafts.put({ ...stored, touchedAt: now }, DRAFT);
      return;
    }
    if (now - touchedAt < DRAFT_AGE) return;
    await drafts.delete(DRAFT);
    // A request that was sent from another tab may wait with the same files.
    const records = (await transaction.objectStore('records').getAll()).map(readRecord);
    const used = new Set(records.flatMap(filesOf));
    for (const { id } of draft.images) {
      if (!used.has(id)) await Promise.all(deleteFile(transaction, id));
    }
  });
