/** What is sent of the chosen files: pictures of at most 2048 px without EXIF, and their thumbnails. */
import { Stop, type Delivery, type Preparation } from './delivery';
import { leaveOut, withImage, without } from './objects';
import type { PendingRequest, PreparedImage } from './record';

/**
 * An image that workers have died over so often is a page's: WebKit has ended workers whose process
 * has no page when they decode or encode (its bugs 314690, 318403). Once may have been chance.
 */
export const WORKER_TRIES = 2;

/** The lock under which one chosen file is prepared, ahead or by its delivery: the second finds it done. */
export const prepareLock = (id: string) => `outbox.prepare.${id}`;

/** Prepares all pictures before the first is uploaded, so that the total is known and progress only grows. */
export async function prepare(delivery: Delivery): Promise<void> {
  for (;;) {
    const { images } = delivery.journal.record;
    const index = images.findIndex(({ chosen, missing }) => chosen !== undefined && !missing);
    if (index < 0) return;
    await delivery.giveWay();
    const chosen = images[index]!.chosen!;
    const prepareOne = () => preparePicture(delivery, index, chosen);
    await delivery.exclusively(prepareLock(chosen), prepareOne);
  }
}

/** Prepares one picture, unless that was done ahead; the record and its bytes are written together. */
async function preparePicture(delivery: Delivery, index: number, chosen: string): Promise<void> {
  const { journal, store, isPage } = delivery;
  // A try is in the record before it begins.
  await journal.write((record) => ({ ...record, tries: record.tries + 1 }));
  try {
    const { tries = 0, image } = (await store.ahead(chosen)) ?? {};
    const isDeadly = journal.record.tries + tries > WORKER_TRIES;
    if (!isPage && isDeadly && !image) throw new Stop({ type: 'forPage' });
    const result = image ? { type: 'prepared' as const, image } : await make(delivery, chosen);
    if (result.type === 'undecoded') throw new Stop({ type: 'forPage' });
    if (result.type === 'unusable') {
      await journal.write((record) => leaveOut(tried(record), index));
    } else {
      const { image } = result;
      const prepared = { index, chosen, image };
      await journal.write((record) => withPrepared(tried(record), index, image), prepared);
    }
  } catch (error) {
    if (error instanceof Stop) throw error;
    // The disk may answer, or have room, the next time; the text has arrived already, and others go on.
    await journal.write(tried);
    throw new Stop({ type: 'retry' });
  }
}

async function make({ store, prepareImage }: Delivery, chosen: string): Promise<Preparation> {
  const file = await store.file(chosen);
  return file ? prepareImage(file) : { type: 'unusable' };
}

/** The record after a try that nobody has died of. */
const tried = (record: PendingRequest): PendingRequest => ({
  ...without(record, 'forPage'),
  tries: 0,
});

function withPrepared(record: PendingRequest, index: number, image: PreparedImage): PendingRequest {
  const old = without(record.images[index]!, 'chosen');
  const sized = ({ type, bytes }: { type: string; bytes: ArrayBuffer }) => ({
    type,
    size: bytes.byteLength,
  });
  return withImage(record, index, {
    ...old,
    image: { ...old.image, ...sized(image) },
    thumb: { ...old.thumb, ...sized(image.thumb) },
  });
}
