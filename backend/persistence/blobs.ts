import {
  appendFileSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';

/** Bytes by id, to which more bytes can be appended. They are in memory, or in one file for each id. */
export interface Blobs {
  append(id: string, bytes: Buffer): void;
  /** The size in bytes; 0 for an unknown id. */
  size(id: string): number;
  read(id: string): Buffer;
  /** Makes the appended bytes survive a power failure. */
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
    append: (id, bytes) => void blobs.set(id, [...(blobs.get(id) ?? []), bytes]),
    size: (id) => (blobs.get(id) ?? []).reduce((sum, part) => sum + part.length, 0),
    read: whole,
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
    read: (id) => readFileSync(path(id)),
    sync(id) {
      const file = openSync(path(id), 'a');
      try {
        fsyncSync(file);
      } finally {
        closeSync(file);
      }
    },
    remove: (id) => rmSync(path(id), { force: true }),
  };
}
