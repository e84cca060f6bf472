/**
 * What a stranger can do who knows the ids of two requests and the address of a picture: nothing. One
 * request is sent, the other's pictures are still awaited.
 */
// @module-tag official
import { request as httpRequest } from 'node:http';
import { beforeEach, expect, test } from 'vitest';
import { toFields, type Plain } from '../../backend/protoJson';
import { EMPTY_FIELDS } from '../../src/domain/requestFields';
import { MAX_IMAGE_BYTES, MAX_THUMBNAIL_BYTES } from '../../src/domain/constants';
import { newRandomId, newReceipt, newRequestId } from '../../src/domain/ids';
import { IMAGE_TYPES } from '../support/acceptedTypes';
import { sendChunk, startUpload } from '../../src/firebase/rest/uploadCalls';
import { createMemoryStore } from '../../src/outbox/store/memoryStore';
import { seeded } from '../support/deliveryFaults';
import { storedObjects, storedRequests } from '../support/serverContent';
import { backend } from './localBackend';
import { createDevice, onServer } from './device';
import { depsFor } from '../support/sampleRequests';

const random = seeded(7);
const BUCKET = 'demo-cabinets.appspot.com';
const database = 'projects/demo-cabinets/databases/(default)';
const firestore = () => `${backend.origins.firestore}/v1/${database}`;
const storage = () => `${backend.origins.storage}/v0/b/${BUCKET}/o`;

type Fields = Record<string, Plain>;
type Write = Record<string, unknown>;
const NOW = { updateTransforms: [{ fieldPath: 'created', setToServerValue: 'REQUEST_TIME' }] };
const write = (path: string, fields: Fields, rest: Write = {}): Write => ({
  update: { name: `${database}/documents/${path}`, fields: toFields(fields) },
  ...rest,
});
const change = (path: string, fields: Fields): Write =>
  write(path, fields, { updateMask: { fieldPaths: Object.keys(fields) } });
const commit = (...writes: Write[]) =>
  fetch(`${firestore()}/documents:commit`, { method: 'POST', body: JSON.stringify({ writes }) });
const read = (path: string) => fetch(`${firestore()}/documents/${path}`);

const config = () => depsFor(backend.ports, createMemoryStore()).config;
/** The start of an upload, which the rules decide. */
const start = (object: string, size = 10) =>
  startUpload(config(), { object, contentType: 'image/jpeg', size });
/** Its answer's status, or one of success. */
const startStatus = async (object: string) => {
  const answer = await start(object);
  return { status: answer.type === 'refused' ? answer.status : 200 };
};
/** A whole upload, as far as it is allowed. */
async function upload(object: string, size: number): Promise<void> {
  const started = await start(object, size);
  if (started.type !== 'started') return;
  const { session } = started;
  const all = { chunk: new Uint8Array(size), offset: 0 };
  await sendChunk(config(), { object, size, session }, all);
}

const fields = (id: string): Fields => ({
  ...EMPTY_FIELDS,
  id,
  status: 1,
  name: 'A Stranger',
  email: 'a@b.example',
  phone: '1',
  address: 'x',
  description: 'y',
  files: [],
});
const ticket = (receipt: string, names = 2): Fields => ({
  images: Array.from({ length: names }, () => `${newRandomId(random)}.jpg`),
  thumbs: Array.from({ length: names }, () => `${newRandomId(random)}.jpg`),
  receipt,
  honeypot: '',
  seconds: 1,
});
/** The batch that creates a request of the stranger's own. */
function creation(id = newRequestId(random), receipt = newReceipt(random)): Write[] {
  return [
    write(`requests/${id}`, fields(id), NOW),
    write(`uploads/${id}`, ticket(receipt), NOW),
    write(`receipts/${receipt}`, { id, attached: false }),
  ];
}
const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index));

/** A sent request with a picture, and one whose picture has not arrived yet. */
let sent: { id: string; name: string; url: string };
let open: string;
let before: string;
const onTheServer = () => JSON.stringify([onServer(backend), backend.firestore.list('receipts')]);
beforeEach(async () => {
  const device = createDevice(backend, random, createMemoryStore());
  await device.save([100], 'The first.');
  await device.deliver();
  const [{ id, files } = { id: '', files: [] }] = storedRequests(backend);
  sent = { id, name: files[0]!.ref.split('/')[2]!, url: files[0]!.url };
  await device.save([100], 'The second.');
  device.wire.fault('start', { when: 'before' });
  await device.deliver();
  open = storedRequests(backend).find((request) => request.id !== id)!.id;
  before = onTheServer();
});

/** One request with a `Host` of its own, which `fetch` does not let through. */
const asHost = (url: string, host: string) =>
  new Promise<{ status: number }>((resolve, reject) => {
    const headers = { host, authorization: 'Bearer owner' };
    httpRequest(url, { headers }, (response) => resolve({ status: response.resume().statusCode! }))
      .on('error', reject)
      .end();
  });

const services = () => {
  const { firestore, storage, auth } = backend.origins;
  return [firestore, storage, auth];
};

/** Everything the stranger tries, with the answer to each. */
const ATTEMPTS: Record<string, () => Promise<{ status: number }>[]> = {
  'guessed names': () =>
    times(80, (index) =>
      startStatus(`requests/${index % 2 ? open : sent.id}/${newRandomId(random)}.jpg`),
    ),
  'overwriting, and the known name with other endings': () =>
    [sent.id, open].flatMap((id) =>
      Object.keys(IMAGE_TYPES).map((ending) =>
        startStatus(`requests/${id}/${sent.name.split('.')[0]}.${ending}`),
      ),
    ),
  'a second ticket': () =>
    [sent.id, open].flatMap((id) => {
      const receipt = newReceipt(random);
      const [, second, noted] = creation(id, receipt) as [Write, Write, Write];
      return [commit(second), commit(second, noted), commit(...creation(id, receipt))];
    }),
  'a foreign attach': () =>
    [sent.id, open].flatMap((id) => {
      const ref = `requests/${sent.id}/${sent.name}`;
      const files = [{ ref, url: sent.url, thumb: sent.url, thumbRef: ref }];
      const attach = change(`requests/${id}`, { files });
      const guessed = () => change(`receipts/${newReceipt(random)}`, { attached: true });
      return [commit(attach), ...times(10, () => commit(attach, guessed()))];
    }),
  'fields one by one, as they are and otherwise': () =>
    storedRequests(backend).flatMap(({ id, ...request }) =>
      Object.entries(request).flatMap(([name, value]) => [
        commit(change(`requests/${id}`, { [name]: value as Plain })),
        commit(change(`requests/${id}`, { [name]: 'a guess' })),
      ]),
    ),
  'the time moved': () =>
    [sent.id, open].flatMap((id) => [
      commit(write(`requests/${id}`, {}, { ...NOW, updateMask: { fieldPaths: [] } })),
      commit(write(`uploads/${id}`, {}, { ...NOW, updateMask: { fieldPaths: [] } })),
      commit(write(`requests/${id}`, fields(id), NOW)),
    ]),
  deleting: () =>
    [sent.id, open].flatMap((id) =>
      ['requests', 'uploads'].map((path) =>
        commit({ delete: `${database}/documents/${path}/${id}` }),
      ),
    ),
  'reading and listing': () => [
    ...['requests', 'uploads'].flatMap((path) => [
      read(path),
      read(`${path}/${sent.id}`),
      read(`${path}/${open}`),
    ]),
    read('receipts'),
    ...times(20, () => read(`receipts/${newReceipt(random)}`)),
    fetch(`${storage()}?prefix=${encodeURIComponent(`requests/${sent.id}/`)}`),
    fetch(`${storage()}/${encodeURIComponent(`requests/${open}/${newRandomId(random)}.jpg`)}`),
  ],
  '500 creates in one commit': () => [commit(...times(500, () => creation()).flat())],
  '11 creates in one commit': () => [commit(...times(11, () => creation()).flat())],
  'a foreign page with the owner’s rights': () =>
    services().flatMap((origin) =>
      ['https://evil.example', 'http://192.168.0.7:5000', 'null'].map((page) =>
        fetch(origin, { headers: { origin: page, authorization: 'Bearer owner' } }),
      ),
    ),
  'a foreign name for this machine': () =>
    services().flatMap((origin) =>
      ['evil.example', '192.168.0.7:8080'].map((host) => asHost(`${origin}/`, host)),
    ),
};

test('a stranger gets nowhere in 200 attempts', async () => {
  let all = 0;
  for (const [what, attempt] of Object.entries(ATTEMPTS)) {
    const answers = await Promise.all(attempt());
    const successes = answers.filter(({ status }) => status < 400).length;
    console.info(`${what}: ${successes} of ${answers.length} succeeded`);
    expect([what, successes]).toEqual([what, 0]);
    all += answers.length;
  }
  expect(all).toBeGreaterThanOrEqual(200);
  expect(onTheServer()).toBe(before);
});

test('a stranger’s right and wrong guesses get the same answer', async () => {
  const answer = async (phone: string) =>
    (await commit(change(`requests/${sent.id}`, { phone }))).text();
  const { phone } = storedRequests(backend).find(({ id }) => id === sent.id)!;
  expect(await answer(phone)).toBe(await answer('a guess'));
});

test('a stranger can store at most 20.5 MiB for one request, and nothing after 30 days', async () => {
  const id = newRequestId(random);
  const batch = creation(id);
  expect((await commit(...batch)).status).toBe(200);
  const { images, thumbs } = (batch[1] as { update: { fields: never } }).update.fields as Record<
    string,
    { arrayValue: { values: { stringValue: string }[] } }
  >;
  const sizes = [
    MAX_IMAGE_BYTES + 1,
    MAX_IMAGE_BYTES,
    MAX_THUMBNAIL_BYTES + 1,
    MAX_THUMBNAIL_BYTES,
  ];
  for (const size of sizes) {
    for (const { stringValue } of [...images!.arrayValue.values, ...thumbs!.arrayValue.values]) {
      const [name] = stringValue.split('.');
      for (const ending of ['jpg', 'png']) await upload(`requests/${id}/${name}.${ending}`, size);
    }
  }
  const own = storedObjects(backend).filter(({ name }) => name.includes(id));
  expect(own.reduce((sum, { size }) => sum + size, 0)).toBe(20.5 * 1024 * 1024);

  const late = `uploads/${newRequestId(random)}`;
  const created = new Date(Date.now() - 31 * 24 * 60 * 60_000);
  const old = ticket(newReceipt(random));
  backend.firestore.commit([{ path: late, fields: toFields({ ...old, created }) }]);
  const [name] = old['images'] as string[];
  expect(await startStatus(`${late.replace('uploads', 'requests')}/${name}`)).toEqual({
    status: 403,
  });
});
