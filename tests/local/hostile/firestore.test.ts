/** Firestore answers hostile requests exactly, and keeps what it has. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { toFields } from '../../rules/world';
import { startFirestore, type FirestoreServer } from '../firestore/server';
import { letters, shapes } from './firestoreDocuments';
import { forgeries } from './firestoreForgeries';
import { enumeration, paths } from './firestoreReading';
import { CALLERS, stored, type Call, type Caller } from './firestoreWire';
import { batches, overwriting } from './firestoreWriting';

const cases = [
  ...enumeration,
  ...overwriting,
  ...shapes,
  ...letters,
  ...forgeries,
  ...batches,
  ...paths,
];

let server: FirestoreServer;
beforeAll(async () => {
  server = await startFirestore();
});
afterAll(() => server.close());
beforeEach(() => {
  server.store.clear();
  server.log.length = 0;
  const documents = Object.entries(stored);
  server.store.commit(documents.map(([path, fields]) => ({ path, fields: toFields(fields) })));
});

/** Status and, of an error, its name. */
async function answer(who: Caller, { method, path, body }: Call): Promise<string> {
  const authorization = CALLERS[who];
  const { status, json } = await server.call(method, path, {
    ...(body !== undefined && { body }),
    ...(authorization !== undefined && { headers: { Authorization: authorization } }),
  });
  const { error } = (Array.isArray(json) ? json[0] : json) as {
    error?: { code: number; status: string };
  };
  return error ? `${error.code} ${error.status}` : String(status);
}

const documents = () => server.store.snapshot().documents;

describe(`${cases.length} hostile cases against Firestore`, () => {
  it.each(cases)('%s: %s: %s', async (who, _what, expected, call) => {
    const before = documents();
    expect(await answer(who, call)).toBe(expected);
    if (expected !== '200') expect(documents()).toEqual(before);
    expect(server.log.filter((line) => !line.includes('denied'))).toEqual([]);
  });

  it('still knows an honest visitor afterwards', async () => {
    const works = await server.call(
      'GET',
      'projects/demo-cabinets/databases/(default)/documents/gallery',
    );
    expect(works.json.documents).toHaveLength(1);
    expect(({} as { admin?: unknown }).admin).toBeUndefined();
  });
});
