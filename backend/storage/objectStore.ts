import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { openBlobs } from '../persistence/blobs';
import { openRecords } from '../persistence/records';
import type { RulesObject } from '../rules/types';

/** A stored object: the metadata that rules can read, its download tokens, and the id of its bytes. */
export interface StoredObject extends RulesObject {
  tokens: string[];
  blob: string;
}

/** The metadata that an uploader may set. */
export type ObjectSettings = Pick<RulesObject, (typeof SETTING_NAMES)[number]>;

/** Each setting becomes a header of the download. */
export const SETTING_NAMES = [
  'contentType',
  'contentEncoding',
  'contentDisposition',
  'contentLanguage',
  'cacheControl',
] as const;

export const NO_SETTINGS = Object.fromEntries(
  SETTING_NAMES.map((name) => [name, null]),
) as ObjectSettings;

export type ObjectStore = ReturnType<typeof createObjectStore>;

export interface ObjectStoreOptions {
  bucket: string;
  /** The folder in which objects are kept. Null keeps them in memory. */
  dataDir: string | null;
  now: () => Date;
}

export function createObjectStore({ bucket, dataDir, now }: ObjectStoreOptions) {
  const blobs = openBlobs(dataDir && join(dataDir, 'bytes'));
  // The key of a record is the id of its bytes, because an object's name is not a safe file name.
  const records = openRecords<StoredObject>(dataDir && join(dataDir, 'objects'));
  const byName = newestByName(records.all());
  const listeners = new Set<() => void>();
  let lastGeneration = Math.max(0, ...records.all().map((object) => object.generation));

  const changed = () => {
    for (const listener of listeners) listener();
  };

  const store = (
    name: string,
    blob: string,
    settings: ObjectSettings,
    token: string = randomUUID(),
  ) => {
    blobs.sync(blob);
    // As in Cloud Storage, a generation is a time in microseconds. Here each is larger than the one before, even
    // within one microsecond.
    lastGeneration = Math.max(now().getTime() * 1000, lastGeneration + 1);
    const time = now().toISOString();
    const object: StoredObject = {
      ...settings,
      contentType: settings.contentType ?? 'application/octet-stream',
      name,
      bucket,
      size: blobs.size(blob),
      generation: lastGeneration,
      metageneration: 1,
      timeCreated: time,
      updated: time,
      tokens: [token],
      blob,
    };
    const previous = byName.get(name);
    records.put(blob, object);
    byName.set(name, object);
    if (previous) drop(previous);
    changed();
    return object;
  };

  const drop = (object: StoredObject) => {
    records.remove(object.blob);
    blobs.remove(object.blob);
  };

  return {
    bucket,
    blobs,
    get: (name: string) => byName.get(name),
    list: () => [...byName.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    /** Stores bytes under a name. Replaces an object with that name. Without `token` it gets a new one. */
    put(name: string, bytes: Buffer, settings: Partial<ObjectSettings>, token?: string) {
      const blob = randomUUID();
      blobs.append(blob, bytes);
      return store(name, blob, { ...NO_SETTINGS, ...settings }, token);
    },
    /** Like `put`, for bytes that an upload has already written to `blobs` under the id `blob`. */
    adopt: (name: string, blob: string, settings: ObjectSettings) => store(name, blob, settings),
    remove(name: string) {
      const object = byName.get(name);
      if (!object) return;
      byName.delete(name);
      drop(object);
      changed();
    },
    bytes: (object: StoredObject) => blobs.read(object.blob),
    /** Calls `listener` after each change. Returns a function that unsubscribes it. */
    onChange(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** A crash after storing a new object and before deleting the one it replaces leaves both. The newer one is used. */
function newestByName(objects: StoredObject[]): Map<string, StoredObject> {
  return new Map(
    objects
      .toSorted((a, b) => a.generation - b.generation)
      .map((object) => [object.name, object] as const),
  );
}
