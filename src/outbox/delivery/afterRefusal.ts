/**
 * What follows when a call is refused or makes no progress, and how often each thing is tried before that. What an
 * answer means is decided before (firebase/rest/answerMeaning.ts); what a refused picture means for its request, by
 * `settle` (uploadPictures.ts); when the next try comes, by retryTimes.ts. docs/error-answers.md shows what all of it
 * comes to, and is made by a test.
 */
import type { RandomInteger } from '../../domain/ids';
import { EMPTY_FIELDS, type RequestFields } from '../../domain/requestFields';
import { readReceipt } from '../../firebase/rest/requestCommits';
import { MAX_REFUSALS } from '../../firebase/rest/uploadObject';
import type { RecordObject, OutboxRecord } from '../record';
import { type Delivery, Stop } from './journal';
import { backOff, MAX_RETRY_AFTER } from './retryTimes';
// The two commits.

/** A commit is sent this often without a change. After this many refusals, a create gets a new id. */
const SAME_COMMIT_TRIES = 2;
/** After this many refusals, a create is sent with only those fields that this version of the app knows. */
const KNOWN_FIELDS_AFTER = SAME_COMMIT_TRIES + 1;

/**
 * Whether the last refusal of a commit is final. After the first refusal the same commit is sent again. After
 * the second, a stranger's request may have the id: a create is sent with a new id and the same receipt name,
 * so that only one of the two can ever be created. After the third, the reason may be a field that only a
 * newer version of the app and its rules know: a create with such a field is sent without it.
 */
export function isFinal({ step, fields, refused }: OutboxRecord): boolean {
  const times = refused?.times ?? 0;
  if (step !== 'create') return times >= SAME_COMMIT_TRIES;
  const hasUnknownFields = !Object.keys(fields).every(isKnownField);
  return times > KNOWN_FIELDS_AFTER || (times === KNOWN_FIELDS_AFTER && !hasUnknownFields);
}

const isKnownField = (name: string) => Object.keys(EMPTY_FIELDS).includes(name);

export const needsNewId = ({ step, refused }: OutboxRecord): boolean =>
  step === 'create' && refused?.times === SAME_COMMIT_TRIES;

/** The fields to send. Those that a newer version has added are sent unless they were refused. */
export function fieldsToSend({ fields, refused }: OutboxRecord): RequestFields {
  if ((refused?.times ?? 0) < KNOWN_FIELDS_AFTER) return fields;
  const known = Object.entries(fields).filter(([name]) => isKnownField(name));
  return Object.fromEntries(known) as unknown as RequestFields;
}

// The uploads.

/** After so many tries or sessions without progress, uploads count as held back. */
export const MAX_TRIES_ON_THE_WAY = 8;

/**
 * Whether something on the way refuses uploads for good, such as an office's proxy: there was no progress for many
 * tries, the last answer is none of Google's, and a small question to Firestore is answered.
 */
export async function isHeldBack(delivery: Delivery, error: unknown): Promise<boolean> {
  if (!(error instanceof Stop)) return false;
  const { journal, config, fetch } = delivery;
  const { attempts, receipt } = journal.record;
  const { reason } = error;
  const isForeign = reason.type === 'retry' && reason.isForeign;
  if (attempts < MAX_TRIES_ON_THE_WAY || !(isForeign || reason.type === 'unreachable'))
    return false;
  return (await readReceipt(config, receipt, { fetch })).type === 'found';
}

/**
 * How long to wait for the next session of an object that is not stored, in milliseconds. The second one is opened at
 * once, each later one after a longer wait, whatever the progress in between. Stops the delivery where session after
 * session refuses the bytes while small questions are answered.
 */
export function waitForSession(restarts: number, random: RandomInteger): number {
  if (restarts > MAX_TRIES_ON_THE_WAY) throw new Stop({ type: 'heldBack' });
  return backOff(restarts - 1, random, MAX_RETRY_AFTER);
}

/**
 * A copy of a record that needed attention, ready to be tried again, because the server may answer differently
 * now. An object that was refused as a whole is sent once more, not three times; one whose sessions were lost begins at
 * once.
 */
export function forgetRefusal({ needsAttention, ...record }: OutboxRecord): OutboxRecord {
  if (!needsAttention) return record;
  const forget = ({ refusals, restarts, ...object }: RecordObject): RecordObject => ({
    ...object,
    ...(restarts && { restarts: 1 }),
    ...(object.presence === 'absent' && { presence: 'unknown' as const }),
    ...(refusals && { refusals: Math.min(refusals, MAX_REFUSALS - 1) }),
  });
  const images = record.images.map((one) =>
    one.state === 'prepared' ? { ...one, image: forget(one.image), thumb: forget(one.thumb) } : one,
  );
  return { ...record, images };
}
