/** The local backend of a test file, empty before each of its tests. */
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { Backend } from '../../backend/backend';
import { startSiteBackend } from '../../tools/start/siteBackend';
import { storedObjects } from '../support/serverContent';
import { officialFirestore } from '../official/workerEmulator';
import { once, onServer, type Device, type Saved } from './device';

export let backend: Backend;
beforeAll(async () => {
  const ports = { hosting: 0, firestore: 0, auth: 0, storage: 0 };
  const options = { host: '127.0.0.1', ports, faults: true, quiet: true };
  backend = await startSiteBackend({ ...options, officialFirestore: officialFirestore() });
});
afterEach(clear);
afterAll(() => backend.stop());

/** Deletes all requests and their files, and removes the faults. */
export function clear(): void {
  const { firestore, storage, faults, requests } = backend;
  const documents = ['requests', 'uploads', 'receipts'].flatMap((name) => firestore.list(name));
  firestore.commit(documents.map(({ path }) => ({ path, fields: null })));
  for (const { name } of storedObjects(backend)) storage.remove(name);
  faults.clear();
  requests.clear();
}

/** These have arrived, each once, and nothing waits any more. */
export async function expectDelivered(device: Device, ...saved: Saved[]): Promise<void> {
  expect(onServer(backend)).toEqual(once(...saved));
  expect(await device.waiting()).toEqual([]);
}
