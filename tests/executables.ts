/** Programs of this machine, by path. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The first of these names that is on the PATH, name after name within each folder. */
export function onPath(names: readonly string[]): string | undefined {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name + suffix)))
    .find(isExecutable);
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
