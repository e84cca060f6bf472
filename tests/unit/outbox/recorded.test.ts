/** An outbox that version 0.62 wrote (tests/recordings) is delivered by this one, under the rules. */
import 'fake-indexeddb/auto';
import { readFileSync } from 'node:fs';
import { openDB } from 'idb';
import { expect, test } from 'vitest';
import type { PendingRequest } from '../../../src/outbox/record';
import { createConnection } from '../../../src/outbox/connection';
import { createDeliverer } from '../../../src/outbox/deliverer';
import { createDrafts } from '../../../src/outbox/drafts';
import { createIdbStore } from '../../../src/outbox/idbStore';
import { moveKeptReviews } from '../../../src/outbox/oldReviews';
import { createKeptReviews } from '../../../src/reviews/keptReviews';
import { storedRequests } from '../../browser/stored';
import { backend } from '../../delivery/backend';
import { depsFor } from '../../delivery/samples';

type KeptReview = Record<'id' | 'text', string> & { stars: number };
type Key = string | (string | number)[];
interface Recording {
  server: {
    storage: string;
    documents: { path: string; fields: never }[];
    objects: {
      name: string;
      record: string;
      index: number;
      part: string;
      contentType: string;
      sha256: string;
      tokens: string[];
    }[];
  };
  stores: Record<string, { keyPath: string | null; entries: [Key, unknown][] }>;
}
const TEXT = readFileSync(new URL('../../recordings/outbox-v1.json', import.meta.url), 'utf8');

const stored = new Map<string, string>();
/** The browser's local storage. */
const createLocalStorage = () =>
  ({
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  }) as unknown as Storage;

/** Values as IndexedDB held them. */
function decode(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(decode);
  if (typeof value !== 'object' || value === null) return value;
  const { $bytes, kind, name, type } = value as Record<string, string>;
  if ($bytes === undefined) {
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, decode(part)]));
  }
  const bytes = new Uint8Array(Buffer.from($bytes, 'base64')).buffer;
  return kind === 'ArrayBuffer' ? bytes : new File([bytes], name!, { type: type! });
}

/** Puts the recording into a database and what it had sent already onto the server. */
async function replay(): Promise<Recording> {
  const { storage } = (JSON.parse(TEXT) as Recording).server;
  const recording = JSON.parse(TEXT.replaceAll(storage, backend.origins.storage)) as Recording;
  const { server, stores } = recording;
  const database = await openDB('outbox', 1, {
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
  for (const { path, fields } of server.documents) backend.firestore.commit([{ path, fields }]);
  const objects = new Map(
    stores['objects']!.entries.map(([key, value]) => [JSON.stringify(key), decode(value)]),
  );
  for (const { name, record, index, part, contentType, tokens } of server.objects) {
    const bytes = objects.get(JSON.stringify([record, index, part])) as ArrayBuffer;
    backend.storage.put(name, Buffer.from(bytes), { contentType }, tokens[0]);
  }
  return recording;
}

test('each record goes on at its step, the draft is whole, and nothing is sent twice', async () => {
  const recording = await replay();
  const connection = createConnection();
  const store = createIdbStore(connection);
  const before = await store.list();
  const stored = recording.stores['records']!.entries.map(([, value]) => value as PendingRequest);
  const steps = stored.toSorted((a, b) => a.savedAt - b.savedAt).map(({ step }) => step);
  expect(before.map(({ step }) => step)).toEqual(steps);
  expect(steps).toEqual(['create', 'attach', 'upload', 'create', 'create']);
  await createDeliverer(depsFor(backend.ports, store)).deliver(true);

  // What was created without a ticket: the text has arrived, the rules no longer take the images.
  const left = await store.list();
  expect(left.map(({ step, needsAttention }) => [step, needsAttention])).toEqual(
    ['attach', 'upload'].map((step) => [
      step,
      { step: 'upload', status: 0, message: 'Its pictures are no longer taken.' },
    ]),
  );
  // All others, also the one that the last version had given up.
  const sent = before.filter(({ step }) => step === 'create');
  const requests = storedRequests(backend);
  expect(requests.map(({ description }) => description).toSorted()).toEqual(
    before.map(({ fields }) => fields.description).toSorted(),
  );
  const ofSent = requests.filter(({ description }) =>
    sent.some(({ fields }) => fields.description === description),
  );
  expect(ofSent.map(({ files }) => files.length).toSorted()).toEqual(
    sent.map(({ images }) => images.length).toSorted(),
  );
  expect(await store.receipts()).toHaveLength(sent.length + 1);

  const drafts = createDrafts(connection);
  expect(await drafts.load()).toMatchObject({
    fields: { description: 'A draft, not sent yet.', categories: ['kitchen-cabinets'] },
    images: [
      { name: 'ready.png', type: 'image/jpeg' },
      { name: 'slow.png', type: 'image/png' },
    ],
  });
  connection.close();

  const [key, old] = recording.stores['keptReviews']!.entries[0]! as [string, KeptReview];
  const [workId, uid] = key.split('/') as [string, string];
  const kept = createKeptReviews(moveKeptReviews, createLocalStorage);
  const { id, stars, text } = old;
  expect(await kept.load(workId, uid)).toEqual({ id, stars, text, isRefused: false });
  const again: unknown[] = [];
  await moveKeptReviews((review) => again.push(review) > 0);
  expect(again).toEqual([]);
});
