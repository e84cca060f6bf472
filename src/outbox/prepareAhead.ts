/**
 * The draft's pictures are prepared while their visitor still types. What comes of it lies in an entry of its
 * own beside the chosen file, so that this is never written anew, and goes with it. The press hands over the
 * chosen file; the delivery takes what is ready, and prepares what is not.
 */
import { log } from '../lib/log';
import type { Connection } from './connection';
import type { RecordDeps } from './delivery';
import type { Exclusively } from './exclusively';
import { aheadOf, readAhead } from './files';
import { prepareLock, WORKER_TRIES } from './preparePictures';
import { readDraft } from './record';
import { DRAFT, type Ahead } from './schema';

interface PrepareAhead {
  connection: Connection;
  exclusively: Exclusively;
  prepareImage: RecordDeps['prepareImage'];
  /** Milliseconds since 1970. */
  now: () => number;
}

/** Prepares what is in the draft and not ready; for a worker. Never rejects: a delivery does it otherwise. */
export async function prepareAhead(deps: PrepareAhead): Promise<void> {
  try {
    const draft = await deps.connection.run((database) => database.get('drafts', DRAFT));
    for (const { id } of readDraft(draft)?.images ?? []) {
      await deps.exclusively(prepareLock(id), () => prepareFile(deps, id));
    }
  } catch (error) {
    log('A picture was not prepared ahead.', error);
  }
}

async function prepareFile(deps: PrepareAhead, id: string): Promise<void> {
  const stored = await deps.connection.run((database) => database.get('files', id));
  const { tries = 0, image } = (await readAhead(deps.connection, id)) ?? {};
  if (!stored || image || tries >= WORKER_TRIES) return;
  // A try is written before it begins.
  if (!(await keep(deps, id, { tries: tries + 1 }))) return;
  const result = await deps.prepareImage(new Blob([stored.file], { type: stored.type }));
  // What this worker cannot open is not tried again.
  const isReady = result.type === 'prepared';
  await keep(deps, id, isReady ? { tries: 0, image: result.image } : { tries: WORKER_TRIES });
}

/** Writes what became of a file, unless that has gone meanwhile. */
const keep = ({ connection, now }: PrepareAhead, id: string, ahead: Ahead): Promise<boolean> =>
  connection.write(['files'], async (transaction) => {
    const files = transaction.objectStore('files');
    if ((await files.getKey(id)) === undefined) return false;
    const nothing = { name: '', type: '', file: new ArrayBuffer(0) };
    await files.put({ ...nothing, id: aheadOf(id), addedAt: now(), ahead });
    return true;
  });
