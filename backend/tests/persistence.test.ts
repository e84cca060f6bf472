import { once } from 'node:events';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createFirestoreStore } from '../firestore/firestoreStore';
import { CorruptedData } from '../persistence/atomicFiles';
import { lock } from '../persistence/folderLock';
import { keepDocuments, readDocuments } from '../persistence/documentsFile';
import { createObjectStore } from '../storage/index';
import { temporaryFolder } from './server';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

const now = () => new Date('2026-05-01T12:00:00.000Z');
const named = (name: string) => ({ name: { stringValue: name } });

/** Opens a store on the folder as a backend does when it starts. */
function open() {
  const initial = readDocuments(folder);
  const store = createFirestoreStore({ now, ...(initial && { initial }) });
  keepDocuments(folder, store);
  return store;
}

describe('Firestore documents on disk', () => {
  it('each commit is on disk immediately, without a clean shutdown', () => {
    const store = open();
    store.commit([{ path: 'requests/1', fields: named('Ana') }]);
    store.commit([
      { path: 'requests/1', fields: null },
      { path: 'requests/2', fields: named('Bo') },
    ]);
    const again = open();
    expect(again.snapshot()).toEqual(store.snapshot());
    expect(again.get('requests/1')).toBeNull();
    expect(again.get('requests/2')?.fields).toEqual(named('Bo'));
    expect(readdirSync(folder)).toEqual(['firestore.json']);
  });

  it.each(['{"version":1,"docu', '{"version":2}'])(
    'a corrupted file is named in the error and left unchanged: %s',
    (content) => {
      const path = join(folder, 'firestore.json');
      writeFileSync(path, content);
      expect(open).toThrow(CorruptedData);
      expect(open).toThrow(path);
      expect(readFileSync(path, 'utf8')).toBe(content);
    },
  );
});

describe('Storage objects on disk', () => {
  const openObjects = () => createObjectStore({ bucket: 'b', dataDir: folder, now });

  it('after a restart, objects have the same bytes, metadata and tokens, and replaced or removed ones are gone', () => {
    const objects = openObjects();
    objects.put('a/1.png', Buffer.from('old'), { contentType: 'image/png' });
    const stored = objects.put('a/1.png', Buffer.from('new'), { contentType: 'image/png' });
    objects.put('a/2.png', Buffer.from('gone'), {});
    objects.remove('a/2.png');

    const again = openObjects();
    expect(again.list()).toEqual([stored]);
    expect(again.bytes(again.get('a/1.png')!).toString()).toBe('new');
    expect(readdirSync(join(folder, 'bytes'))).toHaveLength(1);
  });

  it('a corrupted record is named in the error', () => {
    mkdirSync(join(folder, 'objects'));
    writeFileSync(join(folder, 'objects', 'x.json'), '{');
    expect(openObjects).toThrow(join(folder, 'objects', 'x.json'));
  });
});

describe('the lock of a folder', () => {
  const path = () => join(folder, 'lock');
  const locks = () => readdirSync(folder).filter((name) => name.startsWith('lock'));

  it('is held by one at a time; the refusal names the file', async () => {
    const unlock = await lock(path());
    const [file] = locks();
    await expect(lock(path())).rejects.toThrow(
      `its lock is ${join(folder, file!)} (process ${process.pid})`,
    );
    expect(locks()).toEqual([file]);
    unlock();
    expect(locks()).toEqual([]);
    (await lock(path()))();
  });

  it('of many that begin together, never two hold it', async () => {
    const all = await Promise.allSettled(Array.from({ length: 8 }, () => lock(path())));
    expect(all.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(1);
    for (const one of all) if (one.status === 'fulfilled') one.value();
    (await lock(path()))();
  });

  it('ends with its process, also if its number and its port belong to others now', async () => {
    const other = createServer((socket) => socket.end('something else')).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const gone = [`lock-${port}-00000000`, 'lock-1-00000000'];
    for (const name of gone) writeFileSync(join(folder, name), `${process.pid}\n`);
    const unlock = await lock(path());
    expect(locks()).toHaveLength(1);
    expect(gone).not.toContain(locks()[0]);
    unlock();
    other.close();
  });
});
