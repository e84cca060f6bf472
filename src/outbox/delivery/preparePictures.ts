/** The prepare step: turns chosen files into pictures of a bounded size without EXIF, and thumbnails. */
import type { Preparation, PreparedImage } from '../../pictures/prepareImage';
import { checkAwaited } from '../awaitedFiles';
import type { Delivery } from './journal';
import { Stop } from './stop';
import { leaveOut, withImage, without } from '../pictureObjects';
import type { PendingRequest } from '../record';

/**
 * If workers have died this often while they prepared an image, a page has to prepare it. WebKit has killed
 * workers whose process has no page when they decode or encode (WebKit bugs 314690 and 318403). One death may
 * have been chance.
 */
export const WORKER_TRIES = 2;

/** The name of the lock for preparing one chosen file. It prevents preparing it ahead and in its delivery at once. */
export const prepareLock = (id: string) => `outbox.prepare.${id}`;

/** Prepares all pictures before the first upload: then the total size is known and progress never falls. */
export async function prepare(delivery: Delivery): Promise<void> {
  for (;;) {
    const { images } = delivery.journal.record;
    const isChosen = ({ chosen, missing }: PendingRequest['images'][0]) =>
      chosen !== undefined && !missing;
    const present = images.findIndex((image) => isChosen(image) && !image.awaitedUntil);
    const index = present >= 0 ? present : images.findIndex(isChosen);
    if (index < 0) return;
    await delivery.giveWay();
    await checkAwaited(delivery, images[index]!);
    const chosen = images[index]!.chosen!;
    const prepareOne = () => preparePicture(delivery, index, chosen);
    await delivery.exclusively(prepareLock(chosen), prepareOne);
  }
}

/** Prepares one picture, or uses the one prepared ahead. Record and bytes are written in one transaction. */
async function preparePicture(delivery: Delivery, index: number, chosen: string): Promise<void> {
  const { journal, store, isPage } = delivery;
  // The try is counted before it begins, because the worker may die of it.
  const tries = (journal.record.prepareTries ?? 0) + 1;
  await journal.write((record) => ({ ...record, prepareTries: tries }));
  try {
    const { tries: triesAhead = 0, image } = (await store.preparedAhead(chosen)) ?? {};
    const hasKilledWorkers = tries + triesAhead > WORKER_TRIES;
    if (!isPage && hasKilledWorkers && !image) throw new Stop({ type: 'forPage' });
    const result = image
      ? { type: 'prepared' as const, image }
      : await prepareFile(delivery, chosen);
    if (result.type === 'undecoded') throw new Stop({ type: 'forPage' });
    if (result.type === 'unusable') {
      await journal.write((record) => leaveOut(afterTry(record), index));
    } else {
      const { image } = result;
      const prepared = { index, chosen, image };
      await journal.write((record) => withPrepared(afterTry(record), index, image), prepared);
    }
  } catch (error) {
    if (error instanceof Stop) throw error;
    // The disk may work, or have room, the next time. The text has already arrived, and other records go on.
    await journal.write(afterTry);
    throw new Stop({ type: 'retry' });
  }
}

async function prepareFile(
  { store, prepareImage }: Delivery,
  chosen: string,
): Promise<Preparation> {
  const file = await store.file(chosen);
  return file ? prepareImage(file) : { type: 'unusable' };
}

/** A copy of the record after a try that the worker has survived. */
const afterTry = (record: PendingRequest): PendingRequest =>
  without(without(record, 'forPage'), 'prepareTries');

function withPrepared(record: PendingRequest, index: number, image: PreparedImage): PendingRequest {
  const old = without(without(record.images[index]!, 'chosen'), 'awaitedUntil');
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
