/**
 * The upload of one object, a visitor's or an owner's, until it is stored. Its state is JSON that whoever uploads
 * keeps, so that the next try goes on where this one ended. Each name gets one object only: what may be stored although
 * no answer said so is asked for first.
 */
import { UPLOAD_CHUNK_UNIT } from '../../domain/constants';
import type { BackendConfig } from '../config';
import type { Failure } from './answerMeaning';
import { without, type CallOptions } from './httpCall';
import {
  findObject,
  queryUpload,
  sendChunk,
  startUpload,
  uploadWhole,
  type SessionAnswer,
  type UploadOptions,
  type WantedObject,
} from './uploadCalls';
import type { UploadLine } from './uploadLine';

/** How far the upload of an object is. A new one has its type and its size in bytes. */
export interface ObjectState {
  type: string;
  size: number;
  /** The address of its resumable session, kept before the first byte is sent. */
  session?: string;
  /** The most bytes that any of its sessions has acknowledged. For screens only: an upload asks the session. */
  offset?: number;
  /** The download address, once the object is stored. */
  url?: string;
  /** `unknown`: it may be stored although no answer said so. `absent`: Storage was asked and did not have it. */
  presence?: 'unknown' | 'absent';
  /** How many of its sessions were lost. Each new session starts at the first byte. */
  restarts?: number;
  /** How often the rules have refused the whole object. */
  refusals?: number;
}

export interface ObjectUpload {
  config: BackendConfig;
  /** The whole name of the object in the bucket. */
  object: string;
  cacheControl?: string;
  /** The state as it was kept last; undefined when the object is not wanted any more. */
  state(): ObjectState | undefined;
  /** Keeps a changed state. `isProgress`: bytes have arrived that had not before. */
  change(make: (state: ObjectState) => ObjectState, isProgress?: boolean): Promise<void>;
  /** The bytes of the object; undefined when they are lost. */
  bytes(): Promise<ArrayBuffer | undefined>;
  /** Called before each call. Whatever it throws ends the upload. */
  giveWay(): Promise<void>;
  /** The header of an owner's calls, asked for before each, because a token lasts an hour. */
  authorization?: () => Promise<string>;
  line: UploadLine;
  /** `signal` breaks the running call off; `giveWay` then says why. */
  options?: CallOptions;
}

export type UploadEnd =
  | Failure
  /** So many sessions were lost. The next try opens another one. */
  | { type: 'lost'; restarts: number }
  /** The bytes are lost, or not those that were announced. */
  | { type: 'noBytes' };

/** After so many refusals of a whole object it is given up. */
export const MAX_REFUSALS = 3;

/** The end when the rules have refused an object each time all of its bytes had arrived. */
export const REFUSED_WHOLE = {
  type: 'refused',
  status: 403,
  message: 'A picture was refused after all of it had arrived.',
} as const;

/** Uploads an object until it is stored or not wanted any more. Resolves to the reason if it ends before that. */
export async function uploadObject(upload: ObjectUpload): Promise<UploadEnd | undefined> {
  for (;;) {
    const state = upload.state();
    if (!state || state.url !== undefined) return undefined;
    const { presence, refusals = 0 } = state;
    if (presence === 'absent' && refusals >= MAX_REFUSALS) return REFUSED_WHOLE;
    const end = presence === 'unknown' ? await checkStored(upload) : await send(upload, state);
    if (end) return end;
  }
}

async function send(
  upload: ObjectUpload,
  { session, size }: ObjectState,
): Promise<UploadEnd | undefined> {
  const bytes = await upload.bytes();
  if (bytes?.byteLength !== size) return { type: 'noBytes' };
  if (session !== undefined) return sendChunks(upload, bytes, session);
  return size <= UPLOAD_CHUNK_UNIT ? sendWhole(upload, bytes) : openSession(upload, bytes);
}

async function inTurn<A extends { type: string }>(
  { line, giveWay, authorization, options }: ObjectUpload,
  bytes: number,
  call: (options: UploadOptions) => Promise<A>,
): Promise<A | { type: 'unreachable' }> {
  const signal = options?.signal;
  const answer = await line.inTurn(
    bytes,
    async (limit) => {
      await giveWay();
      return call({ ...options, authorization: await authorization?.(), timeout: limit });
    },
    signal,
  );
  if (signal?.aborted) await giveWay();
  return answer;
}

/** Asks Storage whether the object is stored: a finished session looks like a lost one, and an answer may be lost. */
async function checkStored(upload: ObjectUpload): Promise<UploadEnd | undefined> {
  const { config, object } = upload;
  const answer = await inTurn(upload, 0, (options) => findObject(config, object, options));
  if (answer.type === 'stored') return noteStored(upload, answer.url);
  if (answer.type !== 'missing') return answer;
  await upload.change((state) => ({ ...state, presence: 'absent' }));
  const { restarts = 0, refusals = 0 } = upload.state() ?? {};
  return restarts < 2 || refusals >= MAX_REFUSALS ? undefined : { type: 'lost', restarts };
}

/** Sends all bytes in one request. From then on the object may be stored. */
async function sendWhole(upload: ObjectUpload, bytes: ArrayBuffer): Promise<UploadEnd | undefined> {
  const answer = await inTurn(upload, bytes.byteLength, async (options) => {
    await upload.change((state) => ({ ...state, presence: 'unknown' }));
    return uploadWhole(upload.config, wantedOf(upload), bytes, options);
  });
  if (answer.type === 'stored') return noteStored(upload, answer.url);
  // It is also refused when it is stored already.
  return answer.type === 'refused' ? noteLost(upload, true) : answer;
}

/** Opens a session and sends in it. Its address is kept before the first byte is sent. */
async function openSession(
  upload: ObjectUpload,
  bytes: ArrayBuffer,
): Promise<UploadEnd | undefined> {
  const { config } = upload;
  const presence = upload.state()?.presence;
  const wanted = { ...wantedOf(upload), size: bytes.byteLength };
  const answer = await inTurn(upload, 0, (options) => startUpload(config, wanted, options));
  if (answer.type === 'started') {
    const { session } = answer;
    await upload.change((state) => ({ ...without(state, 'presence'), session }));
    return sendChunks(upload, bytes, session, 0);
  }
  // A session is also refused when the object is already stored, but the answer that said so was lost.
  if (answer.type !== 'refused' || presence !== undefined) return answer;
  await upload.change((state) => ({ ...state, presence: 'unknown' }));
  return undefined;
}

/**
 * Sends the bytes that the session does not have, until the object is stored or the session is over. `from` is the
 * offset of a session that was just opened; any other session is asked for its offset.
 */
async function sendChunks(
  upload: ObjectUpload,
  bytes: ArrayBuffer,
  session: string,
  from?: number,
): Promise<UploadEnd | undefined> {
  const running = { object: upload.object, size: bytes.byteLength, session };
  let offset = from;
  /** The offset at which the session has last refused bytes. */
  let refusedAt = -1;
  for (;;) {
    const answer = await sendOrAsk(upload, running, bytes, offset);
    switch (answer.type) {
      case 'stored':
        return noteStored(upload, answer.url);
      case 'gone':
        return noteLost(upload, answer.isRefused);
      case 'active':
        // A session that takes bytes and does not move is tried again later.
        if (offset !== undefined && answer.offset <= offset) return { type: 'retry' };
        ({ offset } = answer);
        await noteOffset(upload, offset);
        break;
      case 'refused':
        // The session may have more bytes than it said: browsers and proxies repeat a cut request by themselves, and
        // the answer is about the copy. One that refuses what it has asked for is lost.
        if (offset === undefined || offset <= refusedAt) return noteLost(upload);
        refusedAt = offset;
        offset = undefined;
        break;
      default:
        return answer;
    }
  }
}

function sendOrAsk(
  upload: ObjectUpload,
  running: { object: string; size: number; session: string },
  bytes: ArrayBuffer,
  offset: number | undefined,
): Promise<SessionAnswer> {
  const { config, line } = upload;
  if (offset === undefined) {
    return inTurn(upload, 0, (options) => queryUpload(config, running, options));
  }
  const length = Math.min(running.size - offset, line.chunkBytes());
  const chunk = new Uint8Array(bytes, offset, length);
  return inTurn(upload, length, (options) =>
    sendChunk(config, running, { chunk, offset }, options),
  );
}

function wantedOf({ object, cacheControl, state }: ObjectUpload) {
  return { object, cacheControl, contentType: state()?.type ?? '' } satisfies WantedObject;
}

/**
 * Keeps how many bytes the session has, also when none are new: screens see that it goes on. The number never falls.
 */
async function noteOffset(upload: ObjectUpload, offset: number) {
  const { offset: before = 0 } = upload.state() ?? {};
  const most = Math.max(offset, before);
  await upload.change((state) => ({ ...state, offset: most }), offset > before);
}

async function noteStored(upload: ObjectUpload, url: string) {
  const stored = (state: ObjectState) => without(state, 'restarts', 'refusals', 'presence');
  await upload.change((state) => ({ ...stored(state), url }), true);
  return undefined;
}

/** Keeps that a session cannot be used any more. Whether it has stored the object is asked next. */
async function noteLost(upload: ObjectUpload, isRefused = false) {
  await upload.change((state) => ({
    ...without(state, 'session'),
    presence: 'unknown',
    restarts: (state.restarts ?? 0) + 1,
    ...(isRefused && { refusals: (state.refusals ?? 0) + 1 }),
  }));
  return undefined;
}
