/**
 * Resumable uploads with Firebase Storage's protocol (Google's X-Goog-Upload protocol; the client side is
 * `createResumableUpload`, `getResumableUploadStatus` and `continueResumableUpload` in @firebase/storage,
 * src/implementation/requests.ts). Every answer has the header `X-Goog-Upload-Status`. Three differences from the
 * official emulator:
 * - Offsets are checked.
 * - If the connection breaks in a chunk, the whole units of `GRANULARITY` that arrived are kept: Google's clients are
 *   told to count on no more.
 * - A session that has ended cannot be used again (firebase-android-sdk #435, "The server has terminated the upload
 *   session").
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { eachPart, header, readBody, sendJson } from '../httpHelpers';
import type { Access } from './storageAccess';
import { badRequest, notFound, StorageError } from './storageErrors';
import { parseSettings, toMetadata } from './metadata';
import { NO_SETTINGS, type ObjectSettings, type ObjectStore } from './objectStore';
import type { UploadSession, UploadSessions } from './sessions';

/** Bytes. The size of every chunk but the last is a multiple of this. */
const GRANULARITY = 256 * 1024;
const MAX_METADATA_BYTES = 64 * 1024;

const COMMANDS = ['query', 'upload', 'finalize', 'upload, finalize'] as const;
type Command = (typeof COMMANDS)[number];

export interface ResumableOptions {
  objects: ObjectStore;
  sessions: UploadSessions;
  access: Access;
}

export function createResumableUploads({ objects, sessions, access }: ResumableOptions) {
  const writers = createWriters(objects.blobs);

  async function start(req: IncomingMessage, res: ServerResponse, name: string): Promise<void> {
    const settings = await readSettings(req);
    const declaredSize = wholeNumber(req, 'x-goog-upload-header-content-length');
    access.askCreate(req, name, settings, declaredSize ?? 0);
    const session = sessions.start({ name, settings, declaredSize });
    const url = sessionUrl(req, objects.bucket, session);
    res.setHeader('X-Goog-Upload-URL', url);
    res.setHeader('X-Goog-Upload-Control-URL', url);
    answer(res, 200, session);
  }

  /** Runs any command after the start. `id` is the session's `upload_id`. */
  async function command(req: IncomingMessage, res: ServerResponse, id: string): Promise<void> {
    const session = sessions.find(id);
    if (!session) {
      res.setHeader('X-Goog-Upload-Status', 'cancelled');
      throw notFound();
    }
    try {
      await run(req, res, session);
    } catch (error) {
      setProgress(res, session);
      throw error;
    }
  }

  async function run(req: IncomingMessage, res: ServerResponse, session: UploadSession) {
    const command = parseCommand(req);
    writers.takeOver(session, req);
    // The answer has no metadata, because the SDK requests it separately (task.ts, `_fetchMetadata`).
    if (command === 'query') return answer(res, 200, session);
    if (session.state !== 'active') {
      // This includes a finalize that the client repeats because the answer was lost.
      req.resume();
      return answer(res, 400, session);
    }
    checkOffset(req, sessions.received(session));
    if (command !== 'finalize') await receive(req, session, command !== 'upload');
    if (command === 'upload') return answer(res, 200, session);
    finalize(req, res, session);
  }

  function setProgress(res: ServerResponse, session: UploadSession): void {
    res.setHeader('X-Goog-Upload-Status', session.state);
    res.setHeader('X-Goog-Upload-Size-Received', sessions.received(session));
    res.setHeader('X-Goog-Upload-Chunk-Granularity', GRANULARITY);
  }

  function answer(res: ServerResponse, status: number, session: UploadSession): void {
    setProgress(res, session);
    res.writeHead(status, { 'Content-Length': 0 }).end();
  }

  function end(session: UploadSession): void {
    session.size = sessions.received(session);
    session.state = 'final';
    sessions.save(session);
  }

  /**
   * Appends the body as it arrives, in whole units; what is left over when its end has come. Rejects if the connection
   * breaks. `isLast` is false for a chunk that others follow.
   */
  async function receive(req: IncomingMessage, session: UploadSession, isLast: boolean) {
    const length = wholeNumber(req, 'content-length');
    const before = sessions.received(session);
    if (length !== null) checkLength(session, before, length, isLast);
    const units = writers.unitsOf(session, req);
    await eachPart(req, units.add);
    const count = sessions.received(session) + units.left() - before;
    if (length === null) checkLength(session, before, count, isLast);
    units.end();
  }

  function finalize(req: IncomingMessage, res: ServerResponse, session: UploadSession): void {
    const size = sessions.received(session);
    if (session.declaredSize !== null && size !== session.declaredSize)
      throw badRequest(`${size} bytes arrived, ${session.declaredSize} were declared.`);
    try {
      access.askCreate(req, session.name, session.settings, size);
    } catch (error) {
      // The real service ends a session that the rules refuse, so it cannot be resumed.
      end(session);
      objects.blobs.remove(session.blob);
      throw error;
    }
    const object = objects.adopt(session.name, session.blob, session.settings);
    end(session);
    setProgress(res, session);
    sendJson(res, 200, toMetadata(object));
  }

  return { start, command };
}

/**
 * Says, by session, which connection may append to it. A newer command takes over from an older connection that hangs.
 */
function createWriters(blobs: ObjectStore['blobs']) {
  const writers = new Map<string, IncomingMessage>();
  return {
    takeOver({ id }: UploadSession, req: IncomingMessage): void {
      const previous = writers.get(id);
      if (previous && !previous.complete) previous.destroy();
      writers.set(id, req);
      req.once('close', () => {
        if (writers.get(id) === req) writers.delete(id);
      });
    },
    /** Writes what a request brings in whole units, and what is left at its end. */
    unitsOf({ id, blob }: UploadSession, req: IncomingMessage) {
      let rest = Buffer.alloc(0);
      const write = (count: number) => {
        const mayWrite = (writers.get(id) ?? req) === req;
        if (count > 0 && mayWrite) blobs.append(blob, rest.subarray(0, count));
        rest = rest.subarray(count);
      };
      return {
        add(bytes: Buffer) {
          rest = Buffer.concat([rest, bytes]);
          write(rest.length - (rest.length % GRANULARITY));
        },
        left: () => rest.length,
        end: () => write(rest.length),
      };
    },
  };
}

function sessionUrl(req: IncomingMessage, bucket: string, { id, name }: UploadSession): string {
  const query = new URLSearchParams({ name, upload_id: id, upload_protocol: 'resumable' });
  return `http://${header(req, 'host')}/v0/b/${bucket}/o?${query}`;
}

/** The settings that a start declares, in its body or in the header of the type. */
async function readSettings(req: IncomingMessage): Promise<ObjectSettings> {
  const declared = parseSettings((await readBody(req, MAX_METADATA_BYTES)).toString('utf8'));
  const settings: ObjectSettings = { ...NO_SETTINGS, ...declared };
  const typeOfHeader = header(req, 'x-goog-upload-header-content-type') ?? null;
  return { ...settings, contentType: settings.contentType ?? typeOfHeader };
}

function checkOffset(req: IncomingMessage, received: number): void {
  const offset = wholeNumber(req, 'x-goog-upload-offset');
  if (offset === received) return;
  throw badRequest(
    `The upload offset ${offset ?? 'is missing'} does not match the ${received} bytes received.`,
  );
}

function checkLength(
  { declaredSize }: UploadSession,
  before: number,
  count: number,
  isLast: boolean,
): void {
  if (!isLast && count % GRANULARITY !== 0)
    throw badRequest(`A chunk of ${count} bytes is not a multiple of ${GRANULARITY} bytes.`);
  if (declaredSize !== null && before + count > declaredSize)
    throw badRequest(`More bytes arrived than the ${declaredSize} that were declared.`);
}

function parseCommand(req: IncomingMessage): Command {
  const text = (header(req, 'x-goog-upload-command') ?? '')
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .join(', ');
  const command = COMMANDS.find((known) => known === text);
  if (text === 'cancel') throw new StorageError(501, 'UNIMPLEMENTED: cancel (local Storage).');
  if (!command) throw badRequest(`Unknown X-Goog-Upload-Command "${text}".`);
  return command;
}

function wholeNumber(req: IncomingMessage, name: string): number | null {
  const text = header(req, name);
  if (text === undefined) return null;
  if (!/^\d{1,15}$/.test(text)) throw badRequest(`${name} is not a number.`);
  return Number(text);
}
