import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createTriggers } from '../../../../src/outbox/page/triggers';
import { summary } from '../../request/fakePorts';

const NOW = 1_000_000_000;

beforeEach(() => void vi.useFakeTimers({ now: NOW }));
afterEach(() => void vi.useRealTimers());

function run(notBefore: number) {
  const deliver = vi.fn(async () => {});
  const list = async () => [summary('k', { notBefore })];
  createTriggers({ deliver, list, subscribe: () => () => undefined }).run();
  deliver.mockClear();
  return deliver;
}

it('tries what has to wait as soon as it is due', async () => {
  const deliver = run(NOW + 2000);
  await vi.advanceTimersByTimeAsync(1999);
  expect(deliver).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(deliver).toHaveBeenCalledOnce();
});

it('does not ask again every second for what somebody is delivering already', async () => {
  const deliver = run(0);
  await vi.advanceTimersByTimeAsync(4999);
  expect(deliver).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(15_001);
  expect(deliver).toHaveBeenCalledTimes(4);
});
