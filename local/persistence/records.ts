import { mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileAtomically } from './atomicFile';
import { CorruptedData } from './corruptedData';

/** A keyed set of JSON records, in memory and, where it has a folder, one file each on disk. */
export interface Records<T> {
  get(id: string): T | undefined;
  all(): T[];
  put(id: string, record: T): void;
  remove(id: string): void;
}

const SUFFIX = '.json';

/**
 * Opens the records of a folder (`null`: in memory only). Ids must be safe file names.
 * Throws `CorruptedData` for a file that cannot be read; nothing is deleted then.
 */
export function openRecords<T>(folder: string | null): Records<T> {
  const records = new Map<string, T>();
  if (folder !== null) load(folder, records);
  return {
    get: (id) => records.get(id),
    all: () => [...records.values()],
    put(id, record) {
      records.set(id, record);
      if (folder !== null) {
        writeFileAtomically(join(folder, id + SUFFIX), `${JSON.stringify(record)}\n`);
      }
    },
    remove(id) {
      records.delete(id);
      if (folder !== null) rmSync(join(folder, id + SUFFIX), { force: true });
    },
  };
}

function load<T>(folder: string, records: Map<string, T>): void {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder).toSorted()) {
    if (!name.endsWith(SUFFIX)) continue;
    const path = join(folder, name);
    try {
      records.set(name.slice(0, -SUFFIX.length), JSON.parse(readFileSync(path, 'utf8')) as T);
    } catch (error) {
      throw new CorruptedData(path, error);
    }
  }
}
