/** A run on Google's emulator really asks it; all other tests would pass without it, too. */
// @module-tag official
import { expect, test } from 'vitest';
import { backend } from '../delivery/localBackend';
import { requests } from '../rules/cases/requests';
import { createOfficialEngine } from '../rules/officialEngine';
import { useOfficialEngine } from '../rules/rulesWorld';
import { officialFirestore } from './workerEmulator';

const emulator = officialFirestore();

test('on Google’s emulator a backend answers a query that the embedded Firestore refuses', async () => {
  const { origins } = backend;
  const url = `${origins.firestore}/v1/projects/demo-cabinets/databases/(default)/documents:runQuery`;
  const body = JSON.stringify({
    structuredQuery: { from: [{ collectionId: 'gallery' }], offset: 1 },
  });
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body });
  const isOfficialRun = process.env['OFFICIAL_FIRESTORE_EMULATORS'] !== undefined;
  expect(answer.status).toBe(isOfficialRun ? 200 : 501);
});

test.skipIf(emulator === undefined)(
  'on Google’s emulator a row of the rules is asked over the network',
  async () => {
    useOfficialEngine(await createOfficialEngine(emulator!));
    const [, expected, ask] = requests[0]!.rows[0]!;
    const answer = ask();
    expect(answer).toBeInstanceOf(Promise);
    expect(await answer).toBe(expected);
  },
);
