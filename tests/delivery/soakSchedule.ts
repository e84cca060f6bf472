/**
 * One random schedule of the outbox: requests on a device, the real delivery loop over HTTP against
 * the local backend with its rules, and everything that may go wrong meanwhile.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Backend } from '../../backend/backend';
import type { FaultHandle, FaultSpec } from '../../backend/faults/types';
import type { Fetch } from '../../src/firebase/rest/httpCall';
import { createDeliverer } from '../../src/outbox/delivery/deliverAll';
import { faultsOf, REFUSALS, seeded, type Random } from '../support/deliveryFaults';
import { createDevice, createMortal, once, onServer, type Device, type Saved } from './device';

/** Counts of the events in a schedule, and of the mistakes at its end. */
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
const DAY = 24 * 60 * 60_000;
/** Calls of each step within which the faults strike. */
const REACH = 6;

/** `send` replaces `fetch`. */
export async function runSchedule(
  backend: Backend,
  seed: number,
  send: Fetch = fetch,
): Promise<Outcome> {
  const random = seeded(seed);
  const before = onServer(backend).strays.length;
  const device = createDevice(backend, random);
  const saved: Saved[] = [];
  for (let number = 1 + random(3); number > 0; number -= 1) {
    const size = () => 1 + (random(8) === 0 ? random(700_000) : random(20_000));
    const sizes = Array.from({ length: random(3) }, size);
    saved.push(await device.save(sizes, `${titleOf(seed)}${number}`));
  }
  const armed = faultsFor(random).map((spec) => ({ spec, handle: backend.faults.add(spec) }));
  const events = await drain(device, backend, random, send);
  backend.faults.clear();
  await device.remove();
  return {
    requests: saved.length,
    pictures: saved.reduce((sum, { images }) => sum + images.length, 0),
    struck: struckBy(armed),
    ...events,
    ...compare(backend, before, seed, saved),
  };
}

const titleOf = (seed: number) => `Schedule ${seed}, request `;

function faultsFor(random: Random): FaultSpec[] {
  return Array.from({ length: 2 + random(5) }, () => faultsOf(random, REACH, REFUSALS)).flat();
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

async function drain(device: Device, backend: Backend, random: Random, send: Fetch) {
  const { deps, clock } = device;
  const events = { deaths: 0, outages: 0, pairs: 0 };
  for (let visit = 0; visit < MOST_VISITS && (await deps.store.list()).length > 0; visit += 1) {
    const isDown = random(12) === 0;
    if (isDown) await backend.goDown('firestore', 'storage');
    const calls = random(3) === 0 ? random(8) : Number.POSITIVE_INFINITY;
    const mortal = createMortal(device, calls, random(2) === 0, send);
    const deliverers: Pick<typeof mortal, 'deliver'>[] = [mortal];
    if (random(4) === 0) deliverers.push(createDeliverer({ ...deps, fetch: send }));
    const scope = random(2) === 0 ? 'all' : 'due';
    const passes = await Promise.all(deliverers.map((deliverer) => deliverer.deliver(scope)));
    if (isDown) await backend.comeUp('firestore', 'storage');
    events.outages += isDown ? 1 : 0;
    events.pairs += passes.length - 1;
    events.deaths += mortal.isDead() ? 1 : 0;
    // The clock moves to the next try, or not at all.
    const next = Math.min(...passes.map(({ nextAt }) => nextAt ?? clock.now + DAY));
    if (random(4) > 0) clock.now = Math.max(clock.now, next);
  }
  return events;
}

function compare(backend: Backend, before: number, seed: number, saved: Saved[]) {
  const { requests, strays } = onServer(backend);
  const arrived = requests.filter(({ description }) => description.startsWith(titleOf(seed)));
  const isThere = (request: object) => arrived.some((one) => isDeepStrictEqual(one, request));
  return {
    lost: once(...saved).requests.filter((request) => !isThere(request)).length,
    duplicated: Math.max(0, arrived.length - saved.length) + strays.length - before,
  };
}
