import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSafety, watchDeliveries } from '../../../src/update/safety';
import type { DeliveryEvent } from '../../../src/domain/outbox';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a task runs at once while nothing is in the way', () => {
  const task = vi.fn();
  createSafety().whenSafe(task);
  expect(task).toHaveBeenCalledOnce();
});

test('a task waits for everything that is in the way, and for a calm moment after it; it runs once', () => {
  const safety = createSafety();
  const task = vi.fn();
  safety.report('form', true);
  safety.report('review', true);
  safety.whenSafe(task);
  safety.report('form', false);
  vi.advanceTimersByTime(60_000);
  expect(task).not.toHaveBeenCalled();
  safety.report('review', false);
  vi.advanceTimersByTime(1499);
  expect(task).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(task).toHaveBeenCalledOnce();
  safety.report('form', true);
  safety.report('form', false);
  vi.advanceTimersByTime(60_000);
  expect(task).toHaveBeenCalledOnce();
});

test('what comes within the calm moment holds the task back', () => {
  const safety = createSafety();
  const task = vi.fn();
  safety.report('form', true);
  safety.report('form', false);
  safety.whenSafe(task);
  vi.advanceTimersByTime(1000);
  safety.report('form', true);
  vi.advanceTimersByTime(60_000);
  expect(task).not.toHaveBeenCalled();
  safety.report('form', false);
  vi.advanceTimersByTime(1500);
  expect(task).toHaveBeenCalledOnce();
});

test('a report that changes nothing does not put the calm moment off', () => {
  const safety = createSafety();
  const task = vi.fn();
  safety.report('form', true);
  safety.whenSafe(task);
  safety.report('form', false);
  vi.advanceTimersByTime(1000);
  safety.report('form', false);
  vi.advanceTimersByTime(500);
  expect(task).toHaveBeenCalledOnce();
});

test('a delivery is in the way until it ends, or has not been heard of for a minute', () => {
  const safety = createSafety();
  let tell: (event: DeliveryEvent) => void = () => {};
  watchDeliveries(safety, (onEvent) => (tell = onEvent));
  const [first, second] = [vi.fn(), vi.fn()];
  tell({ type: 'created', key: 'a', id: '1' });
  safety.whenSafe(first);
  vi.advanceTimersByTime(30_000);
  expect(first).not.toHaveBeenCalled();
  tell({ type: 'sent', key: 'a', id: '1' });
  vi.advanceTimersByTime(1500);
  expect(first).toHaveBeenCalledOnce();

  tell({ type: 'progress', key: 'b' } as DeliveryEvent);
  safety.whenSafe(second);
  vi.advanceTimersByTime(60_000);
  expect(second).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1500);
  expect(second).toHaveBeenCalledOnce();
});
