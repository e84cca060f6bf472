/** The loop and the readers against the local backend with the project's own rules. */
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startBackend, type Backend } from '../../../local/backend';
import type { FaultSpec } from '../../../local/faults/index';
import type { BackendConfig } from '../../../src/backend/config';
import {
  readGallery,
  readServiceTypes,
  readVersion,
  readWork,
} from '../../../src/backend/rest/readers';
import { createDeliverer } from '../../../src/outbox/deliverer';
import { createMemoryStore } from '../../../src/outbox/memoryStore';
import { removeRequest } from '../../../src/outbox/removeRequest';
import { storedObjects, storedRequests } from '../../browser/stored';
import { depsFor, fields, image, saveSample } from './samples';

let backend: Backend;
let config: BackendConfig;

beforeEach(async () => {
  const ports = { hosting: 0, firestore: 0, auth: 0, storage: 0 };
  backend = await startBackend({ host: '127.0.0.1', ports, faults: true, quiet: true });
  ({ config } = depsFor(backend.ports, createMemoryStore()));
});

afterEach(() => backend.stop());

function createDevice() {
  const store = createMemoryStore();
  const deps = depsFor(backend.ports, store, Date.now());
  return { store, deps, deliverer: createDeliverer(deps) };
}

const images = [image(700_000, 1), image(20_000, 2)];

const save = (device: ReturnType<typeof createDevice>, chosen = images) =>
  saveSample(device.deps, chosen);

const sha256 = (bytes: ArrayBuffer) =>
  createHash('sha256').update(new Uint8Array(bytes)).digest('hex');

function expectOnce() {
  const requests = storedRequests(backend);
  expect(requests).toEqual([
    {
      ...fields,
      id: requests[0]?.id,
      status: 1,
      created: expect.any(String),
      files: expect.any(Array),
    },
  ]);
  const objects = new Map(storedObjects(backend).map((object) => [object.name, object.sha256]));
  expect(objects.size).toBe(images.length * 2);
  expect(
    requests[0]!.files.map(({ ref, thumbRef }) => [objects.get(ref), objects.get(thumbRef)]),
  ).toEqual(images.map(({ bytes, thumb }) => [sha256(bytes), sha256(thumb)]));
  return requests[0]!;
}

const firestore: FaultSpec = { service: 'firestore', count: 1, do: { kind: 'reset' } };
const upload = (command: string): FaultSpec => ({
  service: 'storage',
  header: { name: 'X-Goog-Upload-Command', value: new RegExp(`^${command}$`) },
  count: 1,
  do: { kind: 'reset' },
});

describe('delivery under the rules', () => {
  test('once, and each address answers its picture', async () => {
    const device = createDevice();
    await save(device);
    expect(await device.deliverer.deliver()).toEqual({});
    const { files } = expectOnce();
    const answer = await fetch(files[0]!.url);
    expect(answer.headers.get('content-type')).toBe('image/jpeg');
    expect(sha256(await answer.arrayBuffer())).toBe(sha256(images[0]!.bytes));
  });

  test.each<[string, FaultSpec]>([
    ['answer of the create', { ...firestore, when: 'after' }],
    ['create', firestore],
    ['answer of the attach', { ...firestore, after: 1, when: 'after' }],
    ['answer of a start', { ...upload('start'), when: 'after' }],
    ['answer of a chunk', { ...upload('upload'), when: 'after' }],
    ['answer of a last chunk', { ...upload('upload, finalize'), when: 'after' }],
    ['body of a chunk', { ...upload('upload'), do: { kind: 'cut', afterBytes: 100_000 } }],
    ['session', { ...upload('upload'), do: { kind: 'status', status: 410 } }],
    ['offset', { ...upload('upload'), do: { kind: 'status', status: 400 } }],
    ['network, to a portal', { ...upload('upload, finalize'), do: { kind: 'captive' } }],
  ])('lost: %s', async (_, fault) => {
    const device = createDevice();
    await save(device);
    const armed = backend.faults.add(fault);
    await device.deliverer.deliver(true);
    await device.deliverer.deliver(true);
    expect(armed.hits).toBe(1);
    expectOnce();
  });

  test('a cut chunk goes on at the server’s offset: no byte beyond it goes twice', async () => {
    const device = createDevice();
    await save(device);
    backend.faults.add({ ...upload('upload'), do: { kind: 'cut', afterBytes: 100_000 } });
    await device.deliverer.deliver();
    await device.deliverer.deliver(true);
    const offsets = backend.requests.entries
      .map(({ body }) => body.offset)
      .filter(Number.isInteger);
    expect(offsets[0]).toBe(0);
    expect(offsets[1]).toBeGreaterThan(0);
    expectOnce();
  });

  test('a stranger has the id', async () => {
    const stranger = createDevice();
    await save(stranger, []);
    const [{ id } = { id: '' }] = await stranger.store.list();
    await stranger.deliverer.deliver();
    const device = createDevice();
    await saveSample(device.deps, [], { name: 'Grace' });
    const [record] = await device.store.list();
    await device.store.update({ ...record!, id }, record!.revision);
    await device.deliverer.deliver();
    const requests = storedRequests(backend);
    expect(requests.map(({ name }) => name)).toEqual(['Ada', 'Grace']);
    expect(requests[1]?.id).not.toBe(id);
  });

  test('deleting after a create that was never answered', async () => {
    const device = createDevice();
    backend.faults.add({ ...firestore, when: 'after' });
    const arrived = await save(device);
    await device.deliverer.deliver();
    backend.faults.add(firestore);
    const lost = await save(device);
    await device.deliverer.deliver();
    expect(await removeRequest(device.deps, arrived)).toBe('sent');
    expect(await removeRequest(device.deps, lost)).toBe('removed');
    expect(storedRequests(backend)).toHaveLength(1);
  });

  test('what the rules refuse needs attention', async () => {
    const device = createDevice();
    await saveSample(device.deps, images, { name: '' });
    await device.deliverer.deliver();
    const [record] = await device.store.list();
    expect(record?.needsAttention).toMatchObject({ step: 'create', status: 403 });
    expect(storedRequests(backend)).toEqual([]);
  });
});

test('what the screens read of the seed', async () => {
  const gallery = await readGallery(config);
  if (!gallery.ok) throw new Error(gallery.reason);
  expect(gallery.value).toHaveLength(8);
  const [work] = gallery.value;
  expect(work!.cover.thumb).toContain(`:${backend.ports.storage}/v0/b/`);
  expect(await readWork(config, work!.id)).toEqual({ ok: true, value: work });
  expect(await readWork(config, 'no-such-work')).toEqual({ ok: false, reason: 'missing' });
  expect(await readVersion(config)).toEqual({ ok: true, value: 0.62 });
  expect(await readServiceTypes(config)).toMatchObject({ ok: true });
  await backend.goDown('firestore');
  expect(await readGallery(config)).toEqual({ ok: false, reason: 'offline' });
});
