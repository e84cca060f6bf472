/** Keeps the files of the site in memory: their bytes, plain and compressed, and their ETags. */
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip' | 'identity';

export interface SiteFile {
  /** A strong ETag. Each encoding has its own (RFC 9110, 8.8.3.3). */
  etag(encoding: Encoding): string;
  bytes(encoding: Encoding): Promise<Buffer>;
}

export interface FoundFile {
  modified: number;
  size: number;
  stream: Readable;
}

const compressors: Record<Exclude<Encoding, 'identity'>, (bytes: Buffer) => Promise<Buffer>> = {
  // A high level (9 of 11), because each file is compressed only once.
  br: (bytes) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 9 }),
};

/** Compressed files by ETag, for all backends of the process: each browser test starts one for the same site. */
const compressed = new Map<string, Promise<Buffer>>();

function toSiteFile(stored: Buffer): SiteFile {
  const hash = createHash('sha256').update(stored).digest('hex').slice(0, 32);
  const etag = (encoding: Encoding) =>
    encoding === 'identity' ? `"${hash}"` : `"${hash}-${encoding}"`;
  return {
    etag,
    bytes(encoding) {
      if (encoding === 'identity') return Promise.resolve(stored);
      const known = compressed.get(etag(encoding)) ?? compressors[encoding](stored);
      compressed.set(etag(encoding), known);
      return known;
    },
  };
}

/** Reads each file once, and again after a new build has changed it. */
export function createSiteFiles(): (path: string, found: FoundFile) => Promise<SiteFile> {
  const files = new Map<string, { version: string; file: Promise<SiteFile> }>();
  return (path, { modified, size, stream }) => {
    const version = `${modified} ${size}`;
    const known = files.get(path);
    if (known?.version === version) {
      // The stream is not needed. Its error is ignored: a build that is running may have deleted the file.
      stream.on('error', () => {}).destroy();
      return known.file;
    }
    const file = buffer(stream).then(toSiteFile);
    files.set(path, { version, file });
    // After a failed read, the next request reads the file again.
    file.catch(() => files.delete(path));
    return file;
  };
}
