/** Requests that the first release has saved (tests/recordings) are delivered by every later version. */
import 'fake-indexeddb/auto';
import { readFileSync } from 'node:fs';
import { openDB } from 'idb';
import { expect, test } from 'vitest';
import { createConnection } from '../../src/outbox/databaseConnection';
import { createDeliverer } from '../../src/outbox/deliverer';
import { createDrafts } from '../../src/outbox/drafts';
import { createIdbStore } from '../../src/outbox/idbStore';
import { storedObjects, storedRequests } from '../support/serverContent';
import { backend } from './localBackend';
import { depsFor } from '../support/sampleRequests';

type Key = string | (string | number)[];
interface Recording {
  version: number;
  storage: string;
  documents: { path: string; fields: never }[];
  objects: { name: string; contentType: string; $bytes: string }[];
  stores: Record<string, { keyPath: string | null; entries: [Key, unknown][] }>;
}
const TEXT = readFileSync(new URL('../recordings/outbox-1.json', import.meta.url), 'utf8');

/** Values as IndexedDB held them. */
function decode(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(decode);
  if (typeof value !== 'object' || value === null) return value;
  const { $bytes, kind, type } = value as Record<string, string>;
  if ($bytes === undefined) {
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, decode(part)]));
  }
  const bytes = new Uint8Array(Buffer.from($bytes, 'base64')).buffer;
  return kind === 'ArrayBuffer' ? bytes : new Blob([bytes], { type: type! });
}

/** Puts the recording into a database, and the part that had arrived onto the server. */
async function replay(): Promise<void> {
  const { storage } = JSON.parse(TEXT) as Recording;
  const text = TEXT.replaceAll(storage, backend.origins.storage).replaceAll(
    /(?<="timestampValue": ")[^"]+/g,
    new Date().toISOString(),
  );
  const { version, documents, objects, stores } = JSON.parse(text) as Recording;
  const database = await openDB('outbox', version, {
    upgrade(db) {
      for (const [name, { keyPath }] of Object.entries(stores)) {
        db.createObjectStore(name, keyPath === null ? {} : { keyPath });
      }
    },
  });
  for (const [name, { keyPath, entries }] of Object.entries(stores)) {
    for (const [key, value] of entries) {
      await database.add(name, decode(value), keyPath === null ? key : undefined);
    }
  }
  database.close();
  for (const { path, fields } of documents) backend.firestore.commit([{ path, fields }]);
  for (const { name, contentType, $bytes } of objects) {
    backend.storage.put(name, Buffer.from($bytes, 'base64'), { contentType });
  }
}

test('every request that the first release saved arrives once with its pictures, and its draft is complete', async () => {
  await replay();
  const connection = createConnection();
  const store = createIdbStore(connection);
  const before = await store.list();
  expect(before.map(({ step, fields }) => [step, fields.description])).toEqual([
    ['attach', 'The attach was not answered, and has not arrived.'],
    ['upload', 'One picture is stored, the other on its way.'],
    ['upload', 'Its picture waits for a page.'],
    ['create', 'Refused.'],
    ['create', 'The create was not answered, and has arrived.'],
    ['create', 'Not tried yet.'],
  ]);
  const refused = before.filter(({ needsAttention }) => needsAttention);
  expect(refused.map(({ fields }) => fields.description)).toEqual(['Refused.']);
  const [sent] = await store.sentRequests();
  // A refused request is tried again a day later.
  const deps = { ...depsFor(backend.ports, store), now: () => Date.now() + 25 * 60 * 60_000 };
  await createDeliverer(deps).deliver('all');

  expect(await store.list()).toEqual([]);
  const requests = storedRequests(backend).map(({ description, files }) => [
    description,
    files.length,
  ]);
  expect(requests.toSorted()).toEqual(
    [
      ['Sent.', 0],
      ...before.map(({ fields, images }) => [fields.description, images.length]),
    ].toSorted(),
  );
  expect(storedObjects(backend)).toHaveLength(2 * before.flatMap(({ images }) => images).length);
  expect((await store.sentRequests())[0]).toEqual(sent);
  expect(await store.sentRequests()).toHaveLength(1 + before.length);

  expect(await createDrafts(connection).load()).toMatchObject({
    fields: { description: 'A draft, not sent yet.', categories: ['doors'] },
    images: [{ name: 'image-9.jpg', type: 'image/jpeg', file: { size: 300 } }],
  });
  connection.close();
});

test('a database from before the first release opens', async () => {
  await new Promise((resolve) => {
    indexedDB.deleteDatabase('outbox').addEventListener('success', resolve);
  });
  const database = await openDB('outbox', 1, {
    upgrade(db) {
      for (const name of ['records', 'receipts']) db.createObjectStore(name, { keyPath: 'key' });
      for (const name of ['objects', 'drafts']) db.createObjectStore(name);
    },
  });
  database.close();
  const connection = createConnection();
  expect(await createIdbStore(connection).list()).toEqual([]);
  expect(await createDrafts(connection).load()).toBeUndefined();
  connection.close();
});
