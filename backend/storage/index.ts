/**
 * Firebase Storage, API v0, with the Storage rules enforced, as far as the site, its tests and the owner's tools use
 * it.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  allowPages,
  BodyTooLarge,
  ClientGone,
  header,
  requestUrl,
  sendJson,
  type ServiceHandler,
} from '../httpHelpers';
import { errorLines } from '../oneLine';
import { createAccess, type AccessOptions } from './storageAccess';
import type { BucketCors } from './cors';
import { sendObject } from './download';
import { StorageError, badRequest, notFound, permissionDenied } from './storageErrors';
import { toMetadata } from './metadata';
import { createMultipartUploads } from './multipart';
import { createResumableUploads } from './resumable';
import type { ObjectStore } from './objectStore';
import type { UploadSessions } from './sessions';

export { createBucketCors, type CorsEntry } from './cors';
export { createObjectStore, type ObjectStore, type StoredObject } from './objectStore';

export interface StorageHandlerOptions extends AccessOptions {
  sessions: UploadSessions;
  cors: BucketCors;
}

const METHODS = 'GET, HEAD, POST, PUT, DELETE, OPTIONS';
/** What is no download does not depend on the bucket's CORS configuration. */
const FOR_PAGES = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': [
    'Content-Length',
    'Content-Range',
    'ETag',
    'X-Goog-Upload-Chunk-Granularity',
    'X-Goog-Upload-Control-URL',
    'X-Goog-Upload-Size-Received',
    'X-Goog-Upload-Status',
    'X-Goog-Upload-URL',
  ].join(', '),
};

export function createStorageHandler(options: StorageHandlerOptions): ServiceHandler {
  const { objects } = options;
  const access = createAccess(options);
  const uploads = createResumableUploads({ ...options, access });
  const multipart = createMultipartUploads(objects, access);

  function list(req: IncomingMessage, res: ServerResponse, query: URLSearchParams): void {
    // The SDK sends no other one (`list` in src/implementation/requests.ts).
    if (![null, '', '/'].includes(query.get('delimiter'))) throw unimplemented(req);
    const prefix = query.get('prefix') ?? '';
    // As Google's emulator (firebase-tools), before the rules are asked.
    if (!/^$|\/$/.test(prefix)) throw badRequest('The prefix must be empty or end with a slash.');
    access.ask(req, 'list', prefix);
    sendJson(res, 200, pageOf(objects, prefix, query));
  }

  function read(req: IncomingMessage, res: ServerResponse, name: string, query: URLSearchParams) {
    const object = objects.get(name);
    const token = query.get('token');
    // A download address with the right token needs no permission by the rules.
    const hasRightToken = token !== null && object?.tokens.includes(token);
    if (!hasRightToken) {
      // A wrong token is refused even if the rules would allow the download.
      if (token !== null && object && query.get('alt') === 'media') throw permissionDenied();
      access.ask(req, 'get', name);
    }
    if (!object) throw notFound();
    if (query.get('alt') === 'media') sendObject(req, res, objects, object);
    else sendJson(res, 200, toMetadata(object));
  }

  function remove(req: IncomingMessage, res: ServerResponse, name: string): void {
    access.ask(req, 'delete', name);
    if (!objects.get(name)) throw notFound();
    objects.remove(name);
    res.writeHead(204).end();
  }

  async function route(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const url = requestUrl(req);
    const match = /^\/v0\/b\/([^/]+)\/o(?:\/(.*))?$/.exec(url.pathname);
    if (!match) throw unimplemented(req);
    const bucket = decode(match[1]!);
    if (bucket !== objects.bucket)
      throw new StorageError(
        404,
        `The bucket ${bucket} does not exist. The only bucket is ${objects.bucket}.`,
      );
    const name = decode(match[2] ?? '');
    const { searchParams: query } = url;
    if (name === '') {
      if (req.method === 'GET') return list(req, res, query);
      if (req.method === 'POST' || req.method === 'PUT') return upload(req, res, query);
    } else {
      if (req.method === 'GET' || req.method === 'HEAD') return read(req, res, name, query);
      if (req.method === 'DELETE') return remove(req, res, name);
    }
    throw unimplemented(req);
  }

  function upload(req: IncomingMessage, res: ServerResponse, query: URLSearchParams) {
    const session = query.get('upload_id');
    if (session !== null) return uploads.command(req, res, session);
    const name = query.get('name') ?? '';
    if (name === '') throw badRequest('The object has no name.');
    const protocol = header(req, 'x-goog-upload-protocol');
    if (protocol === 'resumable' && header(req, 'x-goog-upload-command') === 'start') {
      return uploads.start(req, res, name);
    }
    if (protocol === 'multipart') return multipart(req, res, name);
    if (protocol === undefined) {
      // As Google's emulator (firebase-tools): something on the way has taken the headers away.
      req.resume();
      res.writeHead(400, { 'Content-Type': 'text/plain' }).end('Bad Request');
      return;
    }
    throw unimplemented(req);
  }

  return {
    async handle(req, res) {
      res.setHeader('X-Content-Type-Options', 'nosniff');
      // An upload that is refused before it has a session is over. A session sets its own status later.
      if (req.headers['x-goog-upload-protocol']) res.setHeader('X-Goog-Upload-Status', 'final');
      if (requestUrl(req).searchParams.get('alt') === 'media') options.cors(req, res);
      else if (allowPages(req, res, METHODS, FOR_PAGES)) return;
      if (req.method === 'OPTIONS') {
        res.writeHead(200, { 'Content-Length': 0 }).end();
        return;
      }
      try {
        await route(req, res);
      } catch (error) {
        sendError(req, res, error);
      }
    },
    close() {},
  };
}

/**
 * One page of the list of objects, in the order of their names. With a delimiter, those deeper below the prefix count as
 * one entry for each folder.
 */
function pageOf(objects: ObjectStore, prefix: string, query: URLSearchParams) {
  const isDivided = query.get('delimiter') === '/';
  const maxResults = Math.min(1000, Number(query.get('maxResults') ?? 1000) || 1000);
  const after = Buffer.from(query.get('pageToken') ?? '', 'base64').toString();
  const names = objects.list().filter(({ name }) => name.startsWith(prefix));
  /** The name of an object; of one deeper below, that of its folder, with a slash at the end. */
  const entryOf = (name: string) => {
    const slash = isDivided ? name.indexOf('/', prefix.length) : -1;
    return slash < 0 ? name : name.slice(0, slash + 1);
  };
  const left = [...new Set(names.map(({ name }) => entryOf(name)))].filter((name) => name > after);
  const page = left.slice(0, maxResults);
  const isFolder = (name: string) => isDivided && name.endsWith('/') && name !== prefix;
  return {
    prefixes: page.filter(isFolder),
    items: page.filter((name) => !isFolder(name)).map((name) => ({ name, bucket: objects.bucket })),
    ...(left.length > page.length && {
      nextPageToken: Buffer.from(page[page.length - 1]!).toString('base64'),
    }),
  };
}

function sendError(req: IncomingMessage, res: ServerResponse, error: unknown): void {
  if (error instanceof ClientGone || res.destroyed || res.headersSent) return;
  const known = asStorageError(error);
  // Reads and drops the rest of a refused body, because the client would not see the answer otherwise.
  req.resume();
  sendJson(res, known.status, { error: { code: known.status, message: known.message } });
}

function asStorageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  if (error instanceof BodyTooLarge) return new StorageError(413, error.message);
  console.error(errorLines(error));
  return new StorageError(
    500,
    'Internal error of the local backend. See its terminal for details.',
  );
}

function unimplemented(req: IncomingMessage): StorageError {
  return new StorageError(501, `UNIMPLEMENTED: ${req.method} ${req.url} (local Storage).`);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw badRequest('The path is not properly encoded.');
  }
}
