import { badRequest } from './errors';

export interface MultipartUpload {
  /** The first part: JSON metadata. */
  metadata: string;
  /** Content-Type of the second part. */
  contentType: string | null;
  bytes: Buffer;
}

/**
 * Splits a `multipart/related` upload (RFC 2387) as @firebase/storage's `multipartUpload` writes it:
 * exactly two parts, the metadata and the bytes. The bytes may contain anything but the delimiter.
 */
export function parseMultipart(contentType: string, body: Buffer): MultipartUpload {
  const match = /^multipart\/related\b.*;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType);
  const boundary = match?.[1] ?? match?.[2];
  if (boundary === undefined) throw badRequest('Not a multipart/related upload with a boundary.');
  const opening = Buffer.from(`--${boundary}\r\n`);
  const delimiter = Buffer.from(`\r\n--${boundary}`);

  const start = body.indexOf(opening);
  const middle = body.indexOf(delimiter, start + opening.length);
  const end = middle < 0 ? -1 : body.indexOf(delimiter, middle + delimiter.length);
  if (
    start < 0 ||
    end < 0 ||
    !body
      .subarray(end + delimiter.length)
      .toString()
      .startsWith('--')
  ) {
    throw badRequest('The multipart body is not complete.');
  }
  const metadata = readPart(body.subarray(start + opening.length, middle));
  const content = readPart(body.subarray(middle + delimiter.length + 2, end));
  return {
    metadata: metadata.bytes.toString('utf8'),
    contentType: content.contentType,
    bytes: Buffer.from(content.bytes),
  };
}

function readPart(part: Buffer): { contentType: string | null; bytes: Buffer } {
  const split = part.indexOf('\r\n\r\n');
  if (split < 0) throw badRequest('A part of the multipart body has no headers.');
  const headers = part.subarray(0, split).toString('latin1');
  const contentType = /^content-type:\s*(.+?)\s*$/im.exec(headers)?.[1] ?? null;
  return { contentType, bytes: part.subarray(split + 4) };
}
