import { expect, it } from 'vitest';
import { importAgain } from '../../src/backend/importAgain';

it('hands on what arrives at once', async () => {
  expect(await importAgain(async () => ({ answer: 42 }))).toEqual({ answer: 42 });
});

it('rejects with the failure where that names no address', async () => {
  const failure = new TypeError('Importing a module script failed.');
  await expect(importAgain(() => Promise.reject(failure))).rejects.toBe(failure);
});

it('asks a second time under another address, and rejects when that fails, too', async () => {
  const named = new TypeError(
    'Failed to fetch dynamically imported module: https://site.example/assets/auth-1.js',
  );
  const failed = importAgain(() => Promise.reject(named));
  // Node imports from no web address; its refusal names the one that was asked for.
  await expect(failed).rejects.toThrow(/https|protocol/);
  await expect(failed).rejects.not.toBe(named);
});
