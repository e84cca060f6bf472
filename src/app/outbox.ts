import type { BackendConfig } from '../backend/config';
import { cryptoRandom } from '../domain/ids';
import type { DraftPort, OutboxPort } from '../domain/ports';
import {
  createConnection,
  createDrafts,
  createIdbStore,
  listRequests,
  newKey,
  createSaving,
  type Deliverer,
} from '../outbox';
import { createCourier } from './courier';
import type { Later } from './idle';
import { createLostNews } from './lostNews';
import { createOutboxBus } from './outboxBus';
import type { Sending } from './sending';
import { createTriggers } from './triggers';

type Log = (message: string, error: unknown) => void;

export interface PageOutbox {
  port: OutboxPort;
  drafts: DraftPort;
  /** Starts the page's triggers; returns how to stop them. */
  start(): () => void;
}

/** The outbox as this page uses it: the store, the courier, and the news about deliveries. */
export function createPageOutbox(config: BackendConfig, later: Later, log: Log): PageOutbox {
  const bus = createOutboxBus();
  const store = createIdbStore(createConnection());
  const deps = {
    store,
    config,
    locks: navigator.locks as LockManager | undefined,
    now: () => Date.now(),
    random: cryptoRandom,
    newKey,
    emit: bus.emit,
  };
  const wait = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      setTimeout(resolve, milliseconds);
    });
  let loading: Promise<Sending> | undefined;
  const sending = () => {
    loading ??= import('./sending')
      .then(({ createSending }) => createSending({ ...deps, wait }))
      .catch((error: unknown) => {
        // A failed load may be repeated.
        loading = undefined;
        throw error;
      });
    return loading;
  };
  const here: Deliverer = {
    async deliver(force) {
      // Most pages never have anything to send.
      if ((await store.list()).length === 0) return {};
      return (await sending()).deliverer.deliver(force);
    },
  };
  const courier = createCourier(here, log);
  const news = createLostNews(store.receipts, bus.tell);
  bus.subscribe(news.hear);
  const list = () => news.compare(() => listRequests(store));
  const triggers = createTriggers({ deliver: courier.deliver, list, subscribe: bus.subscribe });
  const saving = createSaving({
    ...deps,
    direct: async (...request) => (await sending()).direct(...request),
  });

  const port: OutboxPort = {
    async save(fields, images, options) {
      const saved = await saving.save(fields, images, options);
      if (saved.outcome === 'saved') {
        askForPersistence(log);
        news.know(saved.key);
        bus.emit({ type: 'saved', key: saved.key });
        triggers.run();
      }
      return saved;
    },
    sendDirectly: saving.sendDirectly,
    list: () => listRequests(store),
    subscribe: bus.subscribe,
    tryNow: () => triggers.run(true),
    async remove(key) {
      const outcome = await (await sending()).remove(key);
      // The worker's pass also brings the app's badge up to date.
      void courier.deliver();
      return outcome;
    },
    reopen: async (key) => (await sending()).reopen(key),
    wasSent: async (key) => (await store.receipts()).some((receipt) => receipt.key === key),
  };
  return {
    port,
    drafts: createDrafts(store),
    start() {
      // In good time: when it is needed the connection may be gone.
      const callOff = later(async () => {
        // Browsers remember a module that did not arrive.
        if (!navigator.onLine && !navigator.serviceWorker?.controller) return;
        await sending().catch((error: unknown) => log('Sending did not load.', error));
      });
      const stop = triggers.start();
      return () => {
        callOff();
        stop();
      };
    },
  };
}

/** Once there is something to keep, the browser is asked not to evict it. */
function askForPersistence(log: Log): void {
  navigator.storage
    ?.persist?.()
    .catch((error: unknown) => log('Persistent storage was refused.', error));
}
