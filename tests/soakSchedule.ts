/**
 * One random schedule of the outbox: requests on a device, the real delivery loop over HTTP against
 * the local backend with its rules, and everything that may go wrong meanwhile.
 */
import { createHash } from 'node:crypto';
import type { Backend } from '../local/backend';
import type { FaultHandle, FaultSpec } from '../local/faults/types';
import type { Fetch } from '../src/firebase/rest/http';
import type { RecordDeps } from '../src/outbox/deliverRecord';
import { createDeliverer } from '../src/outbox/deliverer';
import { createMemoryStore } from '../src/outbox/memoryStore';
import { faultsOf, seeded, type Random } from './browser/delivery/faultSchedule';
import { storedObjects, storedRequests } from './browser/stored';
import { depsFor, image, saveSample, type SampleImage } from './unit/outbox/samples';

/** What happened in a schedule, and what was wrong at its end; counts. */
export interface Outcome {
  requests: number;
  pictures: number;
  /** Faults that struck, by kind. */
  struck: Record<string, number>;
  /** The deliverer died before, or right after, a request was served. */
  deaths: number;
  outages: number;
  /** Passes of two deliverers at once. */
  pairs: number;
  /** Requests that did not arrive, or not with exactly their pictures. */
  lost: number;
  /** Documents and objects too many. */
  duplicated: number;
}

/** A schedule that needs more visits than this is stuck: what is left counts as lost. */
const MOST_VISITS = 80;
/** Calls of each step within which the faults strike. */
const REACH = 6;

interface Saved {
  description: string;
  images: SampleImage[];
}

/** `send` replaces `fetch`. */
export async function runSchedule(
  backend: Backend,
  seed: number,
  send: Fetch = (url, init) => fetch(url, init),
): Promise<Outcome> {
  const random = seeded(seed);
  const before = new Set(namesOf(backend));
  const device = createDevice(backend, random);
  const saved = await saveSome(device, random, seed);
  const armed = faultsFor(random).map((spec) => ({ spec, handle: backend.faults.add(spec) }));
  const events = await drain(device, backend, random, send);
  backend.faults.clear();
  return {
    requests: saved.length,
    pictures: saved.reduce((sum, { images }) => sum + images.length, 0),
    struck: struckBy(armed),
    ...events,
    ...compare(backend, before, seed, saved),
  };
}

function faultsFor(random: Random): FaultSpec[] {
  return Array.from({ length: 2 + random(5) }, () => faultsOf(random, REACH)).flat();
}

function struckBy(armed: { spec: FaultSpec; handle: FaultHandle }[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { spec, handle } of armed) {
    const { kind } = spec.do;
    const name = kind === 'status' ? `status ${spec.do.status}` : kind;
    counts[name] = (counts[name] ?? 0) + handle.hits;
  }
  return counts;
}

type Device = ReturnType<typeof createDevice>;

function createDevice({ ports }: Backend, random: Random) {
  const clock = { now: Date.UTC(2026, 0, 5, 12) };
  let keys = 0;
  const deps: RecordDeps = {
    ...depsFor(ports, createMemoryStore()),
    now: () => clock.now,
    random,
    newKey: () => `key-${(keys += 1)}`,
  };
  return { clock, deps };
}

const titleOf = (seed: number) => `Schedule ${seed}, request `;

async function saveSome({ deps }: Device, random: Random, seed: number): Promise<Saved[]> {
  const saved: Saved[] = [];
  for (let number = 1 + random(3); number > 0; number -= 1) {
    const size = () => 1 + (random(8) === 0 ? random(700_000) : random(20_000));
    const images = Array.from({ length: random(3) }, () => image(size(), random(250)));
    const description = `${titleOf(seed)}${number}`;
    await saveSample(deps, images, { description });
    saved.push({ description, images });
  }
  return saved;
}

async function drain({ deps, clock }: Device, backend: Backend, random: Random, send: Fetch) {
  const events = { deaths: 0, outages: 0, pairs: 0 };
  for (let visit = 0; visit < MOST_VISITS && (await deps.store.list()).length > 0; visit += 1) {
    const isDown = random(12) === 0;
    if (isDown) await backend.goDown('firestore', 'storage');
    const mortal = createMortal(random, send);
    const deliverers = Array.from({ length: random(4) === 0 ? 2 : 1 }, (_, index) =>
      createDeliverer({ ...deps, ...(index === 0 ? mortal : { fetch: send }) }),
    );
    const force = random(2) === 0;
    const passes = await Promise.all(deliverers.map((deliverer) => deliverer.deliver(force)));
    if (isDown) await backend.comeUp('firestore', 'storage');
    events.outages += isDown ? 1 : 0;
    events.pairs += passes.length - 1;
    events.deaths += mortal.signal.aborted ? 1 : 0;
    // Time goes on to the next try, or stands still.
    const next = Math.min(...passes.map(({ nextAt }) => nextAt ?? 0));
    if (random(4) > 0) clock.now = Math.max(clock.now, next);
  }
  return events;
}

/** A way to the server that dies with its deliverer, before a request is sent or after it was served. */
function createMortal(random: Random, send: Fetch): { fetch: Fetch; signal: AbortSignal } {
  const death = new AbortController();
  let left = random(3) === 0 ? random(8) : Number.POSITIVE_INFINITY;
  const isLate = random(2) === 0;
  const die = () => {
    death.abort();
    throw new TypeError('The deliverer is dead.');
  };
  return {
    signal: death.signal,
    async fetch(url, init) {
      left -= 1;
      if (left < 0 && !isLate) die();
      const response = await send(url, init);
      if (left < 0) die();
      return response;
    },
  };
}

const namesOf = (backend: Backend) => backend.storage.list().map(({ name }) => name);

const sha256 = (bytes: ArrayBuffer) =>
  createHash('sha256').update(new Uint8Array(bytes)).digest('hex');

function compare(backend: Backend, before: Set<string>, seed: number, saved: Saved[]) {
  const added = storedObjects(backend).filter(({ name }) => !before.has(name));
  const hashes = new Map(added.map((object) => [object.name, object.sha256]));
  const arrived = storedRequests(backend)
    .filter(({ description }) => description.startsWith(titleOf(seed)))
    .map(({ description, files }) => ({
      description,
      content: files.flatMap(({ ref, thumbRef }) => [hashes.get(ref), hashes.get(thumbRef)]).join(),
    }));
  const isThere = ({ description, images }: Saved) => {
    const content = images.flatMap(({ bytes, thumb }) => [sha256(bytes), sha256(thumb)]).join();
    return arrived.some((one) => one.description === description && one.content === content);
  };
  const objects = saved.reduce((sum, { images }) => sum + 2 * images.length, 0);
  const surplus = (count: number, expected: number) => Math.max(0, count - expected);
  return {
    lost: saved.filter((request) => !isThere(request)).length,
    duplicated: surplus(arrived.length, saved.length) + surplus(hashes.size, objects),
  };
}
