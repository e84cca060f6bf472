import {
  advance,
  forgetOffsets,
  forgetRefusal,
  nextStep,
  type NextStep,
  type StepResult,
} from './steps';
import type { ObjectPlace } from './objects';
import type { RandomInteger } from '../domain/ids';
import type { BackendConfig } from '../firebase/config';
import type { Fetch } from '../firebase/rest/http';
import type { Exclusively } from './exclusively';
import { commitStep, receiptStep, SMALLEST_CHUNK, uploadStep, type StepDeps } from './performStep';
import type { PendingRequest } from './record';
import type { NewlyPrepared, OutboxStore } from './store';

/** What becomes of a chosen file; a worker says `undecoded` where a page may still say `unusable`. */
export type Preparation = Extract<StepResult, { type: 'prepared' | 'undecoded' | 'unusable' }>;

export interface RecordDeps {
  store: OutboxStore;
  config: BackendConfig;
  fetch?: Fetch;
  /** Re-encodes a chosen file, without EXIF, and makes its thumbnail. */
  prepareImage: (file: Blob) => Promise<Preparation>;
  /** Whether this is a page: what a worker could not open is left to it, and it has the last word. */
  isPage: boolean;
  exclusively: Exclusively;
  /** Milliseconds since 1970. */
  now: () => number;
  random: RandomInteger;
  /** A new unique string, for keys and revisions. */
  newKey: () => string;
  /** Called after every write of the record `key`, and when it has gone. */
  changed: (key: string) => void;
}

/**
 * `paused`: an object is stored, more is to do. `unreachable` and `postponed`: to be retried, without
 * and with an answer. `vanished`: another context removed or took the record.
 */
export type RecordOutcome =
  'sent' | 'paused' | 'unreachable' | 'postponed' | 'refused' | 'vanished';

/** The name of the lock that is held while a record's create is on its way. */
export const createLock = (key: string) => `outbox.create.${key}`;

/**
 * Takes a record forward until it is sent, cannot go on, or one object is stored (so that a newer
 * request's text need not wait for this one's images). Every step is in the store before the next.
 */
export async function deliverRecord(
  deps: RecordDeps,
  start: PendingRequest,
): Promise<RecordOutcome> {
  const { store, changed } = deps;
  // One object at most is sent before this pauses: its bytes are read once, however many chunks it takes.
  let read: ArrayBuffer | undefined;
  const bytes = async (at: ObjectPlace) => (read ??= await store.bytes(start.key, at));
  const all = { ...deps, bytes, chunkSize: SMALLEST_CHUNK };
  // Its turn has come: what it had to wait for is over.
  let record = { ...forgetOffsets(forgetRefusal(start)), notBefore: 0 };
  for (;;) {
    const step = nextStep(record);
    if (step.type === 'rest') return 'refused';
    if (step.type === 'finish') {
      const { key, id, images } = record;
      const names = images.filter(({ missing }) => missing).map(({ name }) => name);
      const missing = names.length > 0 && { missing: names };
      const receipt = { key, id, sentAt: deps.now(), isUntold: true, ...missing } as const;
      const sent = await store.finish(key, record.revision, receipt);
      if (sent) changed(key);
      return sent ? 'sent' : 'vanished';
    }
    const taken = await take(all, record, step);
    if (!taken) return 'vanished';
    const outcome = outcomeOf(taken);
    if (outcome) return outcome;
    record = taken.record;
  }
}

type SendStep = Exclude<NextStep, { type: 'finish' | 'rest' | 'prepare' }>;

interface Taken {
  record: PendingRequest;
  result: StepResult;
}

/** Takes one step and writes what it came to; undefined when somebody else has changed the record. */
async function take(
  deps: RecordDeps & StepDeps,
  record: PendingRequest,
  step: Exclude<NextStep, { type: 'finish' | 'rest' }>,
): Promise<Taken | undefined> {
  if (step.type === 'prepare') return counted(deps, record, (it) => prepare(deps, it, step));
  const perform = async (record: PendingRequest) =>
    settle(deps, record, await send(deps, record, step));
  if (step.type === 'attach') return counted(deps, record, perform);
  if (step.type !== 'create') return perform(record);
  // Whoever wants to delete the record waits for this lock, and so for the create's answer.
  return deps.exclusively(createLock(record.key), () => counted(deps, record, perform));
}

function send(deps: StepDeps, record: PendingRequest, step: SendStep): Promise<StepResult> {
  switch (step.type) {
    case 'upload':
      return uploadStep(record, step.at, deps);
    case 'receipt':
      return receiptStep(record, deps);
    default:
      return commitStep(step.type, record, deps);
  }
}

/** A try is in the record before it begins. */
async function counted(
  deps: RecordDeps,
  record: PendingRequest,
  go: (record: PendingRequest) => Promise<Taken | undefined>,
): Promise<Taken | undefined> {
  const kept = await keep(deps, { ...record, tries: record.tries + 1 }, record.revision);
  return kept && go(kept);
}

/**
 * An image that workers have died over so often is a page's: WebKit has ended workers whose process
 * has no page when they decode or encode (its bugs 314690, 318403). Once may have been chance.
 */
const WORKER_TRIES = 2;

/** Prepares one image; the record and the prepared bytes are written together. */
async function prepare(
  deps: RecordDeps,
  record: PendingRequest,
  { index, chosen }: Extract<NextStep, { type: 'prepare' }>,
): Promise<Taken | undefined> {
  const end = (result: StepResult, prepared?: NewlyPrepared) =>
    settle(deps, { ...record, tries: 0 }, result, prepared);
  if (!deps.isPage && record.tries > WORKER_TRIES) return end({ type: 'undecoded' });
  try {
    const file = await deps.store.file(chosen);
    const result: Preparation = file ? await deps.prepareImage(file) : { type: 'unusable' };
    const prepared =
      result.type === 'prepared' ? { index, chosen, image: result.image } : undefined;
    return await end(result, prepared);
  } catch {
    // The disk may answer, or have room, the next time; the text has arrived already, and others go on.
    return end({ type: 'failed', failure: { kind: 'retry' } });
  }
}

/** Writes what a step came to. */
async function settle(
  deps: RecordDeps,
  record: PendingRequest,
  result: StepResult,
  prepared?: NewlyPrepared,
): Promise<Taken | undefined> {
  const next = advance(record, result, { now: deps.now(), random: deps.random });
  // After the last step the receipt is written at once, which says the same and more.
  const kept = next.step === 'done' ? next : await keep(deps, next, record.revision, prepared);
  return kept && { record: kept, result };
}

/** Writes a record under a new revision; undefined when somebody else has changed it. */
async function keep(
  { store, newKey, changed }: RecordDeps,
  record: PendingRequest,
  expected: string,
  prepared?: NewlyPrepared,
): Promise<PendingRequest | undefined> {
  const stamped = { ...record, revision: newKey() };
  if (!(await store.update(stamped, expected, prepared))) return undefined;
  changed(record.key);
  return stamped;
}

/** Whether to go on with this record (undefined): a fresh id is tried at once, a failed try waits. */
function outcomeOf({ record, result }: Taken): RecordOutcome | undefined {
  if (record.needsAttention) return 'refused';
  if (result.type === 'undecoded') return 'postponed';
  if (result.type === 'stored' || result.type === 'created') return 'paused';
  if (record.notBefore === 0) return undefined;
  return result.type === 'failed' && result.failure.kind === 'unreachable'
    ? 'unreachable'
    : 'postponed';
}
