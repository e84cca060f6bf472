import { expect, it, vi } from 'vitest';
import { importOnce } from '../../src/lib/promises';

const same = <T>(module: T): T => module;

it('code is loaded once and opened once', async () => {
  const load = vi.fn(async () => ({ answer: 42 }));
  const open = vi.fn(({ answer }: { answer: number }) => answer);
  const answer = importOnce(load, open);
  expect(load).not.toHaveBeenCalled();
  expect(await Promise.all([answer(), answer()])).toEqual([42, 42]);
  expect(await answer()).toBe(42);
  expect([load.mock.calls.length, open.mock.calls.length]).toEqual([1, 1]);
});

it('code that does not load is reported, and tried again at the next call', async () => {
  const failure = new TypeError('Importing a module script failed.');
  const load = vi.fn(async () => 42).mockRejectedValueOnce(failure);
  const answer = importOnce(load, same);
  await expect(answer()).rejects.toBe(failure);
  expect(await answer()).toBe(42);
});

it('code that failed to open is opened again', async () => {
  const open = vi.fn(same<number>).mockImplementationOnce(() => {
    throw new Error('No storage.');
  });
  const answer = importOnce(async () => 42, open);
  await expect(answer()).rejects.toThrow('No storage.');
  expect(await answer()).toBe(42);
});

it('code that does not load is asked for once more under another address', async () => {
  const named = new TypeError(
    'Failed to fetch dynamically imported module: https://site.example/assets/auth-1.js',
  );
  // As the build writes it.
  const load = Object.assign(() => Promise.reject(named), {
    toString: () => '()=>import(`./auth-1.js`)',
  });
  const failed = importOnce(load, same)();
  // Node imports from no web address; its refusal names the one that was asked for.
  await expect(failed).rejects.toThrow(/https|protocol/);
  await expect(failed).rejects.not.toBe(named);
});

it('another module than the part is never taken for it', async () => {
  // Firefox names the module that failed: here one that the part imports.
  const named = new TypeError(
    'error loading dynamically imported module: https://site.example/assets/shared-2.js',
  );
  const load = Object.assign(() => Promise.reject(named), {
    toString: () => '()=>import(`./auth-1.js`)',
  });
  await expect(importOnce(load, same)()).rejects.toBe(named);
});
