/** Milliseconds of work after which the page gets time to answer a touch. */
const SLICE = 5;

/** Like `map`, in slices of some milliseconds each, none of them in the caller's own task. */
export async function mapInSlices<T, U>(items: readonly T[], change: (item: T) => U): Promise<U[]> {
  const changed: U[] = [];
  let end = 0;
  for (const item of items) {
    if (performance.now() >= end) {
      await turn();
      end = performance.now() + SLICE;
    }
    changed.push(change(item));
  }
  return changed;
}

/** Prioritized Task Scheduling API: goes on before other timers, where the browser has it. */
interface Scheduler {
  yield?: () => Promise<void>;
}

function turn(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: Scheduler };
  if (scheduler?.yield) return scheduler.yield();
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}
