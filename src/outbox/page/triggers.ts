import type { DeliveryEvent, OutboxSummary } from '../../domain/outbox';
import { dueAt } from '../retry';
import type { Force } from '../deliverer';

interface Triggered {
  deliver(force?: Force): Promise<void>;
  /** What waits, to know when to try next. */
  list(): Promise<OutboxSummary[]>;
  /** Called with every event of a delivery. */
  subscribe(onEvent: (event: DeliveryEvent) => void): unknown;
}

/** The longest a page sleeps before it looks at the outbox again, in milliseconds. */
const LONGEST_SLEEP = 60_000;
/** How long it leaves what is due to whoever is delivering it, in milliseconds. */
const OVERDUE_SLEEP = 5_000;

/**
 * What starts a delivery while a page is open: load, `online`, becoming visible, and a timer for the
 * next record that is due. Background Sync and the worker's own start are beside these.
 */
export function createTriggers({ deliver, list, subscribe }: Triggered) {
  let timer: ReturnType<typeof setTimeout> | undefined;

  const plan = async () => {
    const waiting = (await list().catch(() => [])).filter((record) => !record.needsAttention);
    clearTimeout(timer);
    if (waiting.length === 0) return;
    const now = Date.now();
    const next = Math.min(...waiting.map((record) => dueAt(record.notBefore, now)));
    const sleep = next > now ? Math.max(next - now, 1000) : OVERDUE_SLEEP;
    timer = setTimeout(() => run(), Math.min(sleep, LONGEST_SLEEP));
  };
  /** Delivers, and sees to it that what is left is tried again while the page is open. */
  const run = (force: Force = false) => {
    void deliver(force).then(plan);
  };
  // A network may be back: what found no server is tried at once, however long it had to back off.
  const retry = () => run('unreached');

  return {
    run,
    /** Begins to listen, and looks at the outbox at once. */
    start() {
      subscribe(({ type }) => {
        // Here is the page that the worker's image waits for.
        if (type === 'undecoded') run();
        else void plan();
      });
      window.addEventListener('online', retry);
      document.addEventListener('visibilitychange', () => {
        if (document.visibilityState === 'visible') retry();
      });
      retry();
    },
  };
}
