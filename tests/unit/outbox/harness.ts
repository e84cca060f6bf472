/** A device with an outbox and a clock, before the local backend with the project's rules. */
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect } from 'vitest';
import type { Backend } from '../../../backend/backend';
import { startSiteBackend } from '../../../tools/start/backend';
import type { Fetch } from '../../../src/firebase/rest/http';
import type { DeliveryEvent } from '../../../src/domain/outbox';
import { createDeliverer } from '../../../src/outbox/deliverer';
import { createMemoryStore } from '../../../src/outbox/memoryStore';
import { storedObjects, storedRequests } from '../../browser/stored';
import { depsFor, fields, type SampleImage } from './samples';

export { fields, image, saveSample } from './samples';

export let backend: Backend;
beforeEach(async () => {
  const ports = { hosting: 0, firestore: 0, auth: 0, storage: 0 };
  backend = await startSiteBackend({ host: '127.0.0.1', ports, faults: true, quiet: true });
});
afterEach(() => backend.stop());

export type Label = 'create' | 'confirm' | 'attach' | 'start' | 'query' | 'send';

/** `before`: the server never sees the request. `after`: it does, and only its answer is replaced. */
export interface Fault {
  when: 'before' | 'after';
  /** undefined: the connection breaks. */
  answer?: () => Response;
}

export const dropped: Fault = { when: 'before' };
export const answerLost: Fault = { when: 'after' };
export const portal: Fault = {
  when: 'before',
  answer: () => new Response('<html>Please sign in to Wi-Fi</html>', { status: 200 }),
};

export function refusal(status: number, headers: Record<string, string> = {}): Fault {
  const error = { code: status, message: `no (${status})` };
  return { when: 'before', answer: () => Response.json({ error }, { status, headers }) };
}

/** The way to the server. */
interface Wire {
  /** Every request in order: its label, for chunks the range; `!` where a fault met it. */
  log: string[];
  /** Meets the next request of this label, and so on. */
  fault(label: Label, ...faults: (Fault | 'pass')[]): void;
  /** Called with each request before it is served. */
  onRequest(label: Label): unknown;
  fetch: Fetch;
}

function createWire() {
  const faults = new Map<Label, (Fault | 'pass')[]>();
  const wire: Wire = {
    log: [],
    onRequest: () => undefined,
    fault(label, ...more) {
      faults.set(label, [...(faults.get(label) ?? []), ...more]);
    },
    async fetch(url, init) {
      const label = labelOf(init);
      await wire.onRequest(label);
      init.signal?.throwIfAborted();
      const next = faults.get(label)?.shift();
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

interface Write {
  updateMask?: unknown;
  currentDocument?: unknown;
}

function labelOf(init: RequestInit): Label {
  const command = new Headers(init.headers).get('x-goog-upload-command');
  if (command === 'start') return 'start';
  if (command !== null) return command === 'query' ? 'query' : 'send';
  const [write] = (JSON.parse(init.body as string) as { writes: Write[] }).writes;
  if (write!.currentDocument) return 'confirm';
  return write!.updateMask ? 'attach' : 'create';
}

function rangeOf(label: Label, { headers, body }: RequestInit): string {
  if (label !== 'send') return label;
  const offset = new Headers(headers).get('x-goog-upload-offset');
  return `send ${offset}+${(body as Uint8Array).byteLength}`;
}

/** The clock only moves when told. */
export function createDevice() {
  const wire = createWire();
  const store = createMemoryStore();
  const events: DeliveryEvent[] = [];
  const clock = { now: Date.UTC(2026, 0, 5, 12) };
  let keys = 0;
  const deps = {
    ...depsFor(backend.ports, store),
    now: () => clock.now,
    newKey: () => `key-${(keys += 1)}`,
    emit: (event: DeliveryEvent) => void events.push(event),
    fetch: wire.fetch,
  };
  return { wire, store, events, clock, deps, deliverer: createDeliverer(deps) };
}

const sha256 = (bytes: ArrayBuffer) =>
  createHash('sha256').update(new Uint8Array(bytes)).digest('hex');

/** The device's one request arrived once: one document, its objects with the right bytes, `surplus` more. */
export async function expectDelivered(
  { store }: ReturnType<typeof createDevice>,
  images: SampleImage[],
  changes: Partial<typeof fields> = {},
  surplus = 0,
) {
  const [request, ...others] = storedRequests(backend);
  expect(others).toEqual([]);
  expect(request).toEqual({
    ...fields,
    ...changes,
    id: expect.any(String),
    status: 1,
    created: expect.any(String),
    files: expect.any(Array),
  });
  const objects = new Map(storedObjects(backend).map((object) => [object.name, object.sha256]));
  expect(objects.size).toBe(images.length * 2 + surplus);
  expect(
    request!.files.map(({ ref, thumbRef }) => [objects.get(ref), objects.get(thumbRef)]),
  ).toEqual(images.map(({ bytes, thumb }) => [sha256(bytes), sha256(thumb)]));
  expect(await store.list()).toEqual([]);
  return request!;
}
