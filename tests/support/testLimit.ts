/** After this a test has failed, in Vitest and in Playwright: long enough for a machine that others use as well. */
export const TEST_LIMIT_MS = 120_000;
