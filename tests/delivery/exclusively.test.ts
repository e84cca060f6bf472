import { expect, it, vi } from 'vitest';
import { createExclusively } from '../../src/outbox/delivery/locks';
import { deferred } from '../support/deferred';

const blocked = () => new DOMException('The operation is insecure.', 'SecurityError');

it.each<[string, (() => Promise<unknown>) | undefined]>([
  ['there are no locks', undefined],
  ['the browser refuses locks', () => Promise.reject(blocked())],
  [
    'asking for a lock throws',
    () => {
      throw blocked();
    },
  ],
])('where %s, work of one name runs one after the other', async (_, request) => {
  const locks = request && ({ request } as unknown as LockManager);
  const exclusively = createExclusively(locks);
  const order: string[] = [];
  const work = (name: string) => async () => {
    order.push(`${name} begins`);
    await Promise.resolve();
    order.push(`${name} ends`);
    return name;
  };
  const done = [exclusively('outbox', work('a')), exclusively('outbox', work('b'))];
  expect(await Promise.all(done)).toEqual(['a', 'b']);
  expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
});

it('an error of the work under a lock is not taken for a refusal, and the work runs once', async () => {
  let runs = 0;
  const locks = { request: (_: string, __: unknown, begin: () => Promise<unknown>) => begin() };
  const exclusively = createExclusively(locks as unknown as LockManager);
  const work = async () => {
    runs += 1;
    throw new Error('of the work');
  };
  await expect(exclusively('outbox', work)).rejects.toThrow('of the work');
  expect(runs).toBe(1);
});

it('who finds the lock taken waits, and works once its holder is gone', async () => {
  const holder = deferred<void>();
  const request = vi.fn((_: string, __: unknown, begin: () => Promise<unknown>) =>
    holder.promise.then(begin),
  );
  const exclusively = createExclusively({ request } as unknown as LockManager);
  const work = vi.fn(async () => 'delivered');
  const done = exclusively('outbox', work);
  await new Promise(setImmediate);
  expect(work).not.toHaveBeenCalled();
  holder.resolve();
  expect(await done).toBe('delivered');
  expect(work).toHaveBeenCalledOnce();
  // No other option: with `ifAvailable` nobody waits, and with `steal` two work at once.
  const options = { signal: expect.any(AbortSignal) };
  expect(request).toHaveBeenCalledExactlyOnceWith('outbox', options, expect.any(Function));
});
