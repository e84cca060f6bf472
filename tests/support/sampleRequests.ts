/** Requests, images and chance for the delivery loop in Node; no test runner needed. */
import type { ChosenFile } from '../../src/outbox/port';
import { EMPTY_FIELDS, type RequestFields } from '../../src/domain/requestFields';
import { readConfig } from '../../src/firebase/config';
import { createExclusively } from '../../src/outbox/delivery/locks';
import type { RecordDeps } from '../../src/outbox/delivery/journal';
import type { Preparation } from '../../src/pictures/prepareImage';
import { newKey, newRecord } from '../../src/outbox/record';
import type { OutboxStore } from '../../src/outbox/store/outboxStore';
import { seeded } from './deliveryFaults';

export const fields: RequestFields = {
  ...EMPTY_FIELDS,
  name: 'Ada',
  email: 'ada@example.com',
  phone: '555-0100',
  address: '1 Main Street',
  description: 'Kitchen cabinets',
  categories: ['doors'],
};

/** A chosen image, and what `prepareSample` makes of it. */
export interface SampleImage extends ChosenFile {
  bytes: ArrayBuffer;
  thumb: ArrayBuffer;
}

let images = 0;

/** A file of `size` bytes; `fill` tells images apart. */
export function image(size: number, fill: number): SampleImage {
  const bytes = new Uint8Array(size).map((_, index) => (index * 31 + fill) % 251).buffer;
  const type = 'image/jpeg';
  return {
    id: `file-${(images += 1)}`,
    name: `image-${fill}.jpg`,
    type,
    file: new Blob([bytes], { type }),
    bytes,
    thumb: thumbOf(bytes),
  };
}

const thumbOf = (bytes: ArrayBuffer) => new Uint8Array(900).fill(new Uint8Array(bytes)[0]!).buffer;

/** Stands for a device's image code: it sends the file's own bytes. */
export async function prepareSample(file: Blob): Promise<Preparation> {
  const bytes = await file.arrayBuffer();
  const type = 'image/jpeg';
  return { type: 'prepared', image: { type, bytes, thumb: { type, bytes: thumbOf(bytes) } } };
}

/** Saves a request in a store; its key. */
export async function saveSample(
  {
    store,
    now,
    random,
    newKey,
  }: Pick<RecordDeps, 'now' | 'random' | 'newKey'> & { store: OutboxStore },
  images: SampleImage[],
  changes: Partial<RequestFields> = {},
  signals = { honeypot: '', seconds: 42.4 },
): Promise<string> {
  const record = newRecord({
    fields: { ...fields, ...changes },
    images,
    signals,
    savedAt: now(),
    random,
    newKey,
  });
  await store.save(record, images);
  return record.key;
}

/** A page's dependencies for delivering over HTTP to the embedded backend on 127.0.0.1. */
export function depsFor(
  ports: { firestore: number; storage: number },
  store: OutboxStore,
  seed = 1,
): RecordDeps & { store: OutboxStore } {
  return {
    store,
    config: readConfig(
      {
        VITE_LOCAL_FIRESTORE_PORT: String(ports.firestore),
        VITE_LOCAL_STORAGE_PORT: String(ports.storage),
      },
      '127.0.0.1',
    ),
    exclusively: createExclusively(undefined),
    prepareImage: prepareSample,
    isPage: true,
    now: () => Date.now(),
    random: seeded(seed),
    newKey,
    changed: () => undefined,
  };
}
