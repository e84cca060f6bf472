import {
  appendFileSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';

/** Bytes by id, growing by appending; in memory or one file each. */
export interface Blobs {
  append(id: string, bytes: Buffer): void;
  /** 0 where there is nothing. */
  size(id: string): number;
  /** Bytes `from` up to but not including `to`. */
  read(id: string, from: number, to: number): Buffer;
  /** Makes what was appended survive a power cut. */
  sync(id: string): void;
  remove(id: string): void;
}

export function openBlobs(folder: string | null): Blobs {
  return folder === null ? memoryBlobs() : diskBlobs(folder);
}

function memoryBlobs(): Blobs {
  const blobs = new Map<string, Buffer[]>();
  const whole = (id: string): Buffer => {
    const parts = blobs.get(id) ?? [];
    if (parts.length === 1) return parts[0]!;
    const joined = Buffer.concat(parts);
    if (parts.length > 1) blobs.set(id, [joined]);
    return joined;
  };
  return {
    append(id, bytes) {
      const parts = blobs.get(id);
      if (parts) parts.push(bytes);
      else blobs.set(id, [bytes]);
    },
    size: (id) => (blobs.get(id) ?? []).reduce((sum, part) => sum + part.length, 0),
    read: (id, from, to) => whole(id).subarray(from, to),
    sync() {},
    remove: (id) => void blobs.delete(id),
  };
}

function diskBlobs(folder: string): Blobs {
  mkdirSync(folder, { recursive: true });
  const path = (id: string) => join(folder, `${id}.bin`);
  return {
    append: (id, bytes) => appendFileSync(path(id), bytes),
    size: (id) => statSync(path(id), { throwIfNoEntry: false })?.size ?? 0,
    read: (id, from, to) => withFile(path(id), 'r', (file) => readRange(file, from, to)),
    sync: (id) => withFile(path(id), 'a', fsyncSync),
    remove: (id) => rmSync(path(id), { force: true }),
  };
}

function withFile<T>(path: string, flags: string, work: (file: number) => T): T {
  const file = openSync(path, flags);
  try {
    return work(file);
  } finally {
    closeSync(file);
  }
}

function readRange(file: number, from: number, to: number): Buffer {
  const bytes = Buffer.alloc(to - from);
  let read = 0;
  while (read < bytes.length) {
    const count = readSync(file, bytes, read, bytes.length - read, from + read);
    if (count === 0) break;
    read += count;
  }
  return bytes.subarray(0, read);
}
