/**
 * Replaces a folder as a whole. A build that is interrupted at any moment, by a signal or by a full disk, leaves the
 * earlier folder or none, never half of one.
 */
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, isAbsolute, relative } from 'node:path';
import { renamePatiently } from '../../backend/persistence/atomicFiles';

/**
 * Calls `fill` with an empty folder beside the target, and puts that into the target's place when `fill` has ended.
 * Only one process may do this for a target at a time. Deletes first what a killed build has left.
 */
export async function replaceFolder(
  target: string,
  fill: (folder: string) => Promise<void>,
): Promise<void> {
  const fresh = `${target}.new`;
  for (const left of [fresh, oldOf(fresh)]) remove(left);
  mkdirSync(fresh, { recursive: true });
  try {
    await fill(fresh);
    swapIn(fresh, target);
  } catch (error) {
    remove(fresh);
    throw error;
  }
}

/** Puts a whole folder into the place of another one, which is deleted. */
export function swapIn(fresh: string, target: string): void {
  mkdirSync(dirname(target), { recursive: true });
  if (existsSync(target)) renamePatiently(target, oldOf(fresh));
  renamePatiently(fresh, target);
  remove(oldOf(fresh));
}

const oldOf = (fresh: string) => `${fresh}.old`;

/** A virus scanner may have a file open on Windows, hence the retries. */
const remove = (folder: string) =>
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });

/** Whether a path is the folder or lies in it. On Windows, there is no relative path to another drive. */
export function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return !isAbsolute(way) && way.split(/[\\/]/)[0] !== '..';
}
