import { objectAt, type ObjectPlace } from './objects';
import { classify, classifySession, type Failure } from './answers';
import type { PendingRequest } from './record';
import { fieldsToSend, filesOf, pathOf, type StepResult } from './steps';
import { MAX_HONEYPOT, UPLOAD_CHUNK_UNIT } from '../domain/constants';
import type { BackendConfig } from '../firebase/config';
import { isCommitted } from '../firebase/rest/firestore';
import { isOk, type Fetch, type HttpAnswer } from '../firebase/rest/http';
import {
  ATTACH_WRITES,
  askForReceipt,
  attachFiles,
  createRequest,
  receiptIn,
  REQUEST_WRITES,
} from '../firebase/rest/requests';
import {
  downloadUrl,
  getMetadata,
  isOwnSession,
  queryUpload,
  sendChunk,
  sessionOf,
  startUpload,
  stateOf,
} from '../firebase/rest/storage';

/** What talking to the backend needs. */
export interface StepDeps {
  config: BackendConfig;
  fetch?: Fetch;
  /** Milliseconds since 1970. */
  now: () => number;
  /** The bytes of one object; undefined when this device has lost them. */
  bytes(at: ObjectPlace): Promise<ArrayBuffer | undefined>;
  /** Bytes of the next chunk: a multiple of 256 KiB, by how long the last one took. */
  chunkSize: number;
}

export const SMALLEST_CHUNK = UPLOAD_CHUNK_UNIT;
const LARGEST_CHUNK = 4 * UPLOAD_CHUNK_UNIT;

const failed = (failure: Failure): StepResult => ({ type: 'failed', failure });
const GONE = failed({ kind: 'gone' });

/** Creates the document or attaches its files; never rejects for what the network does. */
export async function commitStep(
  type: 'create' | 'attach',
  record: PendingRequest,
  { config, fetch }: StepDeps,
): Promise<StepResult> {
  const { id, images, receipt } = record;
  if (type === 'attach') {
    const attach = { id, files: filesOf(record), receipt };
    const answer = await attachFiles(config, attach, { fetch });
    return answer && isCommitted(answer, ATTACH_WRITES) ? { type: 'attached' } : unexpected(answer);
  }
  const { honeypot, seconds } = record.signals ?? { honeypot: '', seconds: 0 };
  const ticket = {
    honeypot: honeypot.slice(0, MAX_HONEYPOT),
    seconds: Math.round(seconds),
    images: images.map(({ image }) => image.name),
    thumbs: images.map(({ thumb }) => thumb.name),
  };
  const answer = await createRequest(
    config,
    { id, fields: fieldsToSend(record), ticket, receipt },
    { fetch },
  );
  if (!answer || !isCommitted(answer, REQUEST_WRITES)) return unexpected(answer);
  return { type: 'created', id };
}

/** Asks whether the commit has arrived that was not answered, or was refused. */
export async function receiptStep(
  { step, receipt }: PendingRequest,
  { config, fetch }: StepDeps,
): Promise<StepResult> {
  const answer = await askForReceipt(config, receipt, { fetch });
  const found = receiptIn(answer);
  if (found && step === 'create') return { type: 'created', id: found.id };
  if (found) return { type: found.attached ? 'attached' : 'notCommitted' };
  if (isMissing(answer)) return { type: 'notCommitted' };
  const failure = failureOf(answer);
  // Nothing is known of the commit: whatever is in the way, it has to go first.
  return failed(failure.kind === 'refused' ? { kind: 'retry' } : failure);
}

/** Takes the upload of one object a step further: whether it is there, its session, its offset, or a chunk. */
export async function uploadStep(
  record: PendingRequest,
  at: ObjectPlace,
  deps: StepDeps,
): Promise<StepResult> {
  const { config, fetch } = deps;
  const { type, size, session, offset, presence } = objectAt(record, at);
  const object = pathOf(record, objectAt(record, at));
  if (presence === 'unknown') {
    const answer = await getMetadata(config, object, { fetch });
    const url = answer && isOk(answer) ? downloadUrl(config, object, answer) : undefined;
    if (url !== undefined) return { type: 'stored', url };
    return isMissing(answer) ? { type: 'absent' } : unexpected(answer);
  }
  if (session === undefined) {
    const start = { object, contentType: type, size };
    const answer = await startUpload(config, start, { fetch });
    const started = answer && sessionOf(config, answer);
    return started ? { type: 'started', session: started } : unexpected(answer);
  }
  if (!isOwnSession(config, session)) return GONE;
  if (offset === undefined) {
    return uploaded(config, { object, size }, await queryUpload(session, { fetch }));
  }
  return sendNext({ object, session, offset, size }, at, deps);
}

/** An object whose session has `offset` of its `size` bytes. */
interface RunningUpload {
  object: string;
  session: string;
  offset: number;
  size: number;
}

async function sendNext(
  { object, session, offset, size }: RunningUpload,
  at: ObjectPlace,
  deps: StepDeps,
): Promise<StepResult> {
  const bytes = await deps.bytes(at).catch(() => null);
  // The disk may answer next time; the text is with the business already, and others go on.
  if (bytes === null) return failed({ kind: 'retry' });
  if (!(bytes instanceof ArrayBuffer) || bytes.byteLength !== size) return { type: 'unusable' };
  const end = Math.min(size, offset + deps.chunkSize);
  const chunk = new Uint8Array(bytes, offset, end - offset);
  const { config, fetch, now } = deps;
  const started = now();
  const answer = await sendChunk(session, { chunk, offset, last: end === size }, { fetch });
  const result = uploaded(config, { object, size }, answer, end);
  if (result.type !== 'acknowledged') return result;
  if (result.offset <= offset) return failed({ kind: 'retry' });
  deps.chunkSize = adaptChunk(deps.chunkSize, now() - started);
  return result;
}

function uploaded(
  config: BackendConfig,
  object: { object: string; size: number },
  answer: HttpAnswer | undefined,
  reached?: number,
): StepResult {
  const state = answer && stateOf(config, object, answer, reached);
  switch (state?.type) {
    case undefined:
      return unexpected(answer, classifySession);
    case 'active':
      return { type: 'acknowledged', offset: state.offset };
    case 'final':
      return { type: 'stored', url: state.url };
    case 'gone':
      return GONE;
  }
}

const failureOf = (answer: HttpAnswer | undefined, meaningOf = classify): Failure =>
  answer ? meaningOf(answer) : { kind: 'unreachable' };

const unexpected = (answer: HttpAnswer | undefined, meaningOf = classify) =>
  failed(failureOf(answer, meaningOf));

/** A definite 404: what was asked for is not there. */
function isMissing(answer: HttpAnswer | undefined): boolean {
  const failure = failureOf(answer);
  return failure.kind === 'refused' && failure.status === 404;
}

/** The next chunk's size after one of `size` bytes took `milliseconds`: about a second or two each. */
export function adaptChunk(size: number, milliseconds: number): number {
  if (milliseconds < 1_000) return Math.min(size * 2, LARGEST_CHUNK);
  if (milliseconds > 4_000) return Math.max(size / 2, SMALLEST_CHUNK);
  return size;
}
