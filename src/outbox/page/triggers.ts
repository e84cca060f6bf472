import { type DeliveryScope, ACCEPTED, PREPARE, deliverMessage } from '../../contract/messages';
import type { OutboxLists, FollowOutbox } from '../port';
import { attempt, controller, optional, serviceWorkers } from '../../lib/browser';
import { within } from '../../lib/promises';
import { SYNC_TAG } from '../../contract/names';
import { dueAt } from '../delivery/retryTimes';

interface TriggerDeps {
  /** Delivers: `deliver` in pageOutbox.ts, which asks the worker, or runs a pass in this page. */
  deliver(scope?: DeliveryScope): Promise<void>;
  follow: FollowOutbox;
  refresh(): void;
}

/** A page delivers again after so many milliseconds at the latest while records wait. */
const LONGEST_SLEEP = 60_000;
/** Milliseconds until a page delivers a record that is due already: another deliverer may do it before that. */
const OVERDUE_SLEEP = 5_000;

/**
 * Starts deliveries while a page is open: after it has loaded, when the browser is online again, when the page becomes
 * visible or comes back from the browser's cache of pages, for an image that only a page can open, and by a timer for
 * the next due record. The worker has its own triggers: Background Sync and its start.
 */
export function createTriggers({ deliver, follow, refresh }: TriggerDeps) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let unreadTimer: ReturnType<typeof setTimeout> | undefined;
  let forPage: string[] = [];

  const run = (scope: DeliveryScope = 'due') => {
    void deliver(scope).then(refresh);
  };
  // The network may be back: records that got no answer are tried at once, whatever their back-off.
  const retry = () => run('back');

  const schedule = ({ waiting: all }: OutboxLists) => {
    const waiting = all.filter((record) => !record.needsAttention);
    clearTimeout(timer);
    const before = forPage;
    forPage = waiting.filter((record) => record.forPage).map(({ key }) => key);
    // The worker has left an image to a page, and this is a page.
    if (forPage.some((key) => !before.includes(key))) run();
    if (waiting.length === 0) return;
    const now = Date.now();
    const next = Math.min(...waiting.map((record) => dueAt(record.notBefore, now)));
    const sleep = next > now ? Math.max(next - now, 1000) : OVERDUE_SLEEP;
    timer = setTimeout(run, Math.min(sleep, LONGEST_SLEEP));
  };

  return {
    run,
    start() {
      follow(schedule, () => {
        // Beside the timer: nobody knows whether that one still runs.
        clearTimeout(unreadTimer);
        unreadTimer = setTimeout(run, LONGEST_SLEEP);
      });
      window.addEventListener('online', retry);
      // A page that was frozen has missed messages.
      const wake = () => {
        refresh();
        retry();
      };
      document.addEventListener('visibilitychange', () => {
        if (document.visibilityState === 'visible') wake();
      });
      // It comes back by "Back", and WebKit sends no other event then.
      window.addEventListener('pageshow', ({ persisted }) => {
        if (persisted) wake();
      });
      retry();
    },
  };
}

/** Milliseconds in which the worker must accept a delivery, or the page delivers itself. */
const ACCEPT_TIMEOUT = 3000;

interface SyncRegistration extends ServiceWorkerRegistration {
  /** Background Sync: Chromium only. */
  sync?: { register(tag: string): Promise<void> };
}

/**
 * Asks the service worker to deliver, because it outlives the page. `isAccepted`: it delivers now; `isRegistered`: the
 * browser wakes it when the network is back. Takes `ACCEPT_TIMEOUT` at most, and never rejects.
 */
export async function askWorker(scope: DeliveryScope) {
  const container = serviceWorkers();
  const registration: SyncRegistration | undefined = await within(
    ACCEPT_TIMEOUT,
    attempt(() => container?.getRegistration()),
  ).catch(() => undefined);
  const worker = optional(() => registration?.active);
  const [isRegistered, isAccepted] = await Promise.all([
    registersSync(optional(() => registration?.sync)),
    worker ? accepts(worker, scope).catch(() => false) : false,
  ]);
  return { isAccepted, isRegistered };
}

/**
 * Whether the browser will wake the worker. Firefox and Safari have no Background Sync; Brave, and a setting of any
 * Chromium, forbid it. The page's own triggers still deliver.
 */
async function registersSync(sync: SyncRegistration['sync']): Promise<boolean> {
  if (!sync) return false;
  const registering = attempt(() => sync.register(SYNC_TAG));
  return within(ACCEPT_TIMEOUT, registering).then(
    () => true,
    () => false,
  );
}

/** Rejects if the worker cannot be asked. */
function accepts(worker: ServiceWorker, scope: DeliveryScope): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const settle = (accepted: boolean) => {
      clearTimeout(timer);
      port1.close();
      resolve(accepted);
    };
    const timer = setTimeout(() => settle(false), ACCEPT_TIMEOUT);
    port1.addEventListener('message', ({ data }) => settle(data === ACCEPTED));
    port1.start();
    worker.postMessage(deliverMessage(scope), [port2]);
  });
}

/** Asks the worker to prepare the draft's pictures. Without a worker, the delivery prepares them. */
export const askToPrepare = (): void =>
  optional(() => controller()?.postMessage({ type: PREPARE }));
