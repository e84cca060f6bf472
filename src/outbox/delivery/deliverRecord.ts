/**
 * The delivery of one record, in the order of the protocol (docs/outbox.md). The steps for its pictures are in
 * `preparePictures.ts` and `uploadPictures.ts`.
 */
import {
  createJournal,
  type Delivery,
  type RecordDeps,
  Stop,
  writeStop,
  type Unsent,
  progressed,
} from './journal';
import { forgetRefusal, fieldsToSend, isFinal, needsNewId } from './afterRefusal';
import { prepare } from './preparePictures';
import { namesLeftOut, type OutboxRecord } from '../record';
import { pathOf, upload } from './uploadPictures';
import { MAX_HONEYPOT } from '../../domain/constants';
import { newRequestId } from '../../domain/ids';
import type { EpochMs } from '../../domain/clock';
import type { SentRequest, UploadedFile } from '../../domain/types';
import type { Failure } from '../../firebase/rest/answerMeaning';
import { readReceipt, attachFiles, createRequest } from '../../firebase/rest/requestCommits';
type RecordOutcome = 'sent' | Unsent;

/**
 * Delivers a record until it is sent or cannot go on. Everything that must not happen twice is in the store before the
 * next call, so a delivery that died is repeated from the beginning. `isTextDue` says whether the text of another
 * request has to be sent before the pictures of this one; `signal` says so in the middle of a call.
 */
export async function deliverRecord(
  deps: RecordDeps,
  stored: OutboxRecord,
  isTextDue: () => Promise<boolean>,
  signal: AbortSignal,
): Promise<RecordOutcome> {
  // It is being tried now, so its refusal and its back-off do not count any more.
  const journal = createJournal(deps, { ...forgetRefusal(stored), notBefore: 0 });
  const giveWay = async () => {
    if (signal.aborted || (await isTextDue())) throw new Stop({ type: 'paused' });
  };
  const delivery: Delivery = { ...deps, journal, giveWay, signal };
  const stop = (error: unknown) => writeStop(delivery, error);
  // The first `stop` may find that the record has vanished. Then the second one handles that.
  return send(delivery).catch(stop).catch(stop);
}

async function send(delivery: Delivery): Promise<RecordOutcome> {
  await create(delivery);
  await prepare(delivery);
  await upload(delivery);
  await attach(delivery);
  return finish(delivery);
}

export const sentRequestOf = ({ key, id }: OutboxRecord, sentAt: EpochMs): SentRequest => ({
  key,
  id,
  sentAt,
});

async function finish({ store, journal, now, changed }: Delivery): Promise<RecordOutcome> {
  const { record } = journal;
  const { key } = record;
  const missing = namesLeftOut(record);
  const sent = { ...sentRequestOf(record, now()), ...(missing.length > 0 && { missing }) };
  const isFinished = await store.finish(key, record.revision, { ...sent, isUnannounced: true });
  if (!isFinished) throw new Stop({ type: 'vanished' });
  changed(key);
  return 'sent';
}

export const createLock = (key: string) => `outbox.create.${key}`;

/**
 * Creates the request, its ticket and its receipt. As in `attach`, each try is counted in the record before it is sent,
 * and after one that was refused or not answered the receipt is read before the next. So no commit takes effect twice.
 */
async function create(delivery: Delivery): Promise<void> {
  const { journal, config, fetch, exclusively } = delivery;
  const markArrived = (id: string) =>
    journal.write((record) => progressed({ ...record, id, step: 'upload', tries: 0 }));
  while (journal.record.step === 'create') {
    const receipt = await readArrivedReceipt(delivery);
    if (receipt) return markArrived(receipt.id);
    // Deleting a record takes the same lock, so it waits for the answer.
    await exclusively(createLock(journal.record.key), async () => {
      await journal.write((record) => ({ ...record, tries: record.tries + 1 }));
      const request = requestOf(journal.record);
      const answer = await createRequest(config, request, { fetch });
      if (answer.type === 'committed') await markArrived(request.id);
      else await noteRefusal(delivery, answer);
    });
  }
}

async function attach(delivery: Delivery): Promise<void> {
  const { journal, config, fetch } = delivery;
  const files = uploadedFiles(journal.record);
  if (files.length === 0) return;
  for (;;) {
    const receipt = await readArrivedReceipt(delivery);
    if (receipt?.attached) return;
    await journal.write((record) => ({ ...record, step: 'attach', tries: record.tries + 1 }));
    const { id, receipt: name } = journal.record;
    const answer = await attachFiles(config, { id, files, receipt: name }, { fetch });
    // The success is not written into the record, because a sent request replaces the record next.
    if (answer.type === 'committed') return;
    await noteRefusal(delivery, answer);
  }
}

const uploadedFiles = (record: OutboxRecord): UploadedFile[] =>
  record.images.flatMap((picture, index) =>
    picture.state === 'prepared'
      ? {
          ref: pathOf(record, { index, part: 'image' }),
          url: picture.image.url ?? '',
          thumb: picture.thumb.url ?? '',
          thumbRef: pathOf(record, { index, part: 'thumb' }),
        }
      : [],
  );

/**
 * Counts a refusal of a commit; any other failure stops the delivery. A refused commit may have arrived all the
 * same (an earlier answer was lost), so the receipt is read next.
 */
async function noteRefusal({ journal }: Delivery, failure: Failure): Promise<void> {
  if (failure.type !== 'refused') throw new Stop(failure);
  const { status, message } = failure;
  await journal.write((record) => {
    const times = (record.refused?.times ?? 0) + 1;
    return { ...record, refused: { times, status, message } };
  });
}

/**
 * Reads the receipt if the commit may have arrived, and returns it if it has. Undefined: the commit has not
 * arrived, and the record is ready for the next try.
 */
async function readArrivedReceipt({ journal, config, fetch, random }: Delivery) {
  const { tries, receipt, step, refused } = journal.record;
  if (tries === 0) return undefined;
  const answer = await readReceipt(config, receipt, { fetch });
  switch (answer.type) {
    case 'found':
      if (step === 'create' || answer.attached) return answer;
      break;
    case 'missing':
      break;
    case 'refused':
      // It is unknown whether the commit has arrived, and that has to be known first.
      throw new Stop({ type: 'retry' });
    default:
      throw new Stop(answer);
  }
  if (refused && isFinal(journal.record)) {
    const { status, message } = refused;
    throw new Stop({ type: 'refused', status, message });
  }
  const change = { tries: 0, ...(needsNewId(journal.record) && { id: newRequestId(random) }) };
  await journal.write((record) => ({ ...record, ...change }));
  return undefined;
}

function requestOf(record: OutboxRecord) {
  const { id, receipt } = record;
  // What is left out before its text has arrived needs no names there.
  const names = record.images.flatMap((picture) => {
    const { state } = picture;
    return state === 'leftOut' || state === 'unknown' ? [] : picture.objectNames;
  });
  const { honeypot, seconds } = record.signals ?? { honeypot: '', seconds: 0 };
  const ticket = {
    honeypot: honeypot.slice(0, MAX_HONEYPOT),
    seconds: Math.round(seconds),
    images: names.map(({ image }) => image),
    thumbs: names.map(({ thumb }) => thumb),
  };
  return { id, fields: fieldsToSend(record), ticket, receipt };
}
