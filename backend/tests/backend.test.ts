import type { IncomingMessage } from 'node:http';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { BackendOptions } from '../backend';
import { describeForeignCaller } from '../ownPages';
import { fromFields, toFields } from '../protoJson';
import { NO_SETTINGS } from '../storage/objectStore';
import { FIREBASE_CONFIG } from './project/index';
import { FREE_PORTS, ROOT, start, temporaryFolder, type TestBackend } from './server';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

/** Stores a document that everyone may read, with the address of a picture. */
const seed: NonNullable<BackendOptions['seed']> = ({ firestore, objects, origin }, isNew) => {
  if (!isNew) return;
  objects.put('gallery/a/1.webp', Buffer.from('bytes'), NO_SETTINGS);
  const url = `${origin('storage')}/v0/b/${objects.bucket}/o/gallery%2Fa%2F1.webp?alt=media`;
  firestore.commit([{ path: 'gallery/a', fields: toFields({ cover: { url } }) }]);
};

const seeded = (options: Partial<BackendOptions> = {}) => start({ seed, ...options });

const documentUrl = (backend: TestBackend) => `${backend.origins.firestore}/v1/${ROOT}/gallery/a`;

const documentStatus = async (backend: TestBackend) => (await fetch(documentUrl(backend))).status;

const pictureUrl = ({ firestore }: TestBackend) =>
  (fromFields(firestore.get('gallery/a')!.fields)['cover'] as { url: string }).url;

const pictureStatus = async (backend: TestBackend) => (await fetch(pictureUrl(backend))).status;

describe('a backend on disk', () => {
  const request = { path: 'requests/1234567890', fields: { name: { stringValue: 'Ana' } } };

  it('keeps documents and objects, and is seeded only once', async () => {
    const first = await seeded({ dataDir: folder });
    first.firestore.commit([request, { path: 'gallery/a', fields: null }]);
    const objects = first.storage.list().map(({ name }) => name);
    await first.stop();

    const second = await seeded({ dataDir: folder });
    expect(second.firestore.snapshot().documents).toEqual([expect.objectContaining(request)]);
    expect(second.storage.list().map(({ name }) => name)).toEqual(objects);
  });

  it('changes the addresses of pictures in documents when its port changes', async () => {
    const first = await seeded({ dataDir: folder });
    const before = pictureUrl(first);
    await first.stop();
    const second = await seeded({ dataDir: folder, ports: { ...FREE_PORTS, storage: 5688 } });
    expect(pictureUrl(second)).toBe(before.replace(first.origins.storage, second.origins.storage));
    expect(await pictureStatus(second)).toBe(200);
  });

  it('unlocks its data folder when it cannot start', async () => {
    const taken = await seeded();
    const ports = { ...FREE_PORTS, auth: taken.ports.auth };
    await expect(seeded({ dataDir: folder, ports })).rejects.toThrow(
      `Port ${taken.ports.auth} on 127.0.0.1 is taken, and the auth service needs it.`,
    );
    await seeded({ dataDir: folder });
  });
});

describe('the caller', () => {
  type Caller = [host: string, origin?: string, served?: string];
  const description = (...[host, origin, served = 'localhost']: Caller) =>
    describeForeignCaller({ headers: { host, origin } } as IncomingMessage, served);

  it.each<Caller>([
    ['localhost:5000', 'http://localhost:5000'],
    ['127.0.0.9', 'http://127.1.2.3:1'],
    ['[::1]:8080', 'https://[::1]'],
    ['localhost'],
    // The address that the backend serves on purpose.
    ['192.168.1.20:5000', 'http://192.168.1.20:5000', '192.168.1.20'],
  ])('may be a page of this machine: %s %s', (...caller) => {
    expect(description(...caller)).toBe(undefined);
  });

  it.each<Caller>([
    ['rebound.example:8080'],
    ['127.0.0.1.example'],
    ['localhost@evil.example'],
    ['192.168.1.20:5000'],
    ['192.168.1.20:5000', 'http://192.168.1.20:5000', '192.168.1.2'],
    ['localhost', 'http://localhost.evil.example'],
    ['localhost', 'chrome-extension://localhost'],
    ['localhost', 'null'],
  ])('is foreign with any other Host or Origin: %s %s', (...caller) => {
    expect(description(...caller)).toMatch(/^(the Host|a page of) /);
  });

  const fetched = (site: string, mode: string, origin?: string) =>
    describeForeignCaller(
      {
        headers: { host: 'localhost', origin, 'sec-fetch-site': site, 'sec-fetch-mode': mode },
      } as unknown as IncomingMessage,
      'localhost',
    );

  it('is foreign if another site shows our picture or runs our script, but may lead here', () => {
    expect(fetched('cross-site', 'no-cors')).toBe('a page of another site');
    expect(fetched('cross-site', 'cors')).toBe('a page of another site');
    expect(fetched('cross-site', 'navigate')).toBeUndefined();
    // Another port of this machine; an address that was typed; 127.0.0.1 for localhost.
    expect(fetched('same-site', 'no-cors')).toBeUndefined();
    expect(fetched('none', 'navigate')).toBeUndefined();
    expect(fetched('cross-site', 'cors', 'http://127.0.0.1:5000')).toBeUndefined();
  });

  it('cannot write into the terminal', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const { origins, bucket } = await start({ quiet: false });
    const name = encodeURIComponent('requests/\u001b[2K\nforged\u202e.jpg');
    await fetch(`${origins.storage}/v0/b/${bucket}/o/${name}`);
    await fetch(`${origins.firestore}/v1/${ROOT}/secrets/%1b%5b2K%0aforged`);
    expect(warn.mock.calls).toEqual([
      [expect.stringMatching(/^storage: get requests\/ \[2K forged\.jpg denied: [ -~]+$/)],
      [expect.stringMatching(/^firestore: denied get \S+\/secrets\/ \[2K forged: [ -~]+$/)],
    ]);
    warn.mockRestore();
  });

  it('gets a 403 from every service if it is foreign, even for a preflight', async () => {
    const { origins } = await start({ site: { siteDir: folder, configFile: FIREBASE_CONFIG } });
    const headers = {
      Origin: 'https://evil.example',
      'Access-Control-Request-Private-Network': 'true',
    };
    for (const origin of Object.values(origins)) {
      for (const method of ['GET', 'OPTIONS']) {
        const answer = await fetch(origin, { method, headers });
        expect(answer.status).toBe(403);
        expect([...answer.headers.keys()].filter((name) => name.includes('allow'))).toEqual([]);
      }
    }
  });
});

describe('a running backend', () => {
  it('answers on IPv4 and IPv6 of localhost', async () => {
    const { port, pathname } = new URL(documentUrl(await seeded({ host: 'localhost' })));
    for (const host of ['127.0.0.1', '[::1]'])
      expect((await fetch(`http://${host}:${port}${pathname}`)).status).toBe(200);
  });

  it('listens on every address for a container, and is named localhost', async () => {
    const backend = await seeded({ host: '0.0.0.0' });
    const { hostname, port, pathname } = new URL(documentUrl(backend));
    expect(hostname).toBe('localhost');
    // macOS has no second address of its own.
    const second = process.platform === 'darwin' ? [] : ['127.0.0.2'];
    for (const host of ['127.0.0.1', '[::1]', ...second])
      expect((await fetch(`http://${host}:${port}${pathname}`)).status).toBe(200);
  });

  it('names an address that this machine does not have', async () => {
    await expect(start({ host: '192.0.2.1' })).rejects.toThrow(
      'This machine has no address 192.0.2.1, and the storage service needs it.',
    );
  });

  it('can take one or all services down and up again with their data, repeatedly', async () => {
    const backend = await seeded({ host: 'localhost' });
    await backend.goDown('storage');
    await expect(pictureStatus(backend)).rejects.toThrow('fetch failed');
    expect(await documentStatus(backend)).toBe(200);
    await backend.comeUp();
    await backend.comeUp();
    expect([await documentStatus(backend), await pictureStatus(backend)]).toEqual([200, 200]);
    await backend.goDown();
    await expect(documentStatus(backend)).rejects.toThrow('fetch failed');
    await backend.comeUp();
    expect([await documentStatus(backend), await pictureStatus(backend)]).toEqual([200, 200]);
  });

  it('without the option `faults`, applies no faults and keeps no log', async () => {
    const plain = await seeded({ faults: false });
    plain.faults.add({ do: { kind: 'status', status: 500 } });
    expect(await documentStatus(plain)).toBe(200);
    expect(plain.requests.entries).toEqual([]);
  });
});
