/**
 * The upload step. The pictures are uploaded side by side, each before its thumbnail; what their errors mean for the
 * request is decided when both have ended.
 */
import { placeholder } from '../../pictures/placeholderThumbnail';
import { leaveOut, objectAt } from '../pictureObjects';
import type { PendingRequest } from '../record';
import type { Delivery } from './journal';
import { isHeldBack } from './afterRefusal';
import { Stop } from './stop';
import {
  changeObject,
  isRefusedWhole,
  SMALLEST_CHUNK,
  uploadObject,
  type ChunkSize,
} from './uploadObject';

/** Uploads all objects that are not stored yet. If one picture cannot go on, the other stops before its next call. */
export async function upload(delivery: Delivery): Promise<void> {
  const chunkSize: ChunkSize = { bytes: SMALLEST_CHUNK };
  let hasStopped = false;
  const giveWay = async () => {
    if (hasStopped) throw new Stop({ type: 'paused' });
    await delivery.giveWay();
  };
  const uploadPicture = async (index: number) => {
    try {
      await uploadObject({ ...delivery, giveWay }, { index, part: 'image' }, chunkSize);
      await uploadThumbnail({ ...delivery, giveWay }, index, chunkSize);
    } catch (error) {
      // A picture that was refused as a whole does not hold up the other one.
      hasStopped ||= !isRefusedWhole(error);
      throw error;
    }
  };
  const ends = await Promise.allSettled(
    delivery.journal.record.images.map((_, index) => uploadPicture(index)),
  );
  const failed = ends.flatMap((end, index) =>
    end.status === 'rejected' ? [{ index, error: end.reason as unknown }] : [],
  );
  await settle(delivery, failed);
}

/** Decides what the errors of the pictures mean for the request. Throws where its delivery stops. */
async function settle(
  delivery: Delivery,
  failed: { index: number; error: unknown }[],
): Promise<void> {
  const { journal } = delivery;
  // A picture that is not stored yet may still be. The gravest error decides how the record is written.
  const [gravest] = failed
    .map(({ error }) => error)
    .filter((error) => !isRefusedWhole(error))
    .sort((a, b) => rankOf(a) - rankOf(b));
  if (gravest !== undefined) {
    throw (await isHeldBack(delivery, gravest)) ? new Stop({ type: 'heldBack' }) : gravest;
  }
  const [refused] = failed;
  if (!refused) return;
  // All that is left was refused as a whole. With no picture stored, the request needs attention; else it goes on
  // without the refused ones.
  if (!journal.record.images.some(isPictureStored)) throw refused.error;
  await journal.write((record) =>
    failed.reduce((left, { index }) => leaveOut(left, index), record),
  );
}

const isPictureStored = ({ missing, image, thumb }: PendingRequest['images'][0]): boolean =>
  !missing && image.url !== undefined && thumb.url !== undefined;

/** Uploads a thumbnail. If the rules refuse it as a whole, the placeholder is sent in its place. */
async function uploadThumbnail(
  delivery: Delivery,
  index: number,
  chunkSize: ChunkSize,
): Promise<void> {
  const at = { index, part: 'thumb' } as const;
  try {
    await uploadObject(delivery, at, chunkSize);
  } catch (error) {
    if (!isRefusedWhole(error) || objectAt(delivery.journal.record, at).placeholder) throw error;
    const { type, size } = placeholder();
    await changeObject(delivery, at, ({ name }) => ({ name, type, size, placeholder: true }));
    await uploadObject(delivery, at, chunkSize);
  }
}

/** The reasons to stop, the gravest first. */
const GRAVEST_FIRST = [
  'vanished',
  'refused',
  'heldBack',
  'retry',
  'unreachable',
  'wait',
  'forPage',
  'paused',
];

/** The rank of an error, the gravest first. Failures of the device (no `Stop`) come before all others. */
const rankOf = (error: unknown): number =>
  error instanceof Stop ? GRAVEST_FIRST.indexOf(error.reason.type) : -1;
