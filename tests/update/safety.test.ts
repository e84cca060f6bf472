import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSafety, watchDeliveries } from '../../src/update/safety';
import type { OutboxLists } from '../../src/outbox/port';
import { summary } from '../support/fakeOutbox';

const QUIET_TIME = 1500;
const MINUTE = 60_000;

let safety = createSafety();
let task = vi.fn();
beforeEach(() => {
  vi.useFakeTimers();
  safety = createSafety();
  task = vi.fn();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The task runs when so many milliseconds more have passed, and not before. */
function expectRunAfter(milliseconds: number): void {
  vi.advanceTimersByTime(milliseconds - 1);
  expect(task).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(task).toHaveBeenCalledOnce();
}

test('a task runs at once while nothing is in the way', () => {
  safety.whenSafe(task);
  expect(task).toHaveBeenCalledOnce();
});

test('a task waits until nothing is in the way and the page is calm, then runs once', () => {
  safety.report('form', 'disturbance');
  safety.report('review', 'disturbance');
  safety.whenSafe(task);
  safety.report('form', 'none');
  vi.advanceTimersByTime(MINUTE);
  safety.report('review', 'none');
  expectRunAfter(QUIET_TIME);
  safety.report('form', 'disturbance');
  safety.report('form', 'none');
  vi.advanceTimersByTime(MINUTE);
  expect(task).toHaveBeenCalledOnce();
});

test('something new within the calm moment holds the task back', () => {
  safety.report('form', 'disturbance');
  safety.report('form', 'none');
  safety.whenSafe(task);
  vi.advanceTimersByTime(1000);
  safety.report('form', 'disturbance');
  vi.advanceTimersByTime(MINUTE);
  safety.report('form', 'none');
  expectRunAfter(QUIET_TIME);
});

test('a task that may disturb waits only for what would be lost', () => {
  safety.report('form', 'disturbance');
  safety.report('requests in memory', 'loss');
  safety.whenSafe(task, { mayDisturb: true });
  vi.advanceTimersByTime(MINUTE);
  safety.report('requests in memory', 'none');
  expectRunAfter(QUIET_TIME);
});

test('a report that changes nothing does not delay the task', () => {
  safety.report('form', 'disturbance');
  safety.whenSafe(task);
  safety.report('form', 'none');
  vi.advanceTimersByTime(1000);
  safety.report('form', 'none');
  expectRunAfter(QUIET_TIME - 1000);
});

test.each([
  ['ends', [], QUIET_TIME],
  ['is postponed', [{ notBefore: 5 }], QUIET_TIME],
  ['has made no progress for a minute', undefined, MINUTE + QUIET_TIME],
] as const)('a delivery is in the way until it %s', (_, end, milliseconds) => {
  const record = (sentBytes: number, change = {}) => {
    const progress = { sentBytes, totalBytes: 9, count: 0, total: 1 };
    return summary('a', { step: 'upload', progress, ...change });
  };
  let tell: (content: OutboxLists) => void = () => {};
  watchDeliveries(safety, (onContent) => {
    tell = onContent;
    return () => undefined;
  });
  tell({ waiting: [record(1)], sentRequests: [] });
  safety.whenSafe(task);
  vi.advanceTimersByTime(30_000);
  tell({ waiting: [record(2)], sentRequests: [] });
  const rest = end?.map((change) => record(2, change)) ?? [record(2)];
  tell({ waiting: rest, sentRequests: [] });
  expectRunAfter(milliseconds);
});
