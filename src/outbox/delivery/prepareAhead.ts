/**
 * Prepares the draft's pictures while the visitor is still typing. The result is stored in an entry of its
 * own beside the chosen file, so that the file is never written again; both are deleted together. Pressing
 * "Send request" saves the chosen file; the delivery uses the results that are ready and prepares the rest.
 */
import { log } from '../../lib/log';
import type { Connection } from '../store/databaseConnection';
import type { RecordDeps } from './journal';
import type { Exclusively } from './exclusively';
import { aheadId, readFile, readPreparedAhead } from '../store/chosenFiles';
import { prepareLock, WORKER_TRIES } from './preparePictures';
import { readDraft } from '../storedDraft';
import type { EpochMs } from '../../domain/clock';
import { DRAFT, type PreparedAhead } from '../store/schema';

interface PrepareAheadDeps {
  connection: Connection;
  exclusively: Exclusively;
  prepareImage: RecordDeps['prepareImage'];
  now: () => EpochMs;
}

/**
 * Prepares those pictures of the draft that are not ready. For a worker. Never rejects: the delivery
 * prepares what is missing.
 */
export async function prepareAhead(deps: PrepareAheadDeps): Promise<void> {
  try {
    const draft = await deps.connection.read(['drafts'], (transaction) =>
      transaction.objectStore('drafts').get(DRAFT),
    );
    for (const { id } of readDraft(draft)?.images ?? []) {
      await deps.exclusively(prepareLock(id), () => prepareFile(deps, id));
    }
  } catch (error) {
    log('A picture was not prepared ahead.', error);
  }
}

async function prepareFile(deps: PrepareAheadDeps, id: string): Promise<void> {
  const stored = await readFile(deps.connection, id);
  const { tries = 0, image } = (await readPreparedAhead(deps.connection, id)) ?? {};
  if (!stored || image || tries >= WORKER_TRIES) return;
  // The try is counted before it begins, because the worker may die of it.
  if (!(await saveResult(deps, id, { tries: tries + 1 }))) return;
  const result = await deps.prepareImage(new Blob([stored.file], { type: stored.type }));
  if (result.type === 'prepared') await saveResult(deps, id, { tries: 0, image: result.image });
  // A file that this worker cannot open is not tried again.
  else await saveResult(deps, id, { tries: WORKER_TRIES });
}

/** Stores the result for a chosen file. False when the file is gone. */
const saveResult = (
  { connection, now }: PrepareAheadDeps,
  id: string,
  ahead: PreparedAhead,
): Promise<boolean> =>
  connection.write(['files'], async (transaction) => {
    const files = transaction.objectStore('files');
    if ((await files.getKey(id)) === undefined) return false;
    await files.put({ id: aheadId(id), addedAt: now(), ahead });
    return true;
  });
