/**
 * The upload step. The pictures are uploaded side by side, each before its thumbnail; what their errors mean for the
 * request is decided when both have ended.
 *
 * An object is uploaded by the resumable protocol. Each name gets one object only: after a cut connection the session is
 * asked for its offset, and after a lost session Storage is asked whether the object is there. The chunks grow and shrink
 * with the line (`adapt`).
 */
import { placeholder } from '../../pictures/placeholderThumbnail';
import type { ObjectPlace, RecordObject, OutboxRecord, Picture } from '../record';
import { type Delivery, leaveOut, progressed, Stop, withPicture, without } from './journal';
import { isHeldBack, MAX_REFUSALS, waitForSession } from './afterRefusal';
import { UPLOAD_CHUNK_UNIT } from '../../domain/constants';
import { findObject, queryUpload, sendChunk, startUpload } from '../../firebase/rest/uploadCalls';

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
  const { images } = delivery.journal.record;
  const ends = await Promise.allSettled(
    // What is left out has nothing to upload.
    images.map(async ({ state }, index) => state === 'prepared' && uploadPicture(index)),
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

const isPictureStored = (picture: Picture): boolean =>
  picture.state === 'prepared' &&
  picture.image.url !== undefined &&
  picture.thumb.url !== undefined;

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
    await changeObject(delivery, at, () => ({ type, size, placeholder: true }));
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

/** The size of the next chunk; it follows the time that the last chunk took. */
interface ChunkSize {
  /** A multiple of 256 KiB. */
  bytes: number;
}
const SMALLEST_CHUNK = UPLOAD_CHUNK_UNIT;
const LARGEST_CHUNK = 4 * UPLOAD_CHUNK_UNIT;

const isRefusedWhole = (error: unknown): boolean =>
  error instanceof Stop && error.reason === REFUSED_WHOLE;

/** Uploads an object until it is stored or its picture is left out. */
async function uploadObject(
  delivery: Delivery,
  at: ObjectPlace,
  chunkSize: ChunkSize,
): Promise<void> {
  const { journal } = delivery;
  for (;;) {
    if (journal.record.images[at.index]!.state === 'leftOut') return;
    const { url, presence, session, refusals = 0 } = objectAt(journal.record, at);
    if (url !== undefined) return;
    if (presence === 'absent' && refusals >= MAX_REFUSALS) throw new Stop(REFUSED_WHOLE);
    await delivery.giveWay();
    if (presence === 'unknown') await checkStored(delivery, at);
    else if (session !== undefined) await sendBytes(delivery, at, chunkSize, session);
    else {
      const opened = await openSession(delivery, at);
      if (opened !== undefined) await sendBytes(delivery, at, chunkSize, opened, 0);
    }
  }
}

/**
 * Asks Storage whether the object is stored. It may be: a finished session looks like a lost one, and the
 * session's last answer may have been lost.
 */
async function checkStored(delivery: Delivery, at: ObjectPlace): Promise<void> {
  const { journal, config, fetch, random } = delivery;
  const answer = await findObject(config, pathOf(journal.record, at), { fetch });
  if (answer.type === 'stored') return noteStored(delivery, at, answer.url);
  if (answer.type !== 'missing') throw new Stop(answer);
  await changeObject(delivery, at, (object) => ({ ...object, presence: 'absent' }));
  const object = objectAt(journal.record, at);
  if ((object.refusals ?? 0) >= MAX_REFUSALS) return;
  const milliseconds = waitForSession(object, random);
  if (milliseconds > 0) throw new Stop({ type: 'wait', milliseconds });
}

/** The reason to stop when the rules have refused an object each time all of its bytes had arrived. */
const REFUSED_WHOLE = {
  type: 'refused',
  status: 403,
  message: 'A picture was refused after all of it had arrived.',
} as const;

/**
 * Opens a session. Its address is saved before the first byte is sent. Undefined when the object may be stored
 * already, which is checked next.
 */
async function openSession(delivery: Delivery, at: ObjectPlace): Promise<string | undefined> {
  const { journal, config, fetch } = delivery;
  const { type: contentType, size, presence } = objectAt(journal.record, at);
  const wanted = { object: pathOf(journal.record, at), contentType, size };
  const answer = await startUpload(config, wanted, { fetch });
  if (answer.type === 'started') {
    const { session } = answer;
    await changeObject(delivery, at, (old) => ({ ...without(old, 'presence'), session }));
    return session;
  }
  // A session is also refused when the object is already stored, but the answer that said so was lost.
  const mayBeStored = answer.type === 'refused' && presence === undefined;
  if (!mayBeStored) throw new Stop(answer);
  await changeObject(delivery, at, (old) => ({ ...old, presence: 'unknown' }));
  return undefined;
}

/**
 * Sends the bytes that the session does not have, until the object is stored or the session is over. `from` is the
 * offset of a session that was just opened; any other session is asked for its offset.
 */
async function sendBytes(
  delivery: Delivery,
  at: ObjectPlace,
  chunkSize: ChunkSize,
  session: string,
  from?: number,
): Promise<void> {
  const { journal, config, fetch, now } = delivery;
  const { size } = objectAt(journal.record, at);
  const resumed = { object: pathOf(journal.record, at), size, session };
  const bytes = await readBytes(delivery, at);
  if (bytes?.byteLength !== size) {
    return journal.write((record) => leaveOut(record, at.index));
  }
  let offset = from;
  /** The offset at which the session has last refused bytes. */
  let refusedAt = -1;
  for (;;) {
    const startedAt = now();
    const answer =
      offset === undefined
        ? await queryUpload(config, resumed, { fetch })
        : await sendChunk(config, resumed, chunkOf(bytes, offset, chunkSize), { fetch });
    switch (answer.type) {
      case 'stored':
        return noteStored(delivery, at, answer.url);
      case 'gone':
        return noteLostSession(delivery, at, answer.isRefused);
      case 'active':
        if (offset !== undefined) {
          checkMoved(offset, answer.offset);
          adapt(chunkSize, now() - startedAt);
        }
        await noteOffset(delivery, at, answer.offset);
        offset = answer.offset;
        break;
      case 'refused':
        // The session may have more bytes than it said: browsers and proxies repeat a cut request by themselves, and
        // the answer is about the copy. One that refuses what it has asked for is lost.
        if (offset === undefined || offset <= refusedAt) return noteLostSession(delivery, at);
        refusedAt = offset;
        offset = undefined;
        break;
      default:
        throw new Stop(answer);
    }
    await delivery.giveWay();
  }
}

/** The bytes of an object; undefined when this device has lost them. */
function readBytes(
  { store, journal }: Delivery,
  at: ObjectPlace,
): Promise<ArrayBuffer | undefined> {
  if (objectAt(journal.record, at).placeholder) return placeholder().arrayBuffer();
  return store.bytes(journal.record.key, at).catch(() => {
    // The disk may work the next time. The text has already arrived, and other records go on.
    throw new Stop({ type: 'retry' });
  });
}

function chunkOf(bytes: ArrayBuffer, offset: number, chunkSize: ChunkSize) {
  const length = Math.min(bytes.byteLength - offset, chunkSize.bytes);
  return { chunk: new Uint8Array(bytes, offset, length), offset };
}

/** A session that takes bytes and does not move is tried again later. */
function checkMoved(before: number, after: number): void {
  if (after <= before) throw new Stop({ type: 'retry' });
}

/** Doubles or halves the chunk size so that a chunk takes one to four seconds. */
function adapt(chunkSize: ChunkSize, milliseconds: number): void {
  if (milliseconds < 1_000) chunkSize.bytes = Math.min(chunkSize.bytes * 2, LARGEST_CHUNK);
  if (milliseconds > 4_000) chunkSize.bytes = Math.max(chunkSize.bytes / 2, SMALLEST_CHUNK);
}

/** What is uploaded is prepared (`upload`, `uploadObject`). */
const preparedAt = ({ images }: OutboxRecord, index: number) =>
  images[index] as Extract<Picture, { state: 'prepared' }>;

const objectAt = (record: OutboxRecord, { index, part }: ObjectPlace): RecordObject =>
  preparedAt(record, index)[part];

/** An object's path in Storage. */
export const pathOf = (record: OutboxRecord, { index, part }: ObjectPlace): string =>
  `requests/${record.id}/${preparedAt(record, index).objectNames[part]}`;

/** Changes an object. `then` is what else changes in its record. */
const changeObject = (
  { journal }: Delivery,
  { index, part }: ObjectPlace,
  make: (object: RecordObject) => RecordObject,
  then = (record: OutboxRecord) => record,
) =>
  journal.write((record) => {
    const picture = preparedAt(record, index);
    return then(withPicture(record, index, { ...picture, [part]: make(picture[part]) }));
  });

/** Notes that the session has more bytes than any before. The number never falls, because screens show it. */
async function noteOffset(delivery: Delivery, at: ObjectPlace, offset: number): Promise<void> {
  if (offset <= (objectAt(delivery.journal.record, at).offset ?? 0)) return;
  await changeObject(delivery, at, (object) => ({ ...object, offset }), progressed);
}

/** Notes the address of a stored object. */
const noteStored = (delivery: Delivery, at: ObjectPlace, url: string) =>
  changeObject(
    delivery,
    at,
    (object) => ({ ...without(without(object, 'restarts'), 'refusals'), url }),
    progressed,
  );

/** Notes that a session cannot be used any more. Whether it has stored the object is checked next. */
const noteLostSession = (delivery: Delivery, at: ObjectPlace, isRefused = false) =>
  changeObject(delivery, at, (object) => ({
    ...without(object, 'session'),
    presence: 'unknown',
    restarts: (object.restarts ?? 0) + 1,
    ...(isRefused && { refusals: (object.refusals ?? 0) + 1 }),
  }));
