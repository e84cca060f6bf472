import { createHash } from 'node:crypto';

export interface Checksums {
  /** Base64 of the MD5 digest. */
  md5Hash: string;
  /** Base64 of the big-endian CRC-32C, as Cloud Storage writes it. */
  crc32c: string;
}

const known = new WeakMap<Buffer, Checksums>();

/** Checksums as Cloud Storage keeps them; remembered per buffer, for seeds that many tests share. */
export function checksums(bytes: Buffer): Checksums {
  const found = known.get(bytes);
  if (found) return found;
  const fresh = {
    md5Hash: createHash('md5').update(bytes).digest('base64'),
    crc32c: crc32c(bytes),
  };
  known.set(bytes, fresh);
  return fresh;
}

/** The reversed Castagnoli polynomial (RFC 3720, appendix B.4). */
const POLYNOMIAL = 0x82f63b78;

const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ POLYNOMIAL : value >>> 1;
  return value;
});

function crc32c(bytes: Buffer): string {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ table[(crc ^ byte) & 0xff]!;
  const result = Buffer.alloc(4);
  result.writeUInt32BE((crc ^ 0xffffffff) >>> 0);
  return result.toString('base64');
}
