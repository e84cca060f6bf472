import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSafety, watchDeliveries } from '../../../src/update/safety';
import type { DeliveryEvent } from '../../../src/domain/outbox';

const CALM = 1500;
const MINUTE = 60_000;

let safety = createSafety();
let task = vi.fn();
beforeEach(() => {
  vi.useFakeTimers();
  safety = createSafety();
  task = vi.fn();
});
afterEach(() => void vi.useRealTimers());

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

test('a task waits for everything that is in the way, and for a calm moment after it; it runs once', () => {
  safety.report('form', true);
  safety.report('review', true);
  safety.whenSafe(task);
  safety.report('form', false);
  vi.advanceTimersByTime(MINUTE);
  safety.report('review', false);
  expectRunAfter(CALM);
  safety.report('form', true);
  safety.report('form', false);
  vi.advanceTimersByTime(MINUTE);
  expect(task).toHaveBeenCalledOnce();
});

test('what comes within the calm moment holds the task back', () => {
  safety.report('form', true);
  safety.report('form', false);
  safety.whenSafe(task);
  vi.advanceTimersByTime(1000);
  safety.report('form', true);
  vi.advanceTimersByTime(MINUTE);
  safety.report('form', false);
  expectRunAfter(CALM);
});

test('a report that changes nothing does not put the calm moment off', () => {
  safety.report('form', true);
  safety.whenSafe(task);
  safety.report('form', false);
  vi.advanceTimersByTime(1000);
  safety.report('form', false);
  expectRunAfter(CALM - 1000);
});

test.each([
  ['ends', 'sent', CALM],
  ['has not been heard of for a minute', undefined, MINUTE + CALM],
] as const)('a delivery is in the way until it %s', (_, end, milliseconds) => {
  let tell: (event: DeliveryEvent) => void = () => {};
  watchDeliveries(safety, (onEvent) => (tell = onEvent));
  tell({ type: 'created', key: 'a', id: '1' });
  safety.whenSafe(task);
  vi.advanceTimersByTime(30_000);
  tell({ type: 'progress', key: 'a' } as DeliveryEvent);
  if (end) tell({ type: end, key: 'a', id: '1' });
  expectRunAfter(milliseconds);
});
