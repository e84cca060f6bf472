/**
 * A device with its outbox in IndexedDB, a clock of its own and a way to the server that faults can be
 * put in; and what of its requests is on the local backend, whose rules are the project's. No test
 * runner needed.
 */
import type { DeliveryScope } from '../../src/contract/messages';
import 'fake-indexeddb/auto';
import { createHash } from 'node:crypto';
import type { Backend } from '../../backend/backend';
import type { OutboxSummary } from '../../src/outbox/port';
import type { RequestFields } from '../../src/domain/requestFields';
import type { Fetch } from '../../src/firebase/rest/httpCall';
import { connectOutbox } from '../../src/outbox/store/database';
import { createDeliverer } from '../../src/outbox/delivery/deliverAll';
import type { RecordDeps } from '../../src/outbox/delivery/journal';
import type { OutboxRecord } from '../../src/outbox/record';
import type { OutboxStore } from '../../src/outbox/store/outboxStore';
import { createIdbStore } from '../../src/outbox/store/idbStore';
import { summaryOf } from '../../src/outbox/page/storeLists';
import { seeded, type Random } from '../support/deliveryFaults';
import { storedObjects, storedRequests } from '../support/serverContent';
import { depsFor, fields, image, saveSample, type SampleImage } from '../support/sampleRequests';

/** The calls of a delivery. `whole`: an object in one request. */
export type Label =
  | 'create'
  | 'receipt'
  | 'attach'
  | 'whole'
  | 'start'
  | 'query'
  | 'upload'
  | 'finalize'
  | 'metadata';

/** `before`: the server never sees the request. `after`: it does, and only its answer is replaced. */
export interface Fault {
  when: 'before' | 'after';
  /** undefined: the connection breaks. */
  answer?: () => Response;
}

export const dropped: Fault = { when: 'before' };
export const answerLost: Fault = { when: 'after' };

/** A definite no, as Google's APIs say it. */
export function refusal(status: number, headers: Record<string, string> = {}): Fault {
  const error = { code: status, message: `no (${status})` };
  return { when: 'before', answer: () => Response.json({ error }, { status, headers }) };
}

/** The same thing, `count` times. */
export const times = <T>(count: number, what: T): T[] => Array.from({ length: count }, () => what);

/** The way to the server. */
interface Wire {
  /** Every request in order: its label, for bytes the range; `!` where a fault met it. */
  log: string[];
  /** Meets the next request of this label, and so on. */
  fault(label: Label, ...faults: (Fault | 'pass')[]): void;
  /** Called with each request before it is served; may name the fault that meets it. */
  onRequest(label: Label): Fault | undefined | void | Promise<void>;
  fetch: Fetch;
}

function createWire(): Wire {
  const faults = new Map<Label, (Fault | 'pass')[]>();
  const wire: Wire = {
    log: [],
    onRequest: () => undefined,
    fault(label, ...more) {
      faults.set(label, [...(faults.get(label) ?? []), ...more]);
    },
    async fetch(url, init) {
      const label = labelOf(url, init);
      const always = await wire.onRequest(label);
      const next = faults.get(label)?.shift() ?? always;
      const fault = next === 'pass' ? undefined : next;
      wire.log.push(rangeOf(label, init) + (fault ? '!' : ''));
      const answer = fault?.when === 'before' ? undefined : await fetch(url, init);
      if (!fault) return answer!;
      await answer?.arrayBuffer();
      if (!fault.answer) throw new TypeError('fetch failed');
      return fault.answer();
    },
  };
  return wire;
}

export function labelOf(url: string, init: RequestInit): Label {
  const headers = new Headers(init.headers);
  const command = headers.get('x-goog-upload-command');
  if (headers.get('x-goog-upload-protocol') === 'multipart') return 'whole';
  if (command?.includes('finalize')) return 'finalize';
  if (command !== null) return command as Label;
  if (init.method === 'GET') return 'metadata';
  if (url.endsWith(':batchGet')) return 'receipt';
  return String(init.body).includes('updateMask') ? 'attach' : 'create';
}

function rangeOf(label: Label, { headers, body }: RequestInit): string {
  if (label !== 'upload' && label !== 'finalize') return label;
  const offset = new Headers(headers).get('x-goog-upload-offset');
  return `${label} ${offset}+${(body as Uint8Array).byteLength}`;
}

/** The bytes of the object that a call sends in one request; 0 if it sends none. */
export async function sizeOfWhole({ body }: RequestInit): Promise<number> {
  if (!(body instanceof Blob)) return 0;
  const [, , ...rest] = Buffer.from(await body.arrayBuffer())
    .toString('latin1')
    .split('\r\n\r\n');
  return rest.join('\r\n\r\n').lastIndexOf('\r\n--');
}

/** A request of the device, as it must arrive. */
export interface Saved {
  key: string;
  fields: RequestFields;
  images: SampleImage[];
}

export type Device = ReturnType<typeof createDevice>;

/** The clock only moves when told; `store` is in IndexedDB unless it is given. */
export function createDevice({ ports }: Backend, random: Random = seeded(1), store?: OutboxStore) {
  const clock = { now: Date.UTC(2026, 0, 5, 12) };
  const reads: Promise<OutboxSummary | undefined>[] = [];
  const wire = createWire();
  let connection = connectOutbox();
  let keys = 0;
  const deps: RecordDeps & { store: OutboxStore } = {
    ...depsFor(ports, store ?? createIdbStore(connection)),
    now: () => clock.now,
    random,
    newKey: () => `key-${(keys += 1)}`,
    changed: (key) =>
      void reads.push(deps.store.read(key).then((record) => record && summaryOf(record))),
    fetch: wire.fetch,
  };
  const deliverer = createDeliverer(deps);
  return {
    clock,
    /** The record after every change, as a screen reads it; undefined when it is gone. */
    shown: () => Promise.all(reads),
    wire,
    deps,
    waiting: () => deps.store.list(),
    deliver: (scope?: DeliveryScope) => deliverer.deliver(scope),
    /** A request with pictures of these sizes, saved as "Send request" does. */
    async save(sizes: number[] = [], description = fields.description): Promise<Saved> {
      const images = sizes.map((size, index) => image(size, random(250) + index));
      const key = await saveSample(deps, images, { description });
      return { key, fields: { ...fields, description }, images };
    },
    /** A page or worker that has just started: all it knows is in the database. */
    start(changes: Partial<RecordDeps> = {}) {
      connection.close();
      connection = connectOutbox();
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

/** Changes the oldest stored record, as another program might. */
export async function tamper(
  { waiting, deps }: Device,
  change: (record: OutboxRecord) => object,
): Promise<void> {
  const [record] = await waiting();
  const tampered = { ...record!, ...change(record!), revision: 'tampered' };
  await deps.store.update(tampered, record!.revision);
}

/**
 * A deliverer that dies instead of sending the call after so many, or, when it dies late, after that one
 * was served. From then on it writes nothing: each write needs a new key.
 */
export function createMortal(device: Device, calls: number, isLate: boolean, send: Fetch = fetch) {
  let isDead = false;
  let left = calls;
  const die = () => {
    isDead = true;
    throw new TypeError('The deliverer is dead.');
  };
  const mortalFetch: Fetch = async (url, init) => {
    left -= 1;
    if (left < 0 && !isLate) die();
    const response = await send(url, init);
    if (left < 0) die();
    return response;
  };
  const newKey = () => (isDead ? die() : device.deps.newKey());
  const deliverer = device.start({ fetch: mortalFetch, newKey });
  return {
    isDead: () => isDead,
    deliver: (scope?: DeliveryScope) =>
      deliverer.deliver(scope).catch((error: unknown) => {
        if (!isDead) throw error;
        return { nextAt: device.clock.now };
      }),
  };
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

/** The result of `onServer` when each of these has arrived once. */
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
