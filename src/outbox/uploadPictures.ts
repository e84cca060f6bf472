/**
 * The upload of a record's pictures: side by side, each before its own thumbnail, by the resumable protocol. One
 * name, one object: after a cut the session is asked for its offset, after a lost session it is asked whether the
 * object is there.
 */
import { UPLOAD_CHUNK_UNIT } from '../domain/constants';
import { findObject, queryUpload, sendChunk, startUpload } from '../firebase/rest/storage';
import { Stop, type Delivery } from './delivery';
import { MAX_REFUSALS, progressed } from './failures';
import { leaveOut, objectAt, pathOf, withObject, without, type ObjectPlace } from './objects';
import type { PendingObject } from './record';
import { backOff, MAX_RETRY_AFTER } from './retry';

/** How fast the line is: bytes of the next chunk, a multiple of 256 KiB, by how long the last one took. */
interface Line {
  chunkSize: number;
}
const SMALLEST_CHUNK = UPLOAD_CHUNK_UNIT;
const LARGEST_CHUNK = 4 * UPLOAD_CHUNK_UNIT;

/** Uploads what is not there yet; where one picture cannot go on, the other ends at its next call. */
export async function upload(delivery: Delivery): Promise<void> {
  const line: Line = { chunkSize: SMALLEST_CHUNK };
  let hasStopped = false;
  const giveWay = async () => {
    if (hasStopped) throw new Stop({ type: 'paused' });
    await delivery.giveWay();
  };
  const uploadPicture = async (index: number) => {
    try {
      for (const part of ['image', 'thumb'] as const) {
        await uploadObject({ ...delivery, giveWay }, { index, part }, line);
      }
    } catch (error) {
      hasStopped = true;
      throw error;
    }
  };
  const ends = await Promise.allSettled(
    delivery.journal.record.images.map((_, index) => uploadPicture(index)),
  );
  const errors = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []));
  // Both have ended: what matters most is what becomes of the record.
  const [first] = [...errors].sort((a, b) => weightOf(a) - weightOf(b));
  if (errors.length > 0) throw first;
}

const WEIGHTS = ['vanished', 'refused', 'retry', 'unreachable', 'wait', 'forPage', 'paused'];

/** Failures of the device come first: they are no `Stop`. */
const weightOf = (error: unknown): number =>
  error instanceof Stop ? WEIGHTS.indexOf(error.reason.type) : -1;

/** Uploads an object until it is stored; one of a picture that was left out is not sent. */
async function uploadObject(delivery: Delivery, at: ObjectPlace, line: Line): Promise<void> {
  const { journal } = delivery;
  for (;;) {
    const { missing } = journal.record.images[at.index]!;
    const { url, presence, session } = objectAt(journal.record, at);
    if (missing || url !== undefined) return;
    await delivery.giveWay();
    if (presence === 'unknown') await find(delivery, at);
    else if (session !== undefined) await sendBytes(delivery, at, line, session);
    else {
      const started = await start(delivery, at);
      if (started !== undefined) await sendBytes(delivery, at, line, started, 0);
    }
  }
}

/** Asks whether the object is there. A finished session looks like a lost one, and its answer may be lost. */
async function find(delivery: Delivery, at: ObjectPlace): Promise<void> {
  const { journal, config, fetch, random } = delivery;
  const answer = await findObject(config, pathOf(journal.record, objectAt(journal.record, at)), {
    fetch,
  });
  if (answer.type === 'stored') return stored(delivery, at, answer.url);
  if (answer.type !== 'missing') throw new Stop(answer);
  await change(delivery, at, (object) => ({ ...object, presence: 'absent' }));
  const { restarts = 0, refusals = 0 } = objectAt(journal.record, at);
  if (refusals >= MAX_REFUSALS) throw new Stop(REFUSED_WHOLE);
  // At once after the first session, then after longer and longer waits, whatever progress is made between.
  if (restarts < 2) return;
  throw new Stop({ type: 'wait', milliseconds: backOff(restarts - 1, random, MAX_RETRY_AFTER) });
}

/** What the visitor's record says of an object that the rules refused each time it was complete. */
const REFUSED_WHOLE = {
  type: 'refused',
  status: 403,
  message: 'A picture was refused when it had arrived.',
} as const;

/** Opens a session; its address is stored before the first byte is sent. Undefined where it may not be needed. */
async function start(delivery: Delivery, at: ObjectPlace): Promise<string | undefined> {
  const { journal, config, fetch } = delivery;
  const object = objectAt(journal.record, at);
  const { type: contentType, size, presence } = object;
  const wanted = { object: pathOf(journal.record, object), contentType, size };
  const answer = await startUpload(config, wanted, { fetch });
  if (answer.type === 'started') {
    const { session } = answer;
    await change(delivery, at, (old) => ({ ...without(old, 'presence'), session }));
    return session;
  }
  // It is refused, too, where the object is there already (its answer was lost).
  const isUnsure = answer.type === 'refused' && presence === undefined;
  if (!isUnsure) throw new Stop(answer);
  await change(delivery, at, (old) => ({ ...old, presence: 'unknown' }));
  return undefined;
}

/**
 * Sends what the session does not have, until the object is stored or the session is over. `from` is known
 * of a session that was just opened; every other is asked.
 */
async function sendBytes(
  delivery: Delivery,
  at: ObjectPlace,
  line: Line,
  session: string,
  from?: number,
): Promise<void> {
  const { journal, config, fetch, now } = delivery;
  const object = objectAt(journal.record, at);
  const upload = { object: pathOf(journal.record, object), size: object.size, session };
  const bytes = await read(delivery, at);
  if (bytes?.byteLength !== upload.size) {
    return journal.write((record) => leaveOut(record, at.index));
  }
  let offset = from;
  let isRechecked = false;
  for (;;) {
    const begun = now();
    const answer =
      offset === undefined
        ? await queryUpload(config, upload, { fetch })
        : await sendChunk(config, upload, chunkOf(bytes, offset, line), { fetch });
    switch (answer.type) {
      case 'stored':
        return stored(delivery, at, answer.url);
      case 'gone':
        return lost(delivery, at, answer.isRefused);
      case 'active':
        if (offset !== undefined) {
          if (answer.offset <= offset) throw new Stop({ type: 'retry' });
          adapt(line, now() - begun);
          isRechecked = false;
          await acknowledged(delivery, at, answer.offset);
        }
        offset = answer.offset;
        break;
      case 'refused':
        // Perhaps it has more than it said: browsers send a cut chunk again by themselves.
        if (offset === undefined || isRechecked) return lost(delivery, at);
        isRechecked = true;
        offset = undefined;
        break;
      default:
        throw new Stop(answer);
    }
    await delivery.giveWay();
  }
}

/** An object's bytes; undefined when this device has lost them. */
function read({ store, journal }: Delivery, at: ObjectPlace): Promise<ArrayBuffer | undefined> {
  return store.bytes(journal.record.key, at).catch(() => {
    // The disk may answer next time; the text is with the business already, and others go on.
    throw new Stop({ type: 'retry' });
  });
}

function chunkOf(bytes: ArrayBuffer, offset: number, { chunkSize }: Line) {
  const length = Math.min(bytes.byteLength - offset, chunkSize);
  return { chunk: new Uint8Array(bytes, offset, length), offset };
}

/** About a second or two for each chunk. */
function adapt(line: Line, milliseconds: number): void {
  if (milliseconds < 1_000) line.chunkSize = Math.min(line.chunkSize * 2, LARGEST_CHUNK);
  if (milliseconds > 4_000) line.chunkSize = Math.max(line.chunkSize / 2, SMALLEST_CHUNK);
}

const change = (
  { journal }: Delivery,
  at: ObjectPlace,
  make: (object: PendingObject) => PendingObject,
) => journal.write((record) => withObject(record, at, make(objectAt(record, at))));

/** The session has so many bytes. What screens show never falls. */
const acknowledged = ({ journal }: Delivery, at: ObjectPlace, bytes: number) =>
  journal.write((record) => {
    const object = objectAt(record, at);
    const offset = Math.max(object.offset ?? 0, bytes);
    return progressed(withObject(record, at, { ...object, offset }));
  });

const stored = ({ journal }: Delivery, at: ObjectPlace, url: string) =>
  journal.write((record) => {
    const object = without(without(objectAt(record, at), 'restarts'), 'refusals');
    return progressed(withObject(record, at, { ...object, url }));
  });

/** A session that is no more use; whether it has stored the object is to be asked. */
const lost = (delivery: Delivery, at: ObjectPlace, isRefused = false) =>
  change(delivery, at, (object) => ({
    ...without(object, 'session'),
    presence: 'unknown',
    restarts: (object.restarts ?? 0) + 1,
    ...(isRefused && { refusals: (object.refusals ?? 0) + 1 }),
  }));
