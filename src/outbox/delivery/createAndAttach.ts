/**
 * The two commits of a request: create and attach. Each try is counted in the record before it is sent. After
 * a try that was refused or not answered, the receipt on the server is read before the next try. So no commit
 * takes effect twice.
 */
import { MAX_HONEYPOT } from '../../domain/constants';
import { newRequestId } from '../../domain/ids';
import type { Failure } from '../../firebase/rest/answerMeaning';
import { readReceipt } from '../../firebase/rest/receipts';
import { attachFiles, createRequest } from '../../firebase/rest/requestCommits';
import type { Delivery } from './journal';
import { fieldsToSend, isFinal, needsNewId } from './afterRefusal';
import { progressed, Stop } from './stop';
import { uploadedFiles } from '../pictureObjects';
import type { PendingRequest } from '../record';

/** The name of the lock that is held while the create of a record is being sent and answered. */
export const createLock = (key: string) => `outbox.create.${key}`;

/** Creates the request, its ticket and its receipt. After that, the text has arrived. */
export async function create(delivery: Delivery): Promise<void> {
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

/** Attaches the uploaded pictures to the request, in the order in which they were chosen. */
export async function attach(delivery: Delivery): Promise<void> {
  const { journal, config, fetch } = delivery;
  if (journal.record.images.every(({ missing }) => missing)) return;
  for (;;) {
    const receipt = await readArrivedReceipt(delivery);
    if (receipt?.attached) return;
    await journal.write((record) => ({ ...record, step: 'attach', tries: record.tries + 1 }));
    const { id, receipt: name } = journal.record;
    const files = uploadedFiles(journal.record);
    const answer = await attachFiles(config, { id, files, receipt: name }, { fetch });
    // The success is not written into the record, because a sent request replaces the record next.
    if (answer.type === 'committed') return;
    await noteRefusal(delivery, answer);
  }
}

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
      // The receipt cannot be read, so it is unknown whether the commit has arrived. That has to be known first.
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

function requestOf(record: PendingRequest) {
  const { id, receipt } = record;
  // What is left out before its text has arrived needs no name there.
  const images = record.images.filter(({ missing }) => !missing);
  const { honeypot, seconds } = record.signals ?? { honeypot: '', seconds: 0 };
  const ticket = {
    honeypot: honeypot.slice(0, MAX_HONEYPOT),
    seconds: Math.round(seconds),
    images: images.map(({ image }) => image.name),
    thumbs: images.map(({ thumb }) => thumb.name),
  };
  return { id, fields: fieldsToSend(record), ticket, receipt };
}
