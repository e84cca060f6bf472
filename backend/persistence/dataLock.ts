import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Another process is using the data folder. */
export class DataInUse extends Error {
  constructor(folder: string, pid: number) {
    super(
      `The data in ${folder} is in use by process ${pid}.\n` +
        '  Stop that process first, or choose another folder with --data DIR.',
    );
    this.name = 'DataInUse';
  }
}

/** Keeps a second backend from using a data folder. Returns a function that unlocks it. Throws `DataInUse`. */
export function lockData(folder: string): () => void {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'lock');
  const holder = readHolder(path);
  if (holder !== null && isAlive(holder)) throw new DataInUse(folder, holder);
  // A lock file that is still here was left by a process that died.
  rmSync(path, { force: true });
  writeFileSync(path, `${process.pid}\n`, { flag: 'wx' });
  return () => rmSync(path, { force: true });
}

function readHolder(path: string): number | null {
  try {
    return Number(readFileSync(path, 'utf8')) || null;
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  if (pid === process.pid) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
