/**
 * The upload step. Pictures and thumbnails are uploaded side by side, as the line takes them; what their errors mean
 * for the request is decided when all have ended.
 */
import { placeholder } from '../../pictures/placeholderThumbnail';
import type { ObjectPlace, RecordObject, OutboxRecord, Picture } from '../record';
import { type Delivery, leaveOut, progressed, Stop, withPicture } from './journal';
import { isHeldBack, waitForSession } from './afterRefusal';
import {
  createUploadLine,
  type LineKnowledge,
  UNKNOWN_LINE,
  type UploadLine,
} from '../../firebase/rest/uploadLine';
import { REFUSED_WHOLE, uploadObject } from '../../firebase/rest/uploadObject';

export async function upload(delivery: Delivery): Promise<void> {
  const { journal, now } = delivery;
  const keep = (line: LineKnowledge) => journal.write((record) => ({ ...record, line }));
  const line = createUploadLine(journal.record.line ?? UNKNOWN_LINE, keep, now);
  let hasStopped = false;
  const giveWay = async () => {
    if (hasStopped) throw new Stop({ type: 'paused' });
    await delivery.giveWay();
  };
  const places = journal.record.images.flatMap(({ state }, index) =>
    state === 'prepared' ? PARTS.map((part) => ({ index, part })) : [],
  );
  const ends = await Promise.allSettled(
    places.map(async (at) => {
      try {
        await uploadOne({ ...delivery, giveWay }, at, line);
      } catch (error) {
        // A picture that was refused as a whole does not hold up the other one.
        hasStopped ||= !isRefusedWhole(error);
        throw error;
      }
    }),
  );
  const failed = ends.flatMap((end, place) =>
    end.status === 'rejected' ? [{ at: places[place]!, error: end.reason as unknown }] : [],
  );
  await settle(delivery, failed);
}

const PARTS = ['thumb', 'image'] as const;

/** Decides what the errors of the objects mean for the request. Throws where its delivery stops. */
async function settle(
  delivery: Delivery,
  failed: { at: ObjectPlace; error: unknown }[],
): Promise<void> {
  const { journal } = delivery;
  // Another try may still store the others, so the gravest error decides how the record is written.
  const [gravest] = failed
    .map(({ error }) => error)
    .filter((error) => !isRefusedWhole(error))
    .sort((a, b) => rankOf(a) - rankOf(b));
  if (gravest !== undefined) {
    throw (await isHeldBack(delivery, gravest)) ? new Stop({ type: 'heldBack' }) : gravest;
  }
  const [refused] = failed;
  if (!refused) return;
  // All that is left was refused as a whole. A thumbnail whose picture is stored gets the placeholder in its place: where
  // both are refused, the server may refuse everything for now.
  const replaced = failed.filter(({ at }) => isReplaced(journal.record, at));
  if (replaced.length > 0) {
    const { type, size } = placeholder();
    for (const { at } of replaced) {
      await changeObject(delivery, at, () => ({ type, size, placeholder: true }));
    }
    return upload(delivery);
  }
  // With no picture stored, the request needs attention; else it goes on without the refused ones.
  if (!journal.record.images.some(isPictureStored)) throw refused.error;
  await journal.write((record) =>
    failed.reduce((left, { at }) => leaveOut(left, at.index), record),
  );
}

function isReplaced(record: OutboxRecord, { index, part }: ObjectPlace): boolean {
  const picture = preparedAt(record, index);
  return part === 'thumb' && picture?.image.url !== undefined && !picture.thumb.placeholder;
}

const isPictureStored = (picture: Picture): boolean =>
  picture.state === 'prepared' &&
  picture.image.url !== undefined &&
  picture.thumb.url !== undefined;

const GRAVEST_FIRST = ['vanished', 'refused', 'heldBack', 'retry', 'unreachable', 'wait', 'paused'];

/** Failures of the device (no `Stop`) come before all others. */
const rankOf = (error: unknown): number =>
  error instanceof Stop ? GRAVEST_FIRST.indexOf(error.reason.type) : -1;

const isRefusedWhole = (error: unknown): boolean =>
  error instanceof Stop && error.reason === REFUSED_WHOLE;

async function uploadOne(delivery: Delivery, at: ObjectPlace, line: UploadLine): Promise<void> {
  const { journal, config, fetch, signal, giveWay, random } = delivery;
  const end = await uploadObject({
    config,
    object: pathOf(journal.record, at),
    state: () => objectAt(journal.record, at),
    change: (make, isProgress) => changeObject(delivery, at, make, isProgress),
    bytes: () => readBytes(delivery, at),
    giveWay,
    line,
    options: { fetch, signal },
  });
  if (!end) return;
  if (end.type === 'noBytes') return journal.write((record) => leaveOut(record, at.index));
  if (end.type === 'lost') {
    throw new Stop({ type: 'wait', milliseconds: waitForSession(end.restarts, random) });
  }
  throw new Stop(end);
}

/** The bytes of an object; undefined when this device has lost them. */
function readBytes(
  { store, journal }: Delivery,
  at: ObjectPlace,
): Promise<ArrayBuffer | undefined> {
  if (objectAt(journal.record, at)?.placeholder) return placeholder().arrayBuffer();
  return store.bytes(journal.record.key, at).catch(() => {
    // The disk may work the next time. The text has already arrived, and other records go on.
    throw new Stop({ type: 'retry' });
  });
}

/** The prepared picture at this place; undefined once it is left out. */
const preparedAt = ({ images }: OutboxRecord, index: number) => {
  const picture = images[index];
  return picture?.state === 'prepared' ? picture : undefined;
};

const objectAt = (record: OutboxRecord, { index, part }: ObjectPlace): RecordObject | undefined =>
  preparedAt(record, index)?.[part];

export const pathOf = (record: OutboxRecord, { index, part }: ObjectPlace): string =>
  `requests/${record.id}/${preparedAt(record, index)!.objectNames[part]}`;

const changeObject = (
  { journal }: Delivery,
  { index, part }: ObjectPlace,
  make: (object: RecordObject) => RecordObject,
  isProgress = false,
) =>
  journal.write((record) => {
    const picture = preparedAt(record, index);
    if (!picture) return record;
    const changed = withPicture(record, index, { ...picture, [part]: make(picture[part]) });
    return isProgress ? progressed(changed) : changed;
  });
