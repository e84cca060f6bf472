import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createExclusively } from '../../../src/outbox/locks';
import { createMemoryStore } from '../../../src/outbox/memoryStore';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Two contexts of one origin without Web Locks. */
function createContexts() {
  const store = createMemoryStore();
  let keys = 0;
  const context = () =>
    createExclusively({
      store,
      locks: undefined,
      now: () => Date.now(),
      newKey: () => `owner-${(keys += 1)}`,
    });
  return { store, here: context(), there: context() };
}

function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}

describe('leases, where there are no Web Locks', () => {
  test('one at a time; the second runs when the first is done, however long that takes', async () => {
    const { here, there } = createContexts();
    const { open, opened } = gate();
    const log: string[] = [];
    const first = here('outbox', async () => {
      log.push('first');
      await opened;
      log.push('first done');
    });
    const second = there('outbox', async () => log.push('second'));
    await vi.advanceTimersByTimeAsync(120_000);
    expect(log).toEqual(['first']);
    open();
    await first;
    await vi.advanceTimersByTimeAsync(1_000);
    await second;
    expect(log).toEqual(['first', 'first done', 'second']);
  });

  test('different names do not wait for each other', async () => {
    const { here } = createContexts();
    const { open, opened } = gate();
    const first = here('outbox', () => opened);
    expect(await here('outbox.create.k', async () => 'done')).toBe('done');
    open();
    await first;
  });

  test('the lease of a dead context runs out', async () => {
    const { store, here } = createContexts();
    await store.lease('outbox', 'dead', Date.now(), Date.now() + 15_000);
    const ran = vi.fn(async () => undefined);
    const run = here('outbox', ran);
    await vi.advanceTimersByTimeAsync(14_000);
    expect(ran).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2_000);
    await run;
    expect(ran).toHaveBeenCalledOnce();
  });

  test('work that fails gives the lease back', async () => {
    const { here, there } = createContexts();
    await expect(here('outbox', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await there('outbox', async () => 'free')).toBe('free');
  });

  test('waiting can be given up', async () => {
    const { here, there } = createContexts();
    const { open, opened } = gate();
    const first = here('outbox', () => opened);
    const stop = new AbortController();
    const waiting = there('outbox', async () => undefined, stop.signal);
    const given = expect(waiting).rejects.toHaveProperty('name', 'AbortError');
    await vi.advanceTimersByTimeAsync(500);
    stop.abort();
    await given;
    open();
    await first;
  });
});
