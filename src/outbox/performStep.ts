import { classify, classifySession, type Failure } from '../domain/answers';
import type { DeliveryAction, ObjectPlace, StepResult } from '../domain/delivery';
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
  /** The bytes of one object; undefined when this device has lost them. */
  bytes(at: ObjectPlace): Promise<ArrayBuffer | undefined>;
  /** Bytes of the next chunk: a multiple of 256 KiB. */
  chunkSize: number;
}

/** A step that talks to the server. */
export type ServerAction = Exclude<DeliveryAction, { type: 'prepare' | 'finish' | 'rest' }>;
type UploadAction = Extract<DeliveryAction, { type: 'query' | 'send' }>;

/** Does what `nextStep` says and tells what came of it; never rejects for what the network does. */
export async function performStep(action: ServerAction, deps: StepDeps): Promise<StepResult> {
  const { config } = deps;
  const options = { signal: deps.signal, fetch: deps.fetch };
  switch (action.type) {
    case 'create': {
      const answer = await createRequest(config, action.id, action.fields, options);
      return committed(answer, { type: 'created' });
    }
    case 'attach': {
      const answer = await attachFiles(config, action.id, action.files, options);
      return committed(answer, { type: 'attached' });
    }
    case 'start': {
      const { folder, contentType, size } = action;
      const object = `${folder}/${newRandomId(deps.random)}.${extensionOf(contentType) ?? 'jpg'}`;
      const answer = await startUpload(config, { object, contentType, size }, options);
      const session = answer && sessionOf(config, answer);
      if (session !== undefined) return { type: 'started', object, session };
      return failure(answer && classify(answer));
    }
    case 'query':
      if (!isOwnSession(config, action.session)) return failure({ kind: 'gone' });
      return uploaded(action, await queryUpload(action.session, options), config);
    case 'send':
      if (!isOwnSession(config, action.session)) return failure({ kind: 'gone' });
      return sendNext(action, deps);
  }
}

async function sendNext(
  action: Extract<DeliveryAction, { type: 'send' }>,
  deps: StepDeps,
): Promise<StepResult> {
  const { at, offset, size, session } = action;
  const bytes = await deps.bytes(at).catch(() => null);
  // The disk may answer next time; the text is with the business already, and others go on.
  if (bytes === null) return failure({ kind: 'retry' });
  if (!(bytes instanceof ArrayBuffer) || bytes.byteLength !== size) {
    const message = 'A picture of this request is no longer on this device.';
    return failure({ kind: 'refused', status: 0, message });
  }
  const end = Math.min(size, offset + deps.chunkSize);
  const chunk = new Uint8Array(bytes, offset, end - offset);
  const last = end === size;
  const options = { signal: deps.signal, fetch: deps.fetch };
  const answer = await sendChunk(session, { chunk, offset, last }, options);
  const result = uploaded(action, answer, deps.config, end);
  const stuck = result.type === 'acknowledged' && result.offset <= offset;
  return stuck ? failure({ kind: 'retry' }) : result;
}

function committed(answer: HttpAnswer | undefined, success: StepResult): StepResult {
  return answer && isCommitted(answer, 1) ? success : failure(answer && classify(answer));
}

function uploaded(
  action: UploadAction,
  answer: HttpAnswer | undefined,
  config: BackendConfig,
  reached?: number,
): StepResult {
  const state = answer && stateOf(config, action, answer, reached);
  if (!state) return failure(answer && classifySession(answer));
  switch (state.type) {
    case 'active':
      return { type: 'acknowledged', offset: state.offset };
    case 'final':
      return { type: 'stored', url: state.url };
    case 'lost':
      return failure({ kind: 'gone' });
  }
}

function failure(what: Failure | undefined): StepResult {
  return { type: 'failed', failure: what ?? { kind: 'unreachable' } };
}

const SMALLEST = UPLOAD_CHUNK_UNIT;
const LARGEST = 4 * UPLOAD_CHUNK_UNIT;

/** The next chunk's size after one of `size` bytes took `milliseconds`: about a second or two each. */
export function adaptChunk(size: number, milliseconds: number): number {
  if (milliseconds < 1_000) return Math.min(size * 2, LARGEST);
  if (milliseconds > 4_000) return Math.max(size / 2, SMALLEST);
  return size;
}

export const FIRST_CHUNK = SMALLEST;
