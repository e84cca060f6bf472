/** A look into the outbox's IndexedDB database from outside the app, and a way to fill it. */
import type { Page } from '@playwright/test';
import type { PendingRequest, Receipt } from '../../../src/domain/outbox';
import type { RequestFields } from '../../../src/domain/types';

/** What can run a function in a page: Playwright's page, and the drivers of `tests/engines`. */
export interface Evaluates {
  evaluate<R>(run: () => R | Promise<R>): Promise<R>;
}

/** SHA-256, hex, of a picture's two objects. */
export interface Hashes {
  image: string;
  thumb: string;
}

/** A record as it lies in IndexedDB, with the hashes of its bytes instead of them. */
export interface WaitingRecord extends PendingRequest {
  hashes: Hashes[];
}

/** Everything that is stored. */
export interface OutboxContent {
  /** Oldest first. */
  records: WaitingRecord[];
  receipts: Receipt[];
  /** The prepared pictures of the draft, in their order. */
  draft: { fields?: RequestFields; hashes: Hashes[] };
  /** How many objects (pictures and thumbnails) are stored, whichever record they belong to. */
  objects: number;
}

/** What the page's outbox holds, read past the app in one transaction. */
export async function readOutbox(page: Evaluates): Promise<OutboxContent> {
  const content = await page.evaluate(async () => {
    type Bytes = { image: ArrayBuffer; thumb: ArrayBuffer };
    type Draft = { bytes: ArrayBuffer; thumb: { bytes: ArrayBuffer }; unprepared?: true }[];
    const result = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error ?? new Error('No result.')));
      });
    const sha256 = async (data: ArrayBuffer) =>
      [...new Uint8Array(await crypto.subtle.digest('SHA-256', data))]
        .map((byte) => byte.toString(16).padStart(2, '0'))
        .join('');
    const hash = async ({ image, thumb }: Bytes) => ({
      image: await sha256(image),
      thumb: await sha256(thumb),
    });

    const opening = indexedDB.open('outbox');
    // Only looking: creating it would take the app's migrations away.
    opening.addEventListener('upgradeneeded', () => opening.transaction?.abort());
    const database = await result(opening).catch(() => undefined);
    if (!database) return { records: [], receipts: [], draft: { hashes: [] }, objects: 0 };
    const stores = ['records', 'objects', 'receipts', 'drafts'] as const;
    const transaction = database.transaction(stores);
    const [records, objects, receipts, drafts] = stores.map((name) =>
      transaction.objectStore(name),
    ) as [IDBObjectStore, IDBObjectStore, IDBObjectStore, IDBObjectStore];
    const bytesOf = async (key: string, index: number): Promise<Bytes> => {
      const [image, thumb] = await Promise.all(
        ['image', 'thumb'].map((part) => result<ArrayBuffer>(objects.get([key, index, part]))),
      );
      return { image: image!, thumb: thumb! };
    };
    const found = await result<PendingRequest[]>(records.getAll());
    const [bytes, sent, fields, images, count] = await Promise.all([
      Promise.all(
        found.map(({ key, images }) => Promise.all(images.map((_, index) => bytesOf(key, index)))),
      ),
      result<Receipt[]>(receipts.getAll()),
      result<RequestFields | undefined>(drafts.get('fields')),
      result<Draft | undefined>(drafts.get('images')),
      result(objects.count()),
    ]);
    database.close();
    const prepared = (images ?? []).filter(({ unprepared }) => !unprepared);
    return {
      records: await Promise.all(
        found.map(async (record, at) => ({
          ...record,
          hashes: await Promise.all(bytes[at]!.map(hash)),
        })),
      ),
      receipts: sent,
      draft: {
        ...(fields && { fields }),
        hashes: await Promise.all(
          prepared.map(({ bytes: image, thumb }) => hash({ image, thumb: thumb.bytes })),
        ),
      },
      objects: count,
    };
  });
  return { ...content, records: content.records.toSorted((a, b) => a.savedAt - b.savedAt) };
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

export interface Seed {
  fields: RequestFields;
  /** Bytes of each picture; its thumbnail has a hundredth of them. */
  pictures?: number[];
}

/** Puts records straight into the outbox, as a saved request leaves them; the app must be open. */
export async function seedOutbox(page: Page, seeds: Seed[]): Promise<WaitingRecord[]> {
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
    const keys = list.map(({ fields, pictures = [] }, order) => {
      const key: string = crypto.randomUUID();
      const type = 'image/jpeg';
      const sizes = pictures.map((size) => ({ image: size, thumb: Math.ceil(size / 100) }));
      transaction.objectStore('records').add({
        key,
        revision: crypto.randomUUID(),
        id: String(1e9 + Math.floor(Math.random() * 9e9)),
        fields,
        images: sizes.map(({ image, thumb }, index) => ({
          name: `${index}.jpg`,
          image: { type, size: image },
          thumb: { type, size: thumb },
        })),
        savedAt: Date.now() + order,
        step: 'create',
        tries: 0,
        attempts: 0,
        notBefore: 0,
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
  return (await waitingRecords(page)).filter(({ key }) => keys.includes(key));
}

/** The hashes of the draft's prepared pictures. */
export async function draftedHashes(page: Page): Promise<Hashes[]> {
  return (await readOutbox(page)).draft.hashes;
}
