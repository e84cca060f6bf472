import { vi } from 'vitest';
import { TEST_LIMIT_MS } from './testLimit';

/** Looks again and again until the expectation holds, as long as the test lasts. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: TEST_LIMIT_MS, interval: 20 });
