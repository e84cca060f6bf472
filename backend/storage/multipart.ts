/**
 * Uploads in one request (`multipart/related`: the settings as JSON, then the bytes), as `multipartUpload` in
 * @firebase/storage 12 (src/implementation/requests.ts) sends them. The SDK takes this way for every `uploadBytes`.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { header, readBody, sendJson } from '../httpHelpers';
import type { Access } from './storageAccess';
import { badRequest } from './storageErrors';
import { parseSettings, toMetadata } from './metadata';
import { NO_SETTINGS, type ObjectStore } from './objectStore';

/** Bytes of a whole body. The rules of the project allow far less; larger files come by the resumable protocol. */
const MAX_BODY_BYTES = 16 * 1024 * 1024;
/** RFC 2046, 5.1.1: at most 70 characters. */
const BOUNDARY = /^multipart\/related; ?boundary=("?)([\w'()+,./:=?-]{1,70})\1$/;
const BREAK = Buffer.from('\r\n');
const END_OF_HEADERS = Buffer.from('\r\n\r\n');

export function createMultipartUploads(objects: ObjectStore, access: Access) {
  return async (req: IncomingMessage, res: ServerResponse, name: string): Promise<void> => {
    const [, , boundary] = BOUNDARY.exec(header(req, 'content-type') ?? '') ?? [];
    if (boundary === undefined) throw badRequest('The body is not multipart/related.');
    const parts = partsOf(await readBody(req, MAX_BODY_BYTES), boundary);
    const [description, file] = parts;
    if (parts.length !== 2 || !description || !file)
      throw badRequest(`The body has ${parts.length} parts; it needs the settings and the file.`);
    const declared = parseSettings(description.bytes.toString('utf8'));
    const settings = { ...NO_SETTINGS, ...declared };
    settings.contentType ??= file.type;
    access.askCreate(req, name, settings, file.bytes.length);
    sendJson(res, 200, toMetadata(objects.put(name, file.bytes, settings)));
  };
}

interface Part {
  /** The Content-Type of the part; null without one. */
  type: string | null;
  bytes: Buffer;
}

/** The parts of a body (RFC 2046, 5.1). Throws a 400 if it does not begin and end with the boundary. */
function partsOf(body: Buffer, boundary: string): Part[] {
  const delimiter = Buffer.from(`--${boundary}`);
  if (!body.subarray(0, delimiter.length).equals(delimiter))
    throw badRequest('The body does not begin with its boundary.');
  const between = Buffer.from(`\r\n--${boundary}`);
  const parts: Part[] = [];
  for (let at = delimiter.length; ;) {
    if (body.subarray(at, at + 2).toString('latin1') === '--') return parts;
    if (!body.subarray(at, at + 2).equals(BREAK))
      throw badRequest('A boundary does not end its line.');
    const end = body.indexOf(between, at);
    if (end < 0) throw badRequest('The body does not end with its boundary.');
    parts.push(partOf(body.subarray(at + BREAK.length, end)));
    at = end + between.length;
  }
}

function partOf(part: Buffer): Part {
  const end = part.indexOf(END_OF_HEADERS);
  if (end < 0) throw badRequest('A part has no end of its headers.');
  const headers = part.subarray(0, end).toString('latin1').split('\r\n');
  const type = headers.find((line) => /^content-type:/i.test(line));
  return {
    type: type === undefined ? null : type.slice(type.indexOf(':') + 1).trim(),
    bytes: part.subarray(end + END_OF_HEADERS.length),
  };
}
