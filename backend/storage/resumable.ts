/**
 * Resumable uploads as Firebase Storage speaks them (Google's X-Goog-Upload protocol; the client side
 * is `createResumableUpload`, `getResumableUploadStatus` and `continueResumableUpload` in
 * @firebase/storage, src/implementation/requests.ts). Unlike the official emulator, offsets are
 * checked, and the bytes of a chunk whose connection broke are kept as far as they arrived.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { eachPart, header, readBody, sendJson } from '../http';
import type { Access } from './access';
import { StorageError, badRequest } from './errors';
import { parseSettings, toMetadata } from './metadata';
import { NO_SETTINGS, type ObjectSettings, type ObjectStore } from './objects';
import type { UploadSession, UploadSessions } from './sessions';

/** Bytes; every chunk but the last is a multiple of it. */
const GRANULARITY = 256 * 1024;
const MAX_METADATA_BYTES = 64 * 1024;

const COMMANDS = ['query', 'upload', 'finalize', 'upload, finalize', 'cancel'] as const;
type Command = (typeof COMMANDS)[number];

export interface ResumableOptions {
  objects: ObjectStore;
  sessions: UploadSessions;
  access: Access;
}

export function createResumableUploads({ objects, sessions, access }: ResumableOptions) {
  // The connection that may append to a session: a newer command takes it over from a hanging one.
  const writers = new Map<string, IncomingMessage>();

  async function start(req: IncomingMessage, res: ServerResponse, name: string): Promise<void> {
    const declared = parseSettings((await readBody(req, MAX_METADATA_BYTES)).toString('utf8'));
    const settings: ObjectSettings = { ...NO_SETTINGS, ...declared };
    settings.contentType ??= header(req, 'x-goog-upload-header-content-type') ?? null;
    const declaredSize = wholeNumber(req, 'x-goog-upload-header-content-length');
    access.askCreate(req, name, settings, declaredSize ?? 0);
    const session = sessions.start({ name, settings, declaredSize });
    const query = new URLSearchParams({
      name,
      upload_id: session.id,
      upload_protocol: 'resumable',
    });
    const url = `http://${header(req, 'host')}/v0/b/${objects.bucket}/o?${query}`;
    res.setHeader('X-Goog-Upload-URL', url);
    res.setHeader('X-Goog-Upload-Control-URL', url);
    res.setHeader('X-Goog-Upload-Chunk-Granularity', String(GRANULARITY));
    res.setHeader('X-Goog-Upload-Status', 'active');
    res.writeHead(200, { 'Content-Length': 0 }).end();
  }

  /** Any later command, addressed by the session's `upload_id`. */
  async function command(req: IncomingMessage, res: ServerResponse, id: string): Promise<void> {
    const name = parseCommand(req);
    const session = sessions.find(id);
    if (!session || session.state === 'cancelled') {
      throw new StorageError(404, 'Not Found.', { 'X-Goog-Upload-Status': 'cancelled' });
    }
    takeOver(session, req);
    if (name === 'query') return answerQuery(res, session);
    if (session.state === 'final') return answerFinished(req, res, session);
    if (name === 'cancel') return cancel(res, session);
    checkOffset(req, session);
    if (name !== 'finalize') await receive(req, session, name === 'upload');
    if (name === 'upload') return answerActive(res, session);
    finalize(req, res, session);
  }

  function takeOver(session: UploadSession, req: IncomingMessage): void {
    const previous = writers.get(session.id);
    if (previous && !previous.complete) previous.destroy();
    writers.set(session.id, req);
    req.once('close', () => {
      if (writers.get(session.id) === req) writers.delete(session.id);
    });
  }

  function checkOffset(req: IncomingMessage, session: UploadSession): void {
    const offset = wholeNumber(req, 'x-goog-upload-offset');
    const received = sessions.received(session);
    if (offset === received) return;
    throw badRequest(
      `The upload offset ${offset ?? 'is missing'} does not match the ${received} bytes received.`,
      progress(received),
    );
  }

  /** Appends the body as it arrives; resolves at its end, rejects when the connection broke. */
  async function receive(req: IncomingMessage, session: UploadSession, more: boolean) {
    const length = wholeNumber(req, 'content-length');
    const before = sessions.received(session);
    if (length !== null) checkLength(session, before, length, more);
    await eachPart(req, (bytes) => {
      if (writers.get(session.id) === req) objects.blobs.append(session.blob, bytes);
    });
    if (length === null) checkLength(session, before, sessions.received(session) - before, more);
  }

  function checkLength(session: UploadSession, before: number, count: number, more: boolean): void {
    if (more && count % GRANULARITY !== 0) {
      throw badRequest(
        `A chunk of ${count} bytes is no multiple of ${GRANULARITY}.`,
        progress(sessions.received(session)),
      );
    }
    if (session.declaredSize !== null && before + count > session.declaredSize) {
      throw badRequest(
        `More bytes than the ${session.declaredSize} that were declared.`,
        progress(sessions.received(session)),
      );
    }
  }

  function finalize(req: IncomingMessage, res: ServerResponse, session: UploadSession): void {
    const size = sessions.received(session);
    if (session.declaredSize !== null && size !== session.declaredSize) {
      throw badRequest(
        `${size} bytes arrived, ${session.declaredSize} were declared.`,
        progress(size),
      );
    }
    try {
      access.askCreate(req, session.name, session.settings, size);
    } catch (error) {
      // The service ends a session that it refuses; there is nothing to resume.
      objects.blobs.remove(session.blob);
      sessions.save({ ...session, state: 'cancelled' });
      throw error instanceof StorageError
        ? new StorageError(error.status, error.message, { 'X-Goog-Upload-Status': 'final' })
        : error;
    }
    const object = objects.adopt(session.name, session.blob, session.settings);
    const metadata = toMetadata(object);
    sessions.save({ ...session, state: 'final', result: { metadata, size } });
    answerMetadata(res, metadata, size);
  }

  function answerQuery(res: ServerResponse, session: UploadSession): void {
    if (session.result) return answerMetadata(res, session.result.metadata, session.result.size);
    answerActive(res, session);
  }

  function answerActive(res: ServerResponse, session: UploadSession): void {
    res.writeHead(200, { ...progress(sessions.received(session)), 'Content-Length': 0 }).end();
  }

  /** A finalize whose answer was lost may be repeated; anything else came too late. */
  function answerFinished(req: IncomingMessage, res: ServerResponse, session: UploadSession): void {
    const { metadata, size } = session.result!;
    if (
      wholeNumber(req, 'x-goog-upload-offset') === size &&
      header(req, 'content-length') === '0'
    ) {
      return answerMetadata(res, metadata, size);
    }
    throw badRequest('The upload is already finalized.', progress(size, 'final'));
  }

  function cancel(res: ServerResponse, session: UploadSession): void {
    objects.blobs.remove(session.blob);
    sessions.save({ ...session, state: 'cancelled' });
    res.writeHead(200, { 'X-Goog-Upload-Status': 'cancelled', 'Content-Length': 0 }).end();
  }

  return { start, command };
}

function answerMetadata(res: ServerResponse, metadata: unknown, size: number): void {
  for (const [name, value] of Object.entries(progress(size, 'final'))) res.setHeader(name, value);
  sendJson(res, 200, metadata);
}

function progress(received: number, status = 'active'): Record<string, string> {
  return {
    'X-Goog-Upload-Status': status,
    'X-Goog-Upload-Size-Received': String(received),
    'X-Goog-Upload-Chunk-Granularity': String(GRANULARITY),
  };
}

function parseCommand(req: IncomingMessage): Command {
  const text = (header(req, 'x-goog-upload-command') ?? '')
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .join(', ');
  const command = COMMANDS.find((known) => known === text);
  if (!command) throw badRequest(`Unknown X-Goog-Upload-Command "${text}".`);
  return command;
}

function wholeNumber(req: IncomingMessage, name: string): number | null {
  const text = header(req, name);
  if (text === undefined) return null;
  if (!/^\d{1,15}$/.test(text)) throw badRequest(`${name} is not a number.`);
  return Number(text);
}
