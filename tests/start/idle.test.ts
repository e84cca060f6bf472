import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { waitAtMost } from '../../src/lib/promises';
import { createIdleQueue } from '../../src/shared/loading/idle';

/** A page that is loaded and visible; its processor is idle after 10 ms. */
beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  const addEventListener = () => undefined;
  const page = { readyState: 'complete', visibilityState: 'visible', addEventListener };
  vi.stubGlobal('document', page);
  vi.stubGlobal('window', { requestIdleCallback: (task: () => void) => setTimeout(task, 10) });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const never = () => new Promise<never>(() => undefined);
const wait = (milliseconds: number) => () =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

/** Queues the pieces `a`, `b`, `c` …; tells when each began, and when the queue was busy. */
function queue(first: Promise<void>, ...tasks: (() => Promise<unknown>)[]) {
  const begun: string[] = [];
  const told: string[] = [];
  const queueIdleTask = createIdleQueue(first, (isBusy) => {
    told.push(`${isBusy ? 'busy' : 'idle'} ${Date.now()}`);
  });
  const callOffs = tasks.map((task, index) =>
    queueIdleTask(() => {
      begun.push(`${'abcd'[index]} ${Date.now()}`);
      return task();
    }),
  );
  return { begun, callOffs, told };
}

it('idle work runs piece by piece, each in an idle moment', async () => {
  const { begun, told } = queue(Promise.resolve(), wait(100), wait(50), wait(0));
  await vi.runAllTimersAsync();
  expect(begun).toEqual(['a 10', 'b 120', 'c 180']);
  expect(told).toEqual(['busy 10', 'idle 110', 'busy 120', 'idle 170', 'busy 180', 'idle 180']);
});

it('idle work waits for nothing longer than five seconds, and failures do not stop it', async () => {
  const broken = () => {
    throw new Error('at once');
  };
  const failing = () => Promise.reject(new Error('no code'));
  const { begun, told } = queue(Promise.resolve(), never, failing, broken, wait(0));
  await vi.runAllTimersAsync();
  expect(begun).toEqual(['a 10', 'b 5020', 'c 5030', 'd 5040']);
  expect(told.at(-1)).toBe('idle 5040');
});

it('cancelled idle work does not run', async () => {
  const { begun, callOffs, told } = queue(Promise.resolve(), wait(0), wait(0), wait(0));
  callOffs[1]!();
  await vi.runAllTimersAsync();
  expect(begun).toEqual(['a 10', 'c 30']);
  expect(told).toEqual(['busy 10', 'idle 10', 'busy 30', 'idle 30']);
});

it('idle work waits for its predecessor, and counts its own patience from then on', async () => {
  const first = waitAtMost(wait(3000)()).then(() => waitAtMost(never(), 15_000));
  const { begun } = queue(first, wait(0));
  await vi.runAllTimersAsync();
  expect(begun).toEqual(['a 18010']);
});
