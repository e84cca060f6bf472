import type { OutboxContent, FollowOutbox } from '../../ports/outbox';
import type { Force } from '../deliverer';
import { ACCEPTED, PREPARE, SYNC_TAG, type DeliverMessage } from '../messages';
import { dueAt } from '../retry';

interface Triggered {
  deliver(force?: Force): Promise<void>;
  follow: FollowOutbox;
  /** Looks at what is left after a delivery. */
  look(): void;
}

/** The longest a page sleeps before it looks at the outbox again, in milliseconds. */
const LONGEST_SLEEP = 60_000;
/** How long it leaves what is due to whoever is delivering it, in milliseconds. */
const OVERDUE_SLEEP = 5_000;

/**
 * What starts a delivery while a page is open: load, `online`, becoming visible, an image that only a page
 * can open, and a timer for the next record that is due. Background Sync and the worker's own start are
 * beside these.
 */
export function createTriggers({ deliver, follow, look }: Triggered) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let left: string[] = [];

  const run = (force: Force = false) => void deliver(force).then(look);
  // A network may be back: what found no server is tried at once, however long it had to back off.
  const retry = () => run('unreached');

  const plan = (content: OutboxContent) => {
    const waiting = content.waiting.filter((record) => !record.needsAttention);
    clearTimeout(timer);
    const leftBefore = left;
    left = waiting.filter(({ forPage }) => forPage).map(({ key }) => key);
    // Here is the page that the worker's image waits for.
    if (left.some((key) => !leftBefore.includes(key))) run();
    if (waiting.length === 0) return;
    const now = Date.now();
    const next = Math.min(...waiting.map((record) => dueAt(record.notBefore, now)));
    const sleep = next > now ? Math.max(next - now, 1000) : OVERDUE_SLEEP;
    timer = setTimeout(run, Math.min(sleep, LONGEST_SLEEP));
  };

  return {
    run,
    /** Begins to listen, and looks at the outbox at once. */
    start() {
      follow(plan);
      window.addEventListener('online', retry);
      document.addEventListener('visibilitychange', () => {
        if (document.visibilityState !== 'visible') return;
        // A page that was frozen has heard nothing.
        look();
        retry();
      });
      retry();
    },
  };
}

/** Milliseconds a worker has to say that it delivers, before the page does it itself. */
const ACCEPT_TIMEOUT = 3000;

interface SyncRegistration extends ServiceWorkerRegistration {
  /** Background Sync: Chromium only. */
  sync?: { register(tag: string): Promise<void> };
}

/** Asks the service worker, which outlives the page, to deliver; false where none takes it on. */
export async function askWorker(force: Force): Promise<boolean> {
  const registration: SyncRegistration | undefined = await navigator.serviceWorker
    ?.getRegistration()
    .catch(() => undefined);
  registration?.sync?.register(SYNC_TAG).catch(() => {
    // Refused by the browser's settings: the page's own triggers deliver.
  });
  const worker = registration?.active;
  return worker ? accepts(worker, force) : false;
}

function accepts(worker: ServiceWorker, force: Force): Promise<boolean> {
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
    worker.postMessage({ type: 'outbox.deliver', force } satisfies DeliverMessage, [port2]);
  });
}

/** Asks the worker to prepare the draft's pictures; where none does, their delivery does. */
export const askToPrepare = (): void =>
  navigator.serviceWorker?.controller?.postMessage({ type: PREPARE });
