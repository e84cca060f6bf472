import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startBackend, type Backend, type BackendOptions } from '../../local/backend';
import { fromFields, toFields } from '../../local/protoJson';
import { startUpload } from './storageServer';
import type { GalleryWork, WorkImage } from '../../src/domain/types';

const FREE_PORTS = { hosting: 0, firestore: 0, auth: 0, storage: 0 };

let folder: string;
let running: Backend[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'backend-'));
  running = [];
});
afterEach(async () => {
  await Promise.all(running.map((backend) => backend.stop()));
  rmSync(folder, { recursive: true });
});

async function start(options: BackendOptions = {}): Promise<Backend> {
  const backend = await startBackend({
    host: '127.0.0.1',
    ports: FREE_PORTS,
    quiet: true,
    ...options,
  });
  running.push(backend);
  return backend;
}

async function stop(backend: Backend): Promise<void> {
  running = running.filter((other) => other !== backend);
  await backend.stop();
}

const documents = (backend: Backend) =>
  `${backend.origins.firestore}/v1/projects/demo-cabinets/databases/(default)/documents`;

const versionStatus = async (backend: Backend) =>
  (await fetch(`${documents(backend)}/version/current`)).status;

const works = (backend: Backend) =>
  backend.firestore
    .list('gallery')
    .map(({ fields }) => fromFields(fields) as unknown as GalleryWork);

const addresses = (work: GalleryWork) => {
  const images: WorkImage[] = [work.cover, ...work.before, ...work.after];
  return [
    work.cover.thumb,
    ...images.flatMap(({ url, sources = [] }) => [url, ...sources.map((source) => source.url)]),
  ];
};

describe('a fresh backend', () => {
  it('holds eight works whose every picture can be fetched and cached for ever', async () => {
    const backend = await start();
    expect(works(backend)).toHaveLength(8);
    for (const work of works(backend)) {
      expect(work.before.length).toBeGreaterThan(0);
      expect(work.after.length).toBeGreaterThan(0);
      for (const address of addresses(work)) {
        const response = await fetch(address);
        expect(response.status, address).toBe(200);
        expect(response.headers.get('Content-Type')).toMatch(/^image\//);
        expect(response.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
        await response.arrayBuffer();
      }
    }
  });

  it('holds the version as a double, the service types and where files may lie', async () => {
    const backend = await start();
    expect(backend.firestore.get('version/current')?.fields).toEqual({
      version: { doubleValue: 0.62 },
    });
    const stored = backend.firestore.get('configurations/configurations')!.fields;
    const { services_types: types, download_address: pattern } = fromFields(stored);
    expect(types).toHaveLength(7);
    expect(types).toContainEqual({
      id: 'kitchen-cabinets',
      name: 'Kitchen cabinets',
      icon: 'kitchen',
    });
    const address = `${backend.origins.storage}/v0/b/${backend.bucket}/o/requests%2F1`;
    expect(address).toMatch(new RegExp(`^${String(pattern)}`));
    expect('http://evil.example/v0/b/x/o/').not.toMatch(new RegExp(`^${String(pattern)}`));
  });

  it('has reviews with the markers that the rules ask for', async () => {
    const backend = await start();
    const paths = backend.firestore.snapshot().documents.map(({ path }) => path);
    const reviews = paths.filter((path) => path.includes('/reviews/'));
    expect(reviews.length).toBeGreaterThan(3);
    for (const path of reviews) {
      const { user, id } = fromFields(backend.firestore.get(path)!.fields);
      const work = path.slice(0, path.indexOf('/reviews/'));
      const marker = backend.firestore.get(`${work}/reviewers/${String(user)}`);
      expect(marker?.fields).toEqual({ review: { stringValue: id } });
    }
  });

  it('stays empty where no seed is wanted', async () => {
    const backend = await start({ seed: false });
    expect(backend.firestore.snapshot().documents).toEqual([]);
    expect(backend.storage.list()).toEqual([]);
  });
});

describe('a backend on disk', () => {
  const request = { path: 'requests/1234567890', fields: { name: { stringValue: 'Ana' } } };

  it('keeps everything, and seeds only once', async () => {
    const first = await start({ dataDir: folder });
    first.firestore.commit([request, { path: `gallery/${works(first)[0]!.id}`, fields: null }]);
    const objects = first.storage.list().map(({ name }) => name);
    await stop(first);

    const second = await start({ dataDir: folder });
    expect(second.firestore.get(request.path)?.fields).toEqual(request.fields);
    expect(works(second)).toHaveLength(7);
    expect(second.storage.list().map(({ name }) => name)).toEqual(objects);
  });

  it('moves picture addresses along when its port changes', async () => {
    const first = await start({ dataDir: folder });
    const before = addresses(works(first)[0]!)[0]!;
    await stop(first);
    const second = await start({ dataDir: folder, ports: { ...FREE_PORTS, storage: 5688 } });
    const after = addresses(works(second)[0]!)[0]!;
    expect(after).toBe(before.replace(first.origins.storage, second.origins.storage));
    expect((await fetch(after)).status).toBe(200);
  });

  it('gives its folder free when it cannot start', async () => {
    const taken = await start();
    const ports = { ...FREE_PORTS, auth: taken.ports.auth };
    await expect(start({ dataDir: folder, ports })).rejects.toThrow(
      `Port ${taken.ports.auth} on 127.0.0.1 is taken, and the auth service needs it.`,
    );
    await start({ dataDir: folder });
  });
});

describe('a running backend', () => {
  it('answers on both address families of localhost', async () => {
    const backend = await start({ host: 'localhost' });
    const url = new URL(`${documents(backend)}/version/current`);
    const answers: number[] = [];
    for (const host of ['127.0.0.1', '[::1]']) {
      url.hostname = host;
      answers.push((await fetch(url)).status);
    }
    expect(answers).toEqual([200, 200]);
  });

  it('goes down, one service or all, and comes back with its data, also twice', async () => {
    const backend = await start({ host: 'localhost' });
    const coverStatus = async () => (await fetch(works(backend)[0]!.cover.url)).status;
    await backend.goDown('storage');
    await expect(coverStatus()).rejects.toThrow('fetch failed');
    expect(await versionStatus(backend)).toBe(200);
    await backend.comeUp();
    await backend.comeUp();
    expect([await versionStatus(backend), await coverStatus()]).toEqual([200, 200]);
    await backend.goDown();
    await expect(versionStatus(backend)).rejects.toThrow('fetch failed');
    await backend.comeUp();
    expect([await versionStatus(backend), await coverStatus()]).toEqual([200, 200]);
  });

  it('obeys faults and keeps a log only where it was started for tests', async () => {
    const plain = await start();
    plain.faults.add({ do: { kind: 'status', status: 500 } });
    expect(await versionStatus(plain)).toBe(200);
    expect(plain.requests.entries).toEqual([]);

    const tested = await start({ faults: true });
    tested.faults.add({ service: 'firestore', count: 1, do: { kind: 'status', status: 500 } });
    expect([await versionStatus(tested), await versionStatus(tested)]).toEqual([500, 200]);
    expect(tested.requests.filter(({ service }) => service === 'firestore')).toHaveLength(2);
  });

  it('lets Storage rules look into Firestore', async () => {
    const backend = await start();
    const upload = () =>
      startUpload(backend.origins.storage, 'requests/1234567890/Ab3dEf6hIj.jpg', { size: 10 });
    expect((await upload()).status).toBe(403);
    backend.firestore.commit([
      { path: 'requests/1234567890', fields: { files: { arrayValue: { values: [] } } } },
    ]);
    expect((await upload()).status).toBe(200);
  });
});

describe('the data page', () => {
  it('shows what is stored and escapes it', async () => {
    const backend = await start();
    const fields = toFields({
      name: '<script>alert(1)</script>',
      created: new Date('2026-05-01T12:00:00Z'),
      categories: ['color-consultation', 'odd'],
      files: [{ url: 'javascript:alert(1)' }],
    });
    backend.firestore.commit([{ path: 'requests/1234567890', fields }]);
    const response = await fetch(`${backend.origins.firestore}/`);
    const page = await response.text();
    expect(response.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
    expect(page).toContain('&#60;script&#62;alert(1)&#60;/script&#62;');
    expect(page).not.toContain('<script>alert');
    expect(page).not.toContain('javascript:');
    expect(page).toContain('<li>Color consultation</li><li>odd</li>');
    for (const work of works(backend)) expect(page).toContain(`<code>${work.id}</code>`);
  });

  it('tells its readers about changes', async () => {
    const backend = await start();
    const events = await fetch(`${backend.origins.firestore}/data/events`);
    const reader = events.body!.pipeThrough(new TextDecoderStream()).getReader();
    await reader.read();
    backend.firestore.commit([{ path: 'requests/1', fields: {} }]);
    expect((await reader.read()).value).toContain('event: change');
    await reader.cancel();
  });
});
