import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Replaces a file so that a crash leaves either the old or the new content: writes a temporary file in the same folder,
 * syncs it, renames it, and syncs the folder.
 */
export function writeFileAtomically(path: string, content: string | Buffer): void {
  const temporary = `${path}.tmp`;
  const file = openSync(temporary, 'w');
  try {
    writeFileSync(file, content);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renamePatiently(temporary, path);
  syncFolder(dirname(path));
}

const TRIES = 50;
/** Milliseconds between two tries. */
const PAUSE = 20;

/** Renames. On Windows a virus scanner that has just opened the file is waited for, up to a second. */
export function renamePatiently(from: string, to: string): void {
  for (let tries = 1; ; tries += 1) {
    try {
      renameSync(from, to);
      return;
    } catch (error) {
      const isBusy = /^(EPERM|EACCES|EBUSY)$/.test((error as NodeJS.ErrnoException).code ?? '');
      if (process.platform !== 'win32' || !isBusy || tries === TRIES) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE);
    }
  }
}

/** Makes a rename durable. Not on Windows, which cannot open folders and does not need it. */
function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** A stored file is not valid. The message names the file and says what the user can do. */
export class CorruptedData extends Error {
  constructor(
    readonly path: string,
    cause: unknown,
  ) {
    const why = cause instanceof Error ? cause.message : String(cause);
    super(
      `The stored data cannot be read: ${path}\n` +
        `  ${why}\n` +
        '  Nothing was deleted. Repair or move the file away, or start over with --fresh.',
      { cause },
    );
    this.name = 'CorruptedData';
  }
}
