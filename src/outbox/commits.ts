/**
 * The two commits of a request. Each is counted in the record before it is sent, and one that was not answered
 * or was refused is looked up in the receipt before it is sent again, so that none lands twice.
 */
import { MAX_HONEYPOT } from '../domain/constants';
import { newRequestId } from '../domain/ids';
import type { RequestFields } from '../domain/requestFields';
import { EMPTY_FIELDS } from '../domain/requestFields';
import type { Failure } from '../firebase/rest/answers';
import { attachFiles, createRequest, readReceipt } from '../firebase/rest/requests';
import { Stop, type Delivery } from './delivery';
import { progressed } from './failures';
import { uploadedFiles } from './objects';
import type { PendingRequest } from './record';

/** The name of the lock that is held while a record's create is on its way. */
export const createLock = (key: string) => `outbox.create.${key}`;

/** Creates the request, its ticket and its receipt: the text has arrived. */
export async function create(delivery: Delivery): Promise<void> {
  const { journal, config, fetch, exclusively } = delivery;
  const arrived = (id: string) =>
    journal.write((record) => progressed({ ...record, id, step: 'upload', tries: 0 }));
  while (journal.record.step === 'create') {
    const receipt = await lookUp(delivery);
    if (receipt) return arrived(receipt.id);
    // Whoever wants to delete the record waits for this lock, and so for the answer.
    await exclusively(createLock(journal.record.key), async () => {
      await journal.write((record) => ({ ...record, tries: record.tries + 1 }));
      const request = requestOf(journal.record);
      const answer = await createRequest(config, request, { fetch });
      if (answer.type === 'committed') await arrived(request.id);
      else await noteRefusal(delivery, answer);
    });
  }
}

/** Attaches the pictures that have arrived, in the order in which they were chosen. */
export async function attach(delivery: Delivery): Promise<void> {
  const { journal, config, fetch } = delivery;
  if (journal.record.images.every(({ missing }) => missing)) return;
  for (;;) {
    const receipt = await lookUp(delivery);
    if (receipt?.attached) return;
    await journal.write((record) => ({ ...record, step: 'attach', tries: record.tries + 1 }));
    const { id, receipt: name } = journal.record;
    const files = uploadedFiles(journal.record);
    const answer = await attachFiles(config, { id, files, receipt: name }, { fetch });
    // That it has arrived need not be written: the local receipt follows at once.
    if (answer.type === 'committed') return;
    await noteRefusal(delivery, answer);
  }
}

/** A refused commit may have arrived all the same (its first answer was lost): that is looked up next. */
async function noteRefusal({ journal }: Delivery, failure: Failure): Promise<void> {
  if (failure.type !== 'refused') throw new Stop(failure);
  const { status, message } = failure;
  await journal.write((record) => {
    const times = (record.refused?.times ?? 0) + 1;
    return { ...record, refused: { times, status, message } };
  });
}

/** The receipt of a commit that may have arrived. Undefined: it has not, and the record is ready for the next. */
async function lookUp({ journal, config, fetch, random }: Delivery) {
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
      // Nothing is known of the commit: whatever is in the way, it has to go first.
      throw new Stop({ type: 'retry' });
    default:
      throw new Stop(answer);
  }
  if (refused && isFinal(journal.record)) {
    const { status, message } = refused;
    throw new Stop({ type: 'refused', status, message });
  }
  const isTaken = step === 'create' && refused?.times === SAME_AGAIN;
  const change = { tries: 0, ...(isTaken && { id: newRequestId(random) }) };
  await journal.write((record) => ({ ...record, ...change }));
  return undefined;
}

/** So many refusals of a commit that has not arrived: then a create takes a fresh id. */
const SAME_AGAIN = 2;
/** Then only the fields that this version knows go, where a newer one has added some. */
const KNOWN_ONLY = SAME_AGAIN + 1;

/**
 * Whether the last refusal of a commit counts. First it is sent again as it is. Refused twice, a stranger's
 * request may have the id: then a create goes under a fresh one with the same receipt, so that two can never
 * land. Refused once more, it may be for a field that only a newer version of the app and its rules know.
 */
function isFinal({ step, fields, refused }: PendingRequest): boolean {
  const times = refused?.times ?? 0;
  if (step !== 'create') return times >= SAME_AGAIN;
  const hasUnknown = !Object.keys(fields).every(isKnown);
  return times > KNOWN_ONLY || (times === KNOWN_ONLY && !hasUnknown);
}

const isKnown = (name: string) => Object.hasOwn(EMPTY_FIELDS, name);

/** The fields as they are sent: what a newer version has added, too, unless that was refused. */
function fieldsToSend({ fields, refused }: PendingRequest): RequestFields {
  if ((refused?.times ?? 0) < KNOWN_ONLY) return fields;
  const known = Object.entries(fields).filter(([name]) => isKnown(name));
  return Object.fromEntries(known) as unknown as RequestFields;
}

function requestOf(record: PendingRequest) {
  const { id, images, receipt } = record;
  const { honeypot, seconds } = record.signals ?? { honeypot: '', seconds: 0 };
  const ticket = {
    honeypot: honeypot.slice(0, MAX_HONEYPOT),
    seconds: Math.round(seconds),
    images: images.map(({ image }) => image.name),
    thumbs: images.map(({ thumb }) => thumb.name),
  };
  return { id, fields: fieldsToSend(record), ticket, receipt };
}
