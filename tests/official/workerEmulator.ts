/** Which of Google's emulators this test worker uses. `npm run test:official` starts one for each worker. */

/** Their origins, with commas between. Unset: the embedded Firestore answers. */
export const EMULATORS = 'OFFICIAL_FIRESTORE_EMULATORS';

/** The emulator's origin, or undefined where the run is not on Google's emulator. */
export function officialFirestore(): string | undefined {
  const origins = process.env[EMULATORS]?.split(',');
  if (!origins) return undefined;
  // Vitest counts its workers from 1, Playwright from 0.
  const { VITEST_POOL_ID: pool, TEST_PARALLEL_INDEX: parallel } = process.env;
  const index = pool === undefined ? Number(parallel ?? 0) : Number(pool) - 1;
  const origin = origins[index];
  if (origin === undefined) throw new Error(`There is no emulator for test worker ${index}.`);
  return origin;
}
