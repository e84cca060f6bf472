/** What a deployed version has saved (tests/recordings) is delivered by every later one; and what this version saves. */
import 'fake-indexeddb/auto';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { connectOutbox } from '../../src/outbox/store/database';
import { createDeliverer } from '../../src/outbox/delivery/deliverAll';
import { createDrafts } from '../../src/outbox/store/drafts';
import { createIdbStore } from '../../src/outbox/store/idbStore';
import { depsFor } from '../support/sampleRequests';
import { storedObjects, storedRequests } from '../support/serverContent';
import { backend, clear } from './localBackend';
import { RECORDED_AT, recordOutbox, replay, type Recording } from './recording';

const FOLDER = new URL('../recordings/', import.meta.url);
const deployed = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));

async function recordAnew(): Promise<Recording> {
  const recording = await recordOutbox(backend);
  clear();
  // As it would lie in a file.
  return JSON.parse(JSON.stringify(recording)) as Recording;
}

const recordings: [name: string, load: () => Promise<Recording>][] = [
  ['this version', recordAnew],
  ...deployed.map((name): [string, () => Promise<Recording>] => [
    name,
    async () => JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')) as Recording,
  ]),
];

test.each(recordings)('every request that was saved arrives once: %s', async (_, load) => {
  await replay(await load(), backend);
  const connection = connectOutbox();
  const store = createIdbStore(connection);
  const before = await store.list();
  expect(before.map(({ step, fields }) => `${step}: ${fields.description}`).toSorted()).toEqual([
    'attach: The attach was not answered, and has not arrived.',
    'create: Not tried yet.',
    'create: Refused.',
    'create: The create was not answered, and has arrived.',
    'upload: Its picture waits for a page.',
    'upload: One picture is stored, the other on its way.',
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

  // By the clock of the recording: later the draft would have expired.
  const drafts = createDrafts(connection, () => RECORDED_AT);
  expect(await drafts.load()).toMatchObject({
    fields: { description: 'A draft, not sent yet.', categories: ['doors'] },
    images: [{ name: 'image-9.jpg', type: 'image/jpeg', file: { size: 300 } }],
  });
  connection.close();
});
