import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLater, patiently } from '../../../src/shared/idle';

/** A page that is loaded and visible; its processor is idle after 10 ms. */
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', {
    readyState: 'complete',
    visibilityState: 'visible',
    addEventListener: () => undefined,
  });
  vi.stubGlobal('window', { requestIdleCallback: (task: () => void) => setTimeout(task, 10) });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const never = () => new Promise<never>(() => undefined);

/** Queues the pieces `a`, `b`, `c` …; the log says when each began. */
function queue(first: Promise<void>, tasks: (() => Promise<unknown>)[]) {
  const start = Date.now();
  const begun: string[] = [];
  const told: string[] = [];
  const later = createLater(first, (isBusy) => {
    told.push(`${isBusy ? 'busy' : 'idle'} ${Date.now() - start}`);
  });
  const callOffs = tasks.map((task, index) =>
    later(() => {
      begun.push(`${'abcd'[index]} ${Date.now() - start}`);
      return task();
    }),
  );
  return { begun, callOffs, told };
}

it('runs one piece after another, each in an idle moment', async () => {
  const wait = (milliseconds: number) => () =>
    new Promise((resolve) => {
      setTimeout(resolve, milliseconds);
    });
  const { begun, told } = queue(Promise.resolve(), [wait(100), wait(50), wait(0)]);
  await vi.runAllTimersAsync();
  expect(begun).toEqual(['a 10', 'b 120', 'c 180']);
  expect(told).toEqual(['busy 10', 'idle 110', 'busy 120', 'idle 170', 'busy 180', 'idle 180']);
});

it('waits for nothing longer than five seconds, and goes on behind failures', async () => {
  const broken = () => {
    throw new Error('at once');
  };
  const tasks = [never, () => Promise.reject(new Error('no code')), broken, async () => undefined];
  const { begun, told } = queue(Promise.resolve(), tasks);
  await vi.runAllTimersAsync();
  expect(begun).toEqual(['a 10', 'b 5020', 'c 5030', 'd 5040']);
  expect(told.at(-1)).toBe('idle 5040');
});

it('leaves out what was called off', async () => {
  const { begun, callOffs, told } = queue(
    Promise.resolve(),
    Array(3).fill(() => Promise.resolve()),
  );
  callOffs[1]!();
  await vi.runAllTimersAsync();
  expect(begun).toEqual(['a 10', 'c 30']);
  expect(told).toEqual(['busy 10', 'idle 10', 'busy 30', 'idle 30']);
});

it('starts when the first has settled, and its patience is counted from its own start', async () => {
  const shown = new Promise<void>((resolve) => {
    setTimeout(resolve, 3000);
  });
  const first = patiently(shown).then(() => patiently(never(), 15_000));
  const { begun } = queue(first, [() => Promise.resolve()]);
  await vi.runAllTimersAsync();
  expect(begun).toEqual(['a 18010']);
});
