/** A line that dies without a word under the live gallery, under a clock of the test. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { deleteApp } from 'firebase/app';
import { setLogLevel } from 'firebase/firestore';
import type { Backend } from '../../backend/backend';
import { KEEP_ALIVE } from '../../backend/firestore/webchannel/session';
import { toFields } from '../../backend/protoJson';
import { firebaseApp } from '../../src/firebase/app';
import { readConfig } from '../../src/firebase/config';
import { followPage } from '../../src/gallery/data/worker/followPage';
import { startSiteBackend } from '../../tools/start/siteBackend';
import { work } from '../rules/sampleDocuments';

/** Milliseconds without a byte after which the SDK takes its connection for dead. */
const PATIENCE = 1.5 * KEEP_ALIVE;
const SECOND = 1000;

let backend: Backend;
let line: Awaited<ReturnType<typeof startLine>>;
vi.stubGlobal('__LOCAL__', true);

beforeAll(async () => {
  // The SDK would say that the line is gone.
  setLogLevel('silent');
  const ports = { hosting: 0, firestore: 0, auth: 0, storage: 0 };
  backend = await startSiteBackend({ host: '127.0.0.1', ports, quiet: true });
  line = await startLine(Number(new URL(backend.origins.firestore).port));
});
afterEach(() => vi.useRealTimers());
afterAll(async () => {
  line.close();
  await backend.stop();
});

/**
 * Hands bytes on to a port. `die`: what an answer comes on stays open, and no byte comes through any more; what is idle is
 * closed. `asked`: how many requests have come.
 */
async function startLine(port: number) {
  const answering = new Set<Socket>();
  const idle = new Set<Socket>();
  let asked = 0;
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    near.on('data', (bytes) => {
      asked += 1;
      const isBackChannel = bytes.toString('latin1').startsWith('GET');
      (isBackChannel ? answering : idle).add(near);
      far.write(bytes);
    });
    far.on('data', (bytes) => (answering.has(near) || idle.has(near)) && near.write(bytes));
    near.on('close', () => far.destroy());
    // Where the other end is gone already.
    for (const socket of [near, far]) socket.on('error', () => socket.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: () => asked,
    die() {
      answering.clear();
      for (const near of idle) near.destroy();
      idle.clear();
    },
    close: () => server.close(),
  };
}

/** Moves the clock by seconds until it is so, with time for what really takes some. Answers how far. */
async function until(isSo: () => boolean): Promise<number> {
  let waited = 0;
  for (; !isSo(); waited += SECOND) {
    if (waited > 2 * PATIENCE) throw new Error('It does not happen.');
    await vi.advanceTimersByTimeAsync(SECOND);
    for (let turns = 0; turns < 20; turns += 1) await new Promise((next) => setImmediate(next));
  }
  return waited;
}

test('a connection that dies without a word is given up after one and a half keep-alives, and nothing is missed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const config = { ...readConfig({}, '127.0.0.1'), firestoreOrigin: line.origin };
  const heard: string[][] = [];
  const onError = vi.fn();
  const onWorks = (works: { id: string }[]) => heard.push(works.map(({ id }) => id));
  const stop = followPage(config, {}, onWorks, onError);
  await until(() => heard.length > 0);
  line.die();
  const fields = toFields({ ...work, id: 'late', created: new Date(Date.UTC(2030, 0, 1)) });
  backend.firestore.commit([{ path: 'gallery/late', fields }]);
  const before = line.asked();
  expect(await until(() => line.asked() > before)).toBeLessThanOrEqual(PATIENCE);
  expect(heard).toHaveLength(1);
  expect(await until(() => heard.length > 1)).toBeLessThanOrEqual(2 * SECOND);
  expect(heard).toEqual([heard[0], [...heard[0]!, 'late']]);
  expect(onError).not.toHaveBeenCalled();
  stop();
  await deleteApp(firebaseApp(config));
});
