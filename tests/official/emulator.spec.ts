import { expect, test } from '../support/fixtures';

test(
  'on Google’s emulator the backend answers a query that the embedded Firestore refuses',
  { tag: '@official' },
  async ({ backend, request }) => {
    const documents = 'v1/projects/demo-cabinets/databases/(default)/documents';
    const answer = await request.post(`${backend.origins.firestore}/${documents}:runQuery`, {
      data: { structuredQuery: { from: [{ collectionId: 'gallery' }], offset: 1 } },
    });
    const isOfficialRun = process.env['OFFICIAL_FIRESTORE_EMULATORS'] !== undefined;
    expect(answer.status()).toBe(isOfficialRun ? 200 : 501);
  },
);
