/**
 * A device with its outbox in IndexedDB and a clock of its own, and what of its requests is on the local
 * backend, whose rules are the project's; no test runner needed.
 */
import 'fake-indexeddb/auto';
import { createHash } from 'node:crypto';
import type { Backend } from '../../backend/backend';
import type { DeliveryEvent } from '../../src/domain/outbox';
import type { RequestFields } from '../../src/domain/types';
import type { Fetch } from '../../src/firebase/rest/http';
import { createConnection } from '../../src/outbox/connection';
import { createDeliverer } from '../../src/outbox/deliverer';
import type { RecordDeps } from '../../src/outbox/deliverRecord';
import { createIdbStore } from '../../src/outbox/idbStore';
import { seeded, type Random } from '../browser/delivery/faultSchedule';
import { storedObjects, storedRequests } from '../browser/stored';
import { depsFor, fields, image, saveSample, type SampleImage } from '../unit/outbox/samples';

/** A request of the device, as it must arrive. */
export interface Saved {
  key: string;
  fields: RequestFields;
  images: SampleImage[];
}

export type Device = ReturnType<typeof createDevice>;

/** The clock only moves when told. */
export function createDevice({ ports }: Backend, random: Random = seeded(1)) {
  const clock = { now: Date.UTC(2026, 0, 5, 12) };
  const events: DeliveryEvent[] = [];
  let connection = createConnection();
  let keys = 0;
  const deps: RecordDeps = {
    ...depsFor(ports, createIdbStore(connection)),
    now: () => clock.now,
    random,
    newKey: () => `key-${(keys += 1)}`,
    emit: (event) => void events.push(event),
  };
  return {
    clock,
    events,
    deps,
    /** A request with pictures of these sizes, saved as "Send request" does. */
    async save(sizes: number[], description = fields.description): Promise<Saved> {
      const images = sizes.map((size, index) => image(size, random(250) + index));
      const key = await saveSample(deps, images, { description });
      return { key, fields: { ...fields, description }, images };
    },
    /** A page or worker that has just started: all it knows is in the database. */
    start(changes: Partial<RecordDeps> = {}) {
      connection.close();
      connection = createConnection();
      deps.store = createIdbStore(connection);
      return createDeliverer({ ...deps, ...changes });
    },
    /** Forgets everything. */
    async remove() {
      connection.close();
      await new Promise((resolve) => {
        indexedDB.deleteDatabase('outbox').addEventListener('success', resolve);
      });
    },
  };
}

/**
 * A way to the server that dies with its deliverer: instead of sending the call after so many, or, when
 * it dies late, after that one was served.
 */
export function createMortal(calls: number, isLate: boolean, send: Fetch = fetch) {
  const death = new AbortController();
  let left = calls;
  const die = () => {
    death.abort();
    throw new TypeError('The deliverer is dead.');
  };
  const mortalFetch: Fetch = async (url, init) => {
    left -= 1;
    if (left < 0 && !isLate) die();
    const response = await send(url, init);
    if (left < 0) die();
    return response;
  };
  return { fetch: mortalFetch, signal: death.signal };
}

const sha256 = (bytes: ArrayBuffer) =>
  createHash('sha256').update(new Uint8Array(bytes)).digest('hex');

/**
 * Everything that requests have left on the server: the documents by description, without their
 * id, pictures as the hashes of image and thumbnail; and the objects that no document names.
 */
export function onServer(backend: Backend) {
  const objects = new Map(storedObjects(backend).map(({ name, sha256 }) => [name, sha256]));
  const take = (name: string) => {
    const hash = objects.get(name);
    objects.delete(name);
    return hash;
  };
  const requests = storedRequests(backend).map(({ id, created, files, ...fields }) => ({
    ...fields,
    isDated: !Number.isNaN(Date.parse(created)),
    pictures: files.map(({ ref, thumbRef }) =>
      [ref, thumbRef].map((name) => (name.startsWith(`requests/${id}/`) ? take(name) : name)),
    ),
  }));
  return { requests: inOrder(requests), strays: [...objects.keys()] };
}

/** What `onServer` says when these have arrived, each once. */
export function once(...saved: Saved[]) {
  const requests = saved.map(({ fields, images }) => ({
    ...fields,
    status: 1,
    isDated: true,
    pictures: images.map(({ bytes, thumb }) => [bytes, thumb].map(sha256)),
  }));
  return { requests: inOrder(requests), strays: [] as string[] };
}

const inOrder = <T extends { description: string }>(requests: T[]): T[] =>
  requests.toSorted((a, b) => (a.description < b.description ? -1 : 1));
