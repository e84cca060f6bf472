import {
  advance,
  forgetOffsets,
  nextStep,
  progressOf,
  type DeliveryAction,
  type ObjectPlace,
  type StepResult,
} from '../domain/delivery';
import type { RandomInteger } from '../domain/ids';
import type { DeliveryEvent, PendingRequest, PreparedImage } from '../domain/outbox';
import type { BackendConfig } from '../firebase/config';
import type { Fetch } from '../firebase/rest/http';
import {
  adaptChunk,
  FIRST_CHUNK,
  performStep,
  type ServerAction,
  type StepDeps,
} from './performStep';
import type { Exclusively } from './exclusively';
import type { NewlyPrepared, OutboxStore } from './store';

/**
 * What becomes of a chosen file. `undecoded`: this worker cannot open it, a page may. `unusable`: no
 * code of this browser can make an image of it that is sent.
 */
export type Preparation =
  | { type: 'prepared'; image: PreparedImage }
  | { type: 'undecoded' }
  | { type: 'unusable'; message: string };

export interface RecordDeps {
  store: OutboxStore;
  config: BackendConfig;
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
  emit: (event: DeliveryEvent) => void;
  fetch?: Fetch | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * `paused`: an object is stored, more is to do. `unreachable` and `postponed`: to be retried, without
 * and with an answer. `vanished`: another context removed or took the record. `stopped`: by signal.
 */
export type RecordOutcome =
  'sent' | 'paused' | 'unreachable' | 'postponed' | 'refused' | 'vanished' | 'stopped';

/** The name of the lock that is held while a record's create is on its way. */
export const createLock = (key: string) => `outbox.create.${key}`;

/**
 * Takes a record forward until it is sent, cannot go on, or one object is stored (so that a newer
 * request's text need not wait for this one's pictures). Every step is in the store before the next.
 */
export async function deliverRecord(
  deps: RecordDeps,
  start: PendingRequest,
): Promise<RecordOutcome> {
  const { store, emit } = deps;
  // One object at most is sent before this pauses: its bytes are read once, however many chunks it takes.
  let read: ArrayBuffer | undefined;
  const bytes = async (at: ObjectPlace) => (read ??= await store.bytes(start.key, at));
  const steps = { ...deps, bytes, chunkSize: FIRST_CHUNK };
  let record = forgetOffsets(start);
  for (;;) {
    const action = nextStep(record);
    if (action.type === 'rest') return 'refused';
    if (action.type === 'finish') {
      const { key, id } = record;
      const sent = await store.finish(key, record.revision, { key, id, sentAt: deps.now() });
      if (sent) emit({ type: 'sent', key, id });
      return sent ? 'sent' : 'vanished';
    }
    const taken = await take(steps, record, action);
    if (typeof taken === 'string') return taken;
    report(emit, record, taken);
    const outcome = outcomeOf(record, taken);
    if (outcome) return outcome;
    record = taken.record;
  }
}

interface Taken {
  record: PendingRequest;
  result: StepResult;
}

type StopReason = 'vanished' | 'stopped';

async function take(
  deps: RecordDeps & StepDeps,
  record: PendingRequest,
  action: Exclude<DeliveryAction, { type: 'finish' | 'rest' }>,
): Promise<Taken | StopReason> {
  if (action.type === 'prepare') return prepare(deps, record, action);
  if (action.type !== 'create') return perform(deps, record, action);
  // Whoever wants to delete the record waits for this lock, and so for the create's answer.
  return deps.exclusively(createLock(record.key), async () => {
    const counted = await countTry(deps, record);
    return counted ? perform(deps, counted, action) : 'vanished';
  });
}

const countTry = (deps: RecordDeps, record: PendingRequest) =>
  keep(deps, { ...record, tries: record.tries + 1 }, record.revision);

async function perform(
  deps: RecordDeps & StepDeps,
  record: PendingRequest,
  action: ServerAction,
): Promise<Taken | StopReason> {
  const { now, random, signal } = deps;
  if (signal?.aborted) return 'stopped';
  const started = now();
  const result = await performStep(action, deps);
  if (signal?.aborted && result.type === 'failed') return 'stopped';
  if (action.type === 'send' && result.type === 'acknowledged') {
    deps.chunkSize = adaptChunk(deps.chunkSize, now() - started);
  }
  const next = advance(record, result, { now: now(), random });
  // After the last step the receipt is written at once, which says the same and more.
  const kept = next.step === 'done' ? next : await keep(deps, next, record.revision);
  return kept ? { record: kept, result } : 'vanished';
}

/**
 * An image that workers have died over so often is a page's: WebKit has ended workers whose process
 * has no page when they decode or encode (its bugs 314690, 318403). Once may have been chance.
 */
const WORKER_TRIES = 2;

/** Prepares one image; the record and the prepared bytes are written together. */
async function prepare(
  deps: RecordDeps,
  start: PendingRequest,
  { index, chosen }: Extract<DeliveryAction, { type: 'prepare' }>,
): Promise<Taken | StopReason> {
  const { store, now, random, signal, isPage } = deps;
  let record = start;
  const step = async (
    result: StepResult,
    prepared?: NewlyPrepared,
  ): Promise<Taken | StopReason> => {
    const next = { ...advance(record, result, { now: now(), random }), tries: 0 };
    const kept = await keep(deps, next, record.revision, prepared);
    return kept ? { record: kept, result } : 'vanished';
  };
  try {
    if (!isPage) {
      if (record.tries >= WORKER_TRIES) return await step({ type: 'undecoded' });
      const counted = await countTry(deps, record);
      if (!counted) return 'vanished';
      record = counted;
    }
    const file = await store.file(chosen);
    const done: Preparation = file
      ? await deps.prepareImage(file)
      : { type: 'unusable', message: 'An image of this request is no longer on this device.' };
    if (signal?.aborted) return 'stopped';
    if (done.type !== 'prepared') return await step(done);
    const { image } = done;
    return await step(
      { type: 'prepared', index, image: sized(image), thumb: sized(image.thumb) },
      { index, chosen, image },
    );
  } catch {
    // The disk may answer, or have room, the next time; the text has arrived already, and others go on.
    return step({ type: 'failed', failure: { kind: 'retry' } });
  }
}

const sized = ({ type, bytes }: { type: string; bytes: ArrayBuffer }) => ({
  type,
  size: bytes.byteLength,
});

/** Writes a record under a new revision; undefined when somebody else has changed it. */
async function keep(
  { store, newKey }: RecordDeps,
  record: PendingRequest,
  expected: string,
  prepared?: NewlyPrepared,
): Promise<PendingRequest | undefined> {
  const stamped = { ...record, revision: newKey() };
  return (await store.update(stamped, expected, prepared)) ? stamped : undefined;
}

function report(emit: RecordDeps['emit'], before: PendingRequest, { record, result }: Taken): void {
  const { key, id, notBefore, needsAttention, attempts } = record;
  if (result.type === 'created') emit({ type: 'created', key, id });
  if (result.type === 'undecoded') emit({ type: 'undecoded', key });
  if (record.images.length > 0 && record.step !== 'create') {
    const progress = progressOf(record);
    // A failure forgets what only the server knows; the bar must not jump back for that.
    const isStep = result.type !== 'failed' && result.type !== 'undecoded';
    if (isStep) emit({ type: 'progress', key, progress });
  }
  if (needsAttention) emit({ type: 'refused', key, attention: needsAttention });
  else if (attempts > before.attempts) emit({ type: 'postponed', key, notBefore });
}

/** Whether to go on with this record: a fresh id or name is tried at once, a failed try waits. */
function outcomeOf(before: PendingRequest, { record, result }: Taken): RecordOutcome | undefined {
  if (record.needsAttention) return 'refused';
  if (result.type === 'undecoded') return 'postponed';
  if (result.type === 'stored' || result.type === 'created') return 'paused';
  if (result.type !== 'failed' || record.attempts === before.attempts) return undefined;
  return result.failure.kind === 'unreachable' ? 'unreachable' : 'postponed';
}
