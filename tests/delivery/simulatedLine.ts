/**
 * A phone's line as a function of time, and a server behind it that keeps whole units: how long a lead with two photos
 * takes, under a clock of its own. Bytes that go up share the line evenly; every request costs one round trip, and one
 * more before the first to an address (its preflight). Answers cost no bytes.
 */
import { vi } from 'vitest';
import { readConfig } from '../../src/firebase/config';
import type { Fetch } from '../../src/firebase/rest/httpCall';
import { UPLOAD_CHUNK_UNIT } from '../../src/domain/constants';
import { createDeliverer } from '../../src/outbox/delivery/deliverAll';
import { createExclusively } from '../../src/outbox/delivery/locks';
import { createMemoryStore } from '../../src/outbox/store/memoryStore';
import { seeded } from '../support/deliveryFaults';
import { image, prepareSample, saveSample } from '../support/sampleRequests';
import { labelOf, type Label } from './device';

export interface Line {
  /** kbit/s up; a function of the seconds since the press for a line that comes and goes. */
  rate: number | ((seconds: number) => number);
  /** Seconds. */
  roundTrip: number;
  /** After so many seconds, all connections of that moment are dead, without a word. */
  deadAfter?: number;
  /** HTTP/1.1: so many of Storage's are idle, and one of Firestore's. Each swallows one more request. */
  deadIdle?: number;
  /** A proxy ends each request after so many seconds. */
  endAfter?: number;
  /** The worker ends after so many seconds, and starts again after five minutes. */
  workerEnds?: number;
}

/** Seconds. */
const TICK = 0.25;
/** Until Chromium has found by a ping that the connection of a new request is dead (HTTP/2). */
const PING = 20;

interface Transfer {
  bytes: number;
  left: number;
  startedAt: number;
  /** It waits for its round trips until then. */
  waitsUntil: number;
  /** Since when nothing goes, and so the next time at which TCP tries again. */
  stalledAt?: number;
  nextTry: number;
  isDead?: boolean;
  /** With the bytes that have arrived; undefined: all of them. */
  end(arrived?: number): void;
}

/** The line. `send` resolves when all bytes have arrived and their answer is back, and rejects with those that have. */
function createLine({ rate, roundTrip, deadAfter, deadIdle, endAfter }: Line, now: () => number) {
  const transfers = new Set<Transfer>();
  const known = new Set<string>();
  let sent = 0;
  let pingUntil = 0;
  let isDead = false;
  const idleLeft = { storage: deadIdle ?? 0, firestore: deadIdle === undefined ? 0 : 1 };
  const rateAt = typeof rate === 'number' ? () => rate : rate;

  const flow = (transfer: Transfer, bytes: number) => {
    if (transfer.isDead || now() < transfer.waitsUntil) return;
    if (bytes === 0) {
      if (transfer.stalledAt === undefined) transfer.stalledAt = transfer.nextTry = now();
      while (transfer.nextTry <= now()) {
        transfer.nextTry += Math.max(1, transfer.nextTry - transfer.stalledAt + 1);
      }
      return;
    }
    if (transfer.stalledAt !== undefined && now() < transfer.nextTry) return;
    delete transfer.stalledAt;
    transfer.nextTry = now();
    sent += Math.min(bytes, transfer.left);
    transfer.left -= bytes;
    if (transfer.left <= 0) transfer.end();
  };

  const tick = () => {
    if (deadAfter !== undefined && now() >= deadAfter && !isDead) {
      isDead = true;
      pingUntil = now() + (deadIdle === undefined ? PING : 0);
      for (const transfer of transfers) transfer.isDead = true;
    }
    const moving = [...transfers].filter(
      ({ isDead, waitsUntil }) => !isDead && now() >= waitsUntil,
    );
    const share = ((rateAt(now()) * 1000) / 8) * (TICK / Math.max(1, moving.length));
    for (const transfer of moving) flow(transfer, share);
    for (const transfer of transfers) {
      if (endAfter !== undefined && now() - transfer.startedAt >= endAfter) {
        transfer.end(transfer.bytes - transfer.left);
      }
    }
  };
  setInterval(tick, TICK * 1000);

  return {
    sent: () => sent,
    send(address: string, bytes: number, signal: AbortSignal | null | undefined) {
      const roundTrips = known.has(address) ? 1 : 2;
      known.add(address);
      return new Promise<void>((resolve, reject: (arrived: number) => void) => {
        const startedAt = now();
        const waitsUntil =
          Math.max(startedAt, Math.min(pingUntil, startedAt + PING)) + roundTrips * roundTrip;
        const left = bytes + 300;
        const host = address.includes('/documents:') ? 'firestore' : 'storage';
        const transfer: Transfer = {
          bytes: left,
          left,
          startedAt,
          waitsUntil,
          nextTry: waitsUntil,
          isDead: isDead && idleLeft[host] > 0,
          end(arrived) {
            transfers.delete(transfer);
            if (arrived === undefined) resolve();
            else reject(arrived);
          },
        };
        if (transfer.isDead) idleLeft[host] -= 1;
        signal?.addEventListener('abort', () => transfer.end(left - transfer.left));
        transfers.add(transfer);
      });
    },
  };
}

const json = (value: unknown, headers = {}) => Response.json(value, { headers });

/** Answers as Firestore and Storage do, once a request has arrived. */
function createServer() {
  const sessions = new Map<string, number>();
  let isAttached = false;
  const stored = (url: string) => {
    const name = new URL(url).searchParams.get('name');
    return { name, downloadTokens: 'token' };
  };
  return {
    /** The bytes of a chunk that was cut: what a server keeps of them. */
    keep(url: string, arrived: number) {
      const units = Math.floor(arrived / UPLOAD_CHUNK_UNIT) * UPLOAD_CHUNK_UNIT;
      sessions.set(url, (sessions.get(url) ?? 0) + units);
    },
    answer(url: string, init: RequestInit, bytes: number): Response {
      const status = (state: string, more = {}) => ({ 'X-Goog-Upload-Status': state, ...more });
      switch (labelOf(url, init)) {
        case 'create':
        case 'attach': {
          isAttached = labelOf(url, init) === 'attach';
          const { writes } = JSON.parse(String(init.body)) as { writes: unknown[] };
          return json({ commitTime: '2026-01-05T12:00:00Z', writeResults: writes.map(() => ({})) });
        }
        case 'receipt': {
          const [name] = (JSON.parse(String(init.body)) as { documents: string[] }).documents;
          const fields = { id: { stringValue: '1' }, attached: { booleanValue: isAttached } };
          return json([{ found: { name, fields }, readTime: '2026-01-05T12:00:00Z' }]);
        }
        case 'metadata':
          return Response.json({ error: { code: 404, message: 'Not there.' } }, { status: 404 });
        case 'whole':
          return json(stored(url));
        case 'start':
          return json({}, status('active', { 'X-Goog-Upload-URL': `${url}&upload_id=1` }));
        case 'query':
          return json(
            {},
            status('active', { 'X-Goog-Upload-Size-Received': `${sessions.get(url) ?? 0}` }),
          );
        case 'upload':
          sessions.set(url, (sessions.get(url) ?? 0) + bytes);
          return json(
            {},
            status('active', { 'X-Goog-Upload-Size-Received': `${sessions.get(url)}` }),
          );
        case 'finalize':
          return json(stored(url), status('final'));
      }
    },
  };
}

const PHOTO = 615_000;
/** The calls with headers that a browser asks for before it sends them to a new address (deliverers.spec). */
const PREFLIGHTED: Label[] = ['whole', 'start', 'query', 'upload', 'finalize'];

/** What becomes of a lead with two photos of 0.6 MB whose page stays open and tries when it is due. */
export async function simulate(line: Line, mostSeconds = 3_000) {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  });
  const start = Date.now();
  const seconds = () => (Date.now() - start) / 1000;
  const wire = createLine(line, seconds);
  const server = createServer();
  const store = createMemoryStore();
  const requests: string[] = [];
  const preflighted = new Set<string>();
  let life = 0;
  const send: Fetch = async (url, init) => {
    const { body } = init;
    const bytes = body instanceof Blob ? body.size : ((body as Uint8Array | null)?.byteLength ?? 0);
    const label = labelOf(url, init);
    if (PREFLIGHTED.includes(label) && !preflighted.has(url)) requests.push('preflight');
    preflighted.add(url);
    requests.push(label);
    await wire.send(url, bytes, init.signal).catch((arrived: number) => {
      server.keep(url, Math.min(arrived, bytes));
      throw new TypeError('fetch failed');
    });
    return server.answer(url, init, bytes);
  };
  const random = seeded(1);
  const deps = (mine: number) => ({
    store,
    config: readConfig({}, '127.0.0.1'),
    exclusively: createExclusively(undefined),
    prepareImage: prepareSample,
    isPage: true,
    now: () => Date.now(),
    random,
    newKey() {
      if (mine !== life) throw new Error('This worker has ended.');
      return String(random(1e9)) + String(random(1e9));
    },
    changed: () => undefined,
    fetch: (url: string, init: RequestInit) =>
      mine === life ? send(url, init) : new Promise<Response>(() => undefined),
  });
  await saveSample(deps(0), [image(PHOTO, 1), image(PHOTO, 2)]);

  let deliverer = createDeliverer(deps(0));
  let pass: Promise<void> | undefined;
  let dueAt = 0;
  let endsAt = line.workerEnds ?? Infinity;
  for (;;) {
    const [record] = await store.list();
    const isOver = !record || record.needsAttention || seconds() > mostSeconds;
    if (isOver) {
      const outcome = record ? (record.needsAttention?.isHeldBack ? 'held back' : 'never') : 'sent';
      const result = {
        outcome,
        seconds: Math.round(seconds()),
        kB: Math.round(wire.sent() / 1000),
      };
      vi.useRealTimers();
      return { ...result, requests };
    }
    if (seconds() >= endsAt) {
      life += 1;
      deliverer = createDeliverer(deps(life));
      pass = undefined;
      dueAt = seconds() + 300;
      endsAt = dueAt + line.workerEnds!;
    }
    if (!pass && seconds() >= dueAt) {
      const mine = life;
      const ended = ({ nextAt = Infinity }) => {
        if (mine !== life) return;
        dueAt = (nextAt - start) / 1000;
        pass = undefined;
      };
      pass = deliverer.deliver().then(ended, () => undefined);
    }
    await vi.advanceTimersByTimeAsync(TICK * 1000);
  }
}
