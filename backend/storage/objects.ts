import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { openBlobs } from '../persistence/blobs';
import { openRecords } from '../persistence/records';
import type { RulesObject } from '../rules/types';

/** A stored object: what rules see, plus its download tokens and where its bytes are. */
export interface StoredObject extends RulesObject {
  tokens: string[];
  /** Id of the bytes in the blobs. */
  blob: string;
}

/** What an uploader may say about an object. */
export type ObjectSettings = Pick<RulesObject, (typeof STRINGS)[number]>;

/** Each a header of a download. */
export const STRINGS = [
  'contentType',
  'contentEncoding',
  'contentDisposition',
  'contentLanguage',
  'cacheControl',
] as const;

export const NO_SETTINGS: ObjectSettings = {
  contentType: null,
  contentEncoding: null,
  contentDisposition: null,
  contentLanguage: null,
  cacheControl: null,
};

export type ObjectStore = ReturnType<typeof createObjectStore>;

export interface ObjectStoreOptions {
  bucket: string;
  /** A folder to keep objects in, null to keep them in memory. */
  dataDir: string | null;
  now: () => Date;
}

/** The objects of one bucket. */
export function createObjectStore({ bucket, dataDir, now }: ObjectStoreOptions) {
  const blobs = openBlobs(dataDir && join(dataDir, 'bytes'));
  // Records are kept by the id of their bytes: an object's name is no safe file name.
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
    // Generations are microseconds in Cloud Storage; strictly growing here even within one.
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
    /** By name. */
    list: () => [...byName.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    /** Stores bytes under a name, replacing what was there. A fresh token unless one is given. */
    put(name: string, bytes: Buffer, settings: Partial<ObjectSettings>, token?: string) {
      const blob = randomUUID();
      blobs.append(blob, bytes);
      return store(name, blob, { ...NO_SETTINGS, ...settings }, token);
    },
    /** The same for bytes that an upload has collected in `blobs` under an id. */
    adopt: (name: string, blob: string, settings: ObjectSettings) => store(name, blob, settings),
    remove(name: string) {
      const object = byName.get(name);
      if (!object) return;
      byName.delete(name);
      drop(object);
      changed();
    },
    /** All bytes of an object. */
    bytes: (object: StoredObject) => blobs.read(object.blob),
    /** Calls `listener` after each change. Returns what ends it. */
    onChange(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** A crash between storing a replacement and dropping the old one leaves both: the newer counts. */
function newestByName(objects: StoredObject[]): Map<string, StoredObject> {
  return new Map(
    objects
      .toSorted((a, b) => a.generation - b.generation)
      .map((object) => [object.name, object] as const),
  );
}
