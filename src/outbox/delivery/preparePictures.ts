/**
 * The prepare step: turns chosen files into pictures of a bounded size without EXIF, and thumbnails. A worker does so
 * while the visitor is still typing, too.
 */
import type { Preparation, PreparedImage } from '../../pictures/prepareImage';
import { type Delivery, leaveOut, type RecordDeps, Stop, withPicture } from './journal';
import { without } from '../../firebase/rest/httpCall';
import { AWAIT_FILES, type OutboxRecord, type Picture } from '../record';
import { log } from '../../lib/log';
import type { OutboxConnection, PreparedAhead } from '../store/database';
import type { Exclusively } from './locks';
import { aheadId, readFile, readPreparedAhead } from '../store/bytes';
import { storedDraft } from '../store/drafts';
import type { EpochMs } from '../../domain/clock';

/**
 * After so many deaths of workers over one image, a page has to prepare it. WebKit has killed workers whose process has
 * no page when they decode or encode (WebKit bugs 314690 and 318403). One death may have been chance.
 */
export const WORKER_TRIES = 2;

/** The lock that prevents preparing a file ahead and in its delivery at once. */
export const prepareLock = (id: string) => `outbox.prepare.${id}`;

/** Prepares all pictures before the first upload: then the total size is known and progress never falls. */
export async function prepare(delivery: Delivery): Promise<void> {
  for (;;) {
    const { images } = delivery.journal.record;
    const next = images.find(isChosen) ?? images.find(isAwaited);
    if (!next) return;
    await delivery.giveWay();
    if (isAwaited(next)) await checkAwaited(delivery, next);
    const prepareOne = () => preparePicture(delivery, images.indexOf(next), next);
    await delivery.exclusively(prepareLock(next.file), prepareOne);
  }
}

type Of<State extends Picture['state']> = Extract<Picture, { state: State }>;
const isChosen = (picture: Picture): picture is Of<'chosen'> => picture.state === 'chosen';
const isAwaited = (picture: Picture): picture is Of<'awaited'> => picture.state === 'awaited';

/**
 * Stops the delivery of a record while a page still reads the file of an image. A file that is not awaited any more
 * counts as lost, and is left out where it would be prepared.
 */
async function checkAwaited(
  { store, now }: Pick<RecordDeps, 'store' | 'now'>,
  { until, file }: Of<'awaited'>,
): Promise<void> {
  const milliseconds = until - now();
  // A time that is further away was written under another clock.
  if (milliseconds <= 0 || milliseconds > AWAIT_FILES || (await store.file(file))) return;
  throw new Stop({ type: 'wait', milliseconds });
}

/** Prepares one picture, or leaves it out. Record and bytes are written in one transaction. */
async function preparePicture(
  delivery: Delivery,
  index: number,
  picture: Of<'awaited' | 'chosen'>,
): Promise<void> {
  const { journal, store, isPage } = delivery;
  const { file } = picture;
  // The try is counted before it begins, because the worker may die of it.
  const tries = (journal.record.prepareTries ?? 0) + 1;
  await journal.write((record) => ({ ...record, prepareTries: tries }));
  try {
    const { tries: triesAhead = 0, image } = (await store.preparedAhead(file)) ?? {};
    const hasKilledWorkers = tries + triesAhead > WORKER_TRIES;
    if (!isPage && hasKilledWorkers && !image) throw new Stop({ type: 'forPage' });
    const result = image ? { type: 'prepared' as const, image } : await prepareFile(delivery, file);
    if (result.type === 'undecoded') throw new Stop({ type: 'forPage' });
    if (result.type === 'unusable') {
      await journal.write((record) => leaveOut(afterTry(record), index));
    } else {
      const { image } = result;
      const prepared = asPrepared(picture, image);
      await journal.write((record) => withPicture(afterTry(record), index, prepared), {
        index,
        file,
        image,
      });
    }
  } catch (error) {
    if (error instanceof Stop) throw error;
    // The disk may work, or have room, the next time. The text has already arrived, and other records go on.
    await journal.write(afterTry);
    throw new Stop({ type: 'retry' });
  }
}

async function prepareFile({ store, prepareImage }: Delivery, id: string): Promise<Preparation> {
  const file = await store.file(id);
  return file ? prepareImage(file) : { type: 'unusable' };
}

const afterTry = (record: OutboxRecord): OutboxRecord => without(record, 'forPage', 'prepareTries');

/** The picture in its next state. What a newer version of the app has added to it stays. */
function asPrepared(picture: Of<'awaited' | 'chosen'>, image: PreparedImage): Picture {
  const { until: _, ...kept } = { until: 0, ...picture };
  const sized = ({ type, bytes }: { type: string; bytes: ArrayBuffer }) => ({
    type,
    size: bytes.byteLength,
  });
  return { ...kept, state: 'prepared', image: sized(image), thumb: sized(image.thumb) };
}

interface PrepareAheadDeps {
  connection: OutboxConnection;
  exclusively: Exclusively;
  prepareImage: RecordDeps['prepareImage'];
  now: () => EpochMs;
}

/**
 * Prepares the draft's pictures in a worker. Each result is stored in an entry of its own beside the chosen file, so
 * that the file is never written again. Never rejects: the delivery uses what is ready and prepares the rest.
 */
export async function prepareAhead(deps: PrepareAheadDeps): Promise<void> {
  try {
    const draft = await storedDraft(deps.connection);
    for (const { id } of draft?.images ?? []) {
      await deps.exclusively(prepareLock(id), () => prepareFileAhead(deps, id));
    }
  } catch (error) {
    log('A picture was not prepared ahead.', error);
  }
}

async function prepareFileAhead(deps: PrepareAheadDeps, id: string): Promise<void> {
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

/** Stores what became of a file; false when the file is gone. */
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
