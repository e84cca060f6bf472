/** docs/capacity.md: its tables are computed, and the client reads what they say. */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startBackend, type Backend } from '../../local/backend';
import { readConfig, type BackendConfig } from '../../src/backend/config';
import {
  readGallery,
  readReviews,
  readServiceTypes,
  readVersion,
  readWork,
} from '../../src/backend/rest';
import { ASSUMED, billOf, MEASURED, PRICES, readsOfVisit } from '../../tools/capacity/model';
import { withTables } from '../../tools/capacity/tables';

const asItIs = { snapshot: false };

test('the document has the tables of the model', () => {
  const text = readFileSync(new URL('../../docs/capacity.md', import.meta.url), 'utf8');
  expect(text, 'npm run capacity').toBe(withTables(text));
  expect(() => withTables('')).toThrow('has lost its marks');
});

describe('the arithmetic', () => {
  test('a visit by hand', () => {
    const total = Object.values(readsOfVisit(asItIs)).reduce((a, b) => a + b, 0);
    expect(total).toBeCloseTo(30 + 24 + 5 + 1 + 0.1);
    expect(billOf(1000, asItIs).reads).toBeCloseTo(((60_100 - 50_000) * 30 * 0.06) / 100_000);
  });

  test('nothing is billed within the free quotas', () => {
    const { reads, firestoreOut, storage, hosting } = billOf(100, asItIs);
    expect([reads, firestoreOut, storage, hosting]).toEqual([0, 0, 0, 0]);
  });

  test('beyond them ten times the visits are about ten times the bill', () => {
    const [some, many] = [billOf(1e6, asItIs), billOf(1e7, asItIs)];
    expect(many.total / some.total).toBeGreaterThan(9.9);
    expect(many.total / some.total).toBeLessThan(10.2);
    expect(some.total).toBeCloseTo(
      some.reads + some.firestoreOut + some.storage + some.hosting + some.leads,
    );
  });

  test('a gallery from a file costs reads of version, reviews and form only', () => {
    const { readsPerDay, listenersAtPeak } = billOf(1e6, { snapshot: true });
    expect(readsPerDay).toBeCloseTo(6.1e6);
    expect(listenersAtPeak).toBe(0);
    expect(PRICES.reads.freePerDay).toBeLessThan(readsPerDay);
  });
});

describe('what the client really reads', () => {
  let backend: Backend;
  let config: BackendConfig;
  beforeAll(async () => {
    const ports = { hosting: 0, firestore: 0, auth: 0, storage: 0 };
    backend = await startBackend({ host: '127.0.0.1', ports, quiet: true });
    const env = { VITE_LOCAL_FIRESTORE_PORT: String(backend.ports.firestore) };
    config = readConfig(env, '127.0.0.1');
  });
  afterAll(() => backend.stop());

  test.each<[string, (config: BackendConfig) => Promise<{ ok: boolean }>, number]>([
    ['the list', readGallery, 8],
    ['the version', readVersion, 1],
    ['the service types', readServiceTypes, 1],
    ['reviews', (where) => readReviews(where, 'maple-street-kitchen'), 3],
    ['no reviews', (where) => readReviews(where, 'no-such-work'), 1],
    ['a work by its address', (where) => readWork(where, 'maple-street-kitchen'), 1],
  ])('%s', async (_, read, documents) => {
    backend.reads.reset();
    await read(config);
    expect(backend.reads.total).toBe(documents);
  });

  test('the bytes of a work are those of the model', async () => {
    const query = 'gallery?orderBy=created&pageSize=300&prettyPrint=false';
    const url = `${config.firestoreOrigin}/v1/projects/demo-cabinets/databases/(default)/documents`;
    const text = await (await fetch(`${url}/${query}`)).text();
    const { documents } = JSON.parse(text) as { documents: unknown[] };
    const each = JSON.stringify(documents).length / documents.length;
    const compressed = gzipSync(text).length / documents.length;
    expect(Math.abs(each / MEASURED.workBytes - 1)).toBeLessThan(0.1);
    expect(Math.abs(compressed / MEASURED.workBytesCompressed - 1)).toBeLessThan(0.2);
    expect(ASSUMED.works).toBeGreaterThan(documents.length);
  });
});
