import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { openBlobs, type Blobs } from '../persistence/blobs';
import { openRecords } from '../persistence/records';
import type { RulesObject } from '../rules/types';
import { checksums, type Checksums } from './checksums';

/** A stored object: what rules see, plus its download tokens and where its bytes are. */
export interface StoredObject extends RulesObject {
  tokens: string[];
  /** Id of the bytes in the blobs. */
  blob: string;
}

/** What an uploader may say about an object. */
export interface ObjectSettings {
  contentType: string | null;
  contentEncoding: string | null;
  contentDisposition: string | null;
  contentLanguage: string | null;
  cacheControl: string | null;
  metadata: Record<string, string>;
}

export const NO_SETTINGS: ObjectSettings = {
  contentType: null,
  contentEncoding: null,
  contentDisposition: null,
  contentLanguage: null,
  cacheControl: null,
  metadata: {},
};

/** The objects of one bucket. */
export interface ObjectStore {
  readonly bucket: string;
  readonly blobs: Blobs;
  get(name: string): StoredObject | undefined;
  /** By name. */
  list(): StoredObject[];
  /** Stores bytes under a name, replacing what was there. A fresh token unless one is given. */
  put(name: string, bytes: Buffer, settings: Partial<ObjectSettings>, token?: string): StoredObject;
  /** The same for bytes that an upload has collected in `blobs` under an id. */
  adopt(name: string, blob: string, settings: ObjectSettings, token?: string): StoredObject;
  update(name: string, settings: Partial<ObjectSettings>): StoredObject;
  remove(name: string): void;
  /** All bytes of an object. */
  bytes(object: StoredObject): Buffer;
  onChange(listener: () => void): () => void;
}

export interface ObjectStoreOptions {
  bucket: string;
  /** A folder to keep objects in, null to keep them in memory. */
  dataDir: string | null;
  now: () => Date;
}

export function createObjectStore({ bucket, dataDir, now }: ObjectStoreOptions): ObjectStore {
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
    token: string | undefined,
    sums: Checksums,
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
      ...sums,
      generation: lastGeneration,
      metageneration: 1,
      timeCreated: time,
      updated: time,
      tokens: [token ?? randomUUID()],
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
    get: (name) => byName.get(name),
    list: () => [...byName.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    put(name, bytes, settings, token) {
      const blob = randomUUID();
      blobs.append(blob, bytes);
      return store(name, blob, { ...NO_SETTINGS, ...settings }, token, checksums(bytes));
    },
    adopt(name, blob, settings, token) {
      return store(name, blob, settings, token, checksums(blobs.read(blob, 0, blobs.size(blob))));
    },
    update(name, settings) {
      const object = byName.get(name);
      if (!object) throw new Error(`There is no object ${name}.`);
      const updated = {
        ...object,
        ...settings,
        metageneration: object.metageneration + 1,
        updated: now().toISOString(),
      };
      records.put(object.blob, updated);
      byName.set(name, updated);
      changed();
      return updated;
    },
    remove(name) {
      const object = byName.get(name);
      if (!object) return;
      byName.delete(name);
      drop(object);
      changed();
    },
    bytes: (object) => blobs.read(object.blob, 0, object.size),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
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
