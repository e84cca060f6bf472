import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Replaces a file so that a crash leaves either the old or the new content: writes a temporary file in the same
 * folder, syncs it, renames it, and syncs the folder.
 */
export function writeFileAtomically(path: string, content: string | Buffer): void {
  const temporary = `${path}.${process.pid}.tmp`;
  const file = openSync(temporary, 'w');
  try {
    writeFileSync(file, content);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(temporary, path);
  syncFolder(dirname(path));
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
