/** What docs/capacity.md counts with: the documents that the client reads, and the bytes of a work. */
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Backend } from '../../backend/backend';
import { startSiteBackend } from '../../tools/start/backend';
import { readConfig, type BackendConfig } from '../../src/firebase/config';
import {
  readGallery,
  readReviews,
  readServiceTypes,
  readVersion,
  readWork,
} from '../../src/firebase/rest/readers';

describe('what the client really reads', () => {
  let backend: Backend;
  let config: BackendConfig;
  beforeAll(async () => {
    const ports = { hosting: 0, firestore: 0, auth: 0, storage: 0 };
    backend = await startSiteBackend({ host: '127.0.0.1', ports, quiet: true });
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
    expect(await read(config)).toMatchObject({ ok: true });
    expect(backend.reads.total).toBe(documents);
  });

  test('the bytes of a work are those of the document', async () => {
    const query = 'gallery?orderBy=created&pageSize=300&prettyPrint=false';
    const url = `${config.firestoreOrigin}/v1/projects/demo-cabinets/databases/(default)/documents`;
    const text = await (await fetch(`${url}/${query}`)).text();
    const { documents } = JSON.parse(text) as { documents: unknown[] };
    const each = JSON.stringify(documents).length / documents.length;
    const compressed = gzipSync(text).length / documents.length;
    expect(Math.abs(each / 8850 - 1)).toBeLessThan(0.1);
    expect(Math.abs(compressed / 330 - 1)).toBeLessThan(0.2);
  });
});
