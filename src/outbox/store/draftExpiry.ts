import { isKnownTime, type EpochMs } from '../../domain/clock';
import { log } from '../../lib/log';
import type { Connection } from './databaseConnection';
import { deleteFile } from './chosenFiles';
import { readRecord } from '../record';
import { readDraft } from '../storedDraft';
import { DRAFT } from './schema';
import { chosenFileIds } from './outboxStore';

/**
 * The request form's draft is deleted when it was not touched for this many milliseconds (7 days): the computer may be
 * shared. The form promises it (`PrivacyNote` in `request/fields/RequestForm.tsx`).
 */
const DRAFT_LIFETIME = 7 * 24 * 60 * 60_000;

/**
 * Deletes the draft and its files if nobody has touched it for seven days. A draft without a known time (clocks jump)
 * gets `now` as its time stamp instead. Never rejects: if the disk cannot be read, the draft cannot be read either.
 */
export async function expireDraft(connection: Connection, now: EpochMs): Promise<void> {
  try {
    await deleteOldDraft(connection, now);
  } catch (error) {
    log('The draft was not checked.', error);
  }
}

const deleteOldDraft = (connection: Connection, now: EpochMs) =>
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
    // A record that was saved from another tab may still need the same files.
    const records = (await transaction.objectStore('records').getAll()).map(readRecord);
    const used = new Set(records.flatMap(chosenFileIds));
    for (const { id } of draft.images) {
      if (!used.has(id)) await Promise.all(deleteFile(transaction, id));
    }
  });
