/** A look into the outbox's IndexedDB database from outside the app, and a way to fill it. */
import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import { DELIVERY_LOCK } from '../../src/contract/names';
import type { SentRequest } from '../../src/domain/types';
import type { RequestFields } from '../../src/domain/requestFields';
import type { OutboxRecord } from '../../src/outbox/record';

/** Something that runs a function in a page: Playwright's page, or a driver of `tests/engines`. */
export interface Evaluates {
  evaluate<R>(run: () => R | Promise<R>): Promise<R>;
}

/** SHA-256, hex, of a prepared picture's two objects. */
export interface Hashes {
  image: string;
  thumb: string;
}

/** A file as it was chosen. */
export interface Chosen {
  buffer: Buffer;
}

/** A record in IndexedDB with its pictures, prepared or as chosen. */
export interface WaitingRecord extends OutboxRecord {
  pictures: (Hashes | Chosen)[];
}

/** Everything that is stored. */
export interface StoredOutbox {
  /** Oldest first. */
  records: WaitingRecord[];
  sentRequests: SentRequest[];
  draft: { fields?: RequestFields; pictures: Chosen[] };
  /** The numbers of all stored prepared objects and chosen files. */
  objects: number;
  files: number;
}

/** The content of the page's outbox, read from the database in one transaction. */
export async function readOutbox(page: Evaluates): Promise<StoredOutbox> {
  const stores = await page.evaluate(async () => {
    const result = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error ?? new Error('No result.')));
      });
    const base64 = (data: Blob | ArrayBuffer) =>
      new Promise<string>((resolve, reject) => {
        const reader = new FileReader();
        reader.addEventListener('load', () => resolve((reader.result as string).split(',')[1]!));
        reader.addEventListener('error', () => reject(reader.error ?? new Error('Not read.')));
        reader.readAsDataURL(new Blob([data]));
      });
    /** What is prepared ahead has no file. */
    type StoredFile = { id: string; file?: Blob | ArrayBuffer };
    type Draft = { fields: RequestFields; images: { id: string }[] };
    const opening = indexedDB.open('outbox');
    // Only looking: creating it would take the app's migrations away.
    opening.addEventListener('upgradeneeded', () => opening.transaction?.abort());
    const database = await result(opening).catch(() => undefined);
    if (!database) return undefined;
    const transaction = database.transaction([
      'records',
      'objects',
      'files',
      'sentRequests',
      'drafts',
    ]);
    const all = <T>(name: string) => result<T[]>(transaction.objectStore(name).getAll());
    const [records, sentRequests, [draft], files, places, objects] = await Promise.all([
      all<OutboxRecord>('records'),
      all<SentRequest>('sentRequests'),
      all<Draft>('drafts'),
      all<StoredFile>('files'),
      result(transaction.objectStore('objects').getAllKeys()),
      all<ArrayBuffer>('objects'),
    ]);
    database.close();
    return {
      records,
      sentRequests,
      draft,
      files: await Promise.all(
        files.map(async ({ id, file }) => [id, await base64(file ?? new ArrayBuffer(0))] as const),
      ),
      objects: await Promise.all(
        objects.map(async (bytes, at) => [String(places[at]), await base64(bytes)] as const),
      ),
    };
  });
  if (!stores)
    return { records: [], sentRequests: [], draft: { pictures: [] }, objects: 0, files: 0 };
  const { records, sentRequests, draft } = stores;
  const [files, objects] = [stores.files, stores.objects].map(
    (list) => new Map(list.map(([name, data]) => [name, Buffer.from(data, 'base64')])),
  ) as [Map<string, Buffer>, Map<string, Buffer>];
  const chosen = (id: string): Chosen => ({ buffer: files.get(id) ?? Buffer.alloc(0) });
  const hash = (place: string) =>
    createHash('sha256')
      .update(objects.get(place) ?? '')
      .digest('hex');
  return {
    records: records
      .map((record) => ({
        ...record,
        pictures: record.images.map((image, at) =>
          image.state === 'prepared'
            ? { image: hash(`${record.key},${at},image`), thumb: hash(`${record.key},${at},thumb`) }
            : chosen(image.file ?? ''),
        ),
      }))
      .toSorted((a, b) => a.savedAt - b.savedAt),
    sentRequests,
    draft: {
      ...(draft && { fields: draft.fields }),
      pictures: (draft?.images ?? []).map(({ id }) => chosen(id)),
    },
    objects: objects.size,
    // A prepared picture lies beside its file (src/outbox/store/bytes.ts).
    files: new Set([...files.keys()].map((id) => id.replace(/[/]ahead$/, ''))).size,
  };
}

/** Every record in the page's outbox, oldest first. */
export async function waitingRecords(page: Evaluates): Promise<WaitingRecord[]> {
  return (await readOutbox(page)).records;
}

/** How many records wait, without reading their bytes. */
export function countWaiting(page: Evaluates): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('outbox');
        opening.addEventListener('upgradeneeded', () => opening.transaction?.abort());
        opening.addEventListener('error', () => resolve(0));
        opening.addEventListener('success', () => {
          const database = opening.result;
          const counting = database.transaction('records').objectStore('records').count();
          counting.addEventListener('success', () => resolve(counting.result));
          counting.addEventListener('error', () => reject(counting.error ?? new Error('Count.')));
          database.close();
        });
      }),
  );
}

/** A record with whatever is not as in a new one. */
export interface Seed extends Partial<Omit<OutboxRecord, 'images'>> {
  fields: RequestFields;
  /** Bytes of each picture, noise; its thumbnail has a hundredth of them. */
  pictures?: number[];
}

/** Until `release`, no context delivers. Waits for a delivery that is under way. */
const holdDelivery = (page: Page) =>
  page.evaluateHandle(
    (name) =>
      new Promise<{ release(): void }>((held) => {
        void navigator.locks.request(
          name,
          () => new Promise<void>((release) => held({ release: () => release() })),
        );
      }),
    DELIVERY_LOCK,
  );

/**
 * Puts records straight into the outbox, as a saved request leaves them; the app must be open. Whoever delivers begins
 * after these have been read.
 */
export async function seedOutbox(page: Page, seeds: Seed[]): Promise<WaitingRecord[]> {
  const delivery = await holdDelivery(page);
  const keys = await page.evaluate(async (list) => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('outbox');
      opening.addEventListener('upgradeneeded', () => opening.transaction?.abort());
      opening.addEventListener('success', () => resolve(opening.result));
      opening.addEventListener('error', () => reject(opening.error ?? new Error('Not opened.')));
    });
    const transaction = database.transaction(['records', 'objects'], 'readwrite');
    const noise = (size: number) => {
      const bytes = new Uint8Array(size);
      // The most that one call fills is 65,536 bytes.
      for (let at = 0; at < size; at += 65_536) {
        crypto.getRandomValues(bytes.subarray(at, at + 65_536));
      }
      return bytes.buffer;
    };
    const name = (length: number) =>
      (crypto.randomUUID() + crypto.randomUUID()).replaceAll('-', '').slice(0, length);
    const keys = list.map(({ pictures = [], ...given }, order) => {
      const key: string = crypto.randomUUID();
      const type = 'image/jpeg';
      const sizes = pictures.map((size) => ({ image: size, thumb: Math.ceil(size / 100) }));
      transaction.objectStore('records').add({
        key,
        revision: crypto.randomUUID(),
        id: String(1e9 + Math.floor(Math.random() * 9e9)),
        images: sizes.map(({ image, thumb }, index) => ({
          state: 'prepared',
          name: `${index}.jpg`,
          file: name(10),
          objectNames: { image: `${name(10)}.jpg`, thumb: `${name(10)}.jpg` },
          image: { type, size: image },
          thumb: { type, size: thumb },
        })),
        receipt: name(22),
        savedAt: Date.now() + order,
        step: 'create',
        tries: 0,
        attempts: 0,
        notBefore: 0,
        ...given,
      });
      for (const [index, { image, thumb }] of sizes.entries()) {
        transaction.objectStore('objects').add(noise(image), [key, index, 'image']);
        transaction.objectStore('objects').add(noise(thumb), [key, index, 'thumb']);
      }
      return key;
    });
    await new Promise<void>((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve());
      transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('Full.')));
    });
    database.close();
    return keys;
  }, seeds);
  const seeded = (await waitingRecords(page)).filter(({ key }) => keys.includes(key));
  await delivery.evaluate(({ release }) => release());
  return seeded;
}
