import { mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CorruptedData, writeFileAtomically } from './atomicFiles';

export type Records<T> = ReturnType<typeof openRecords<T>>;

const SUFFIX = '.json';

/**
 * JSON records by id. They are in memory and, if there is a folder, also on disk in one file each. Ids must be safe
 * file names. Throws `CorruptedData` for a file that cannot be read, without deleting anything.
 */
export function openRecords<T>(folder: string | null) {
  const records = new Map<string, T>();
  if (folder !== null) load(folder, records);
  return {
    get: (id: string) => records.get(id),
    all: () => [...records.values()],
    put(id: string, record: T) {
      records.set(id, record);
      if (folder !== null) {
        writeFileAtomically(join(folder, id + SUFFIX), `${JSON.stringify(record)}\n`);
      }
    },
    remove(id: string) {
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
