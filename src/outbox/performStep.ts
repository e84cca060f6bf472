import { classify, classifySession, type Failure } from './answers';
import type { PendingRequest } from './record';
import { filesOf, objectAt, type ObjectPlace, type StepResult } from './steps';
import { newRandomId, type RandomInteger } from '../domain/ids';
import { UPLOAD_CHUNK_UNIT } from '../domain/constants';
import { extensionOf } from '../domain/validation';
import type { BackendConfig } from '../firebase/config';
import { isCommitted } from '../firebase/rest/firestore';
import type { CallOptions, HttpAnswer } from '../firebase/rest/http';
import { attachFiles, createRequest } from '../firebase/rest/requests';
import {
  isOwnSession,
  queryUpload,
  sendChunk,
  sessionOf,
  startUpload,
  stateOf,
} from '../firebase/rest/storage';

/** What talking to the backend needs. */
export interface StepDeps extends CallOptions {
  config: BackendConfig;
  random: RandomInteger;
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
  { config, signal, fetch }: StepDeps,
): Promise<StepResult> {
  const answer = await (type === 'create'
    ? createRequest(config, record, { signal, fetch })
    : attachFiles(config, { id: record.id, files: filesOf(record) }, { signal, fetch }));
  if (!answer || !isCommitted(answer, 1)) return unexpected(answer);
  return { type: type === 'create' ? 'created' : 'attached' };
}

/** Takes the upload of one object a step further: its session, the server's offset, or a chunk. */
export async function uploadStep(
  record: PendingRequest,
  at: ObjectPlace,
  deps: StepDeps,
): Promise<StepResult> {
  const { config, signal, fetch, random } = deps;
  const { type, size, object, session, offset } = objectAt(record, at);
  if (object === undefined || session === undefined) {
    const name = `requests/${record.id}/${newRandomId(random)}.${extensionOf(type) ?? 'jpg'}`;
    const start = { object: name, contentType: type, size };
    const answer = await startUpload(config, start, { signal, fetch });
    const started = answer && sessionOf(config, answer);
    return started ? { type: 'started', object: name, session: started } : unexpected(answer);
  }
  if (!isOwnSession(config, session)) return GONE;
  if (offset === undefined) {
    return uploaded(config, { object, size }, await queryUpload(session, { signal, fetch }));
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
  if (!(bytes instanceof ArrayBuffer) || bytes.byteLength !== size) {
    const message = 'An image of this request is no longer on this device.';
    return failed({ kind: 'refused', status: 0, message });
  }
  const end = Math.min(size, offset + deps.chunkSize);
  const chunk = new Uint8Array(bytes, offset, end - offset);
  const { config, signal, fetch, now } = deps;
  const started = now();
  const answer = await sendChunk(session, { chunk, offset, last: end === size }, { signal, fetch });
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
    case 'lost':
      return GONE;
  }
}

const unexpected = (answer: HttpAnswer | undefined, meaningOf = classify) =>
  failed(answer ? meaningOf(answer) : { kind: 'unreachable' });

/** The next chunk's size after one of `size` bytes took `milliseconds`: about a second or two each. */
export function adaptChunk(size: number, milliseconds: number): number {
  if (milliseconds < 1_000) return Math.min(size * 2, LARGEST_CHUNK);
  if (milliseconds > 4_000) return Math.max(size / 2, SMALLEST_CHUNK);
  return size;
}
