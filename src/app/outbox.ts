import type { BackendConfig } from '../backend/config';
import { cryptoRandom } from '../domain/ids';
import type { KeptReviewStore } from '../domain/keptReviews';
import type { DraftPort, OutboxPort } from '../domain/ports';
import {
  createConnection,
  createDeliverer,
  createDirectDelivery,
  createDrafts,
  createIdbStore,
  createKeptReviews,
  listRequests,
  newKey,
  removeRequest,
  reopenForEdit,
  createSaving,
} from '../outbox';
import { createCourier } from './courier';
import { createLostNews } from './lostNews';
import { createOutboxBus } from './outboxBus';
import { createTriggers } from './triggers';

type Log = (message: string, error: unknown) => void;

export interface PageOutbox {
  port: OutboxPort;
  drafts: DraftPort;
  keptReviews: KeptReviewStore;
  /** Starts the page's triggers; returns how to stop them. */
  start(): () => void;
}

/** The outbox as this page uses it: the store, the courier, and the news about deliveries. */
export function createPageOutbox(config: BackendConfig, log: Log): PageOutbox {
  const bus = createOutboxBus();
  const connection = createConnection();
  const store = createIdbStore(connection);
  const deps = {
    store,
    config,
    locks: navigator.locks as LockManager | undefined,
    now: () => Date.now(),
    random: cryptoRandom,
    newKey,
    emit: bus.emit,
  };
  const courier = createCourier(createDeliverer(deps), log);
  const news = createLostNews(store.receipts, bus.tell);
  bus.subscribe(news.hear);
  const list = () => news.compare(() => listRequests(store));
  const triggers = createTriggers({ deliver: courier.deliver, list, subscribe: bus.subscribe });
  const wait = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      setTimeout(resolve, milliseconds);
    });

  const saving = createSaving({ ...deps, direct: createDirectDelivery({ ...deps, wait }) });

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
      const outcome = await removeRequest(deps, key);
      // The worker's pass also brings the app's badge up to date.
      void courier.deliver();
      return outcome;
    },
    reopen: (key) => reopenForEdit(deps, key),
    wasSent: async (key) => (await store.receipts()).some((receipt) => receipt.key === key),
  };
  return {
    port,
    drafts: createDrafts(store),
    keptReviews: createKeptReviews(connection),
    start: triggers.start,
  };
}

/** Once there is something to keep, the browser is asked not to evict it. */
function askForPersistence(log: Log): void {
  navigator.storage
    ?.persist?.()
    .catch((error: unknown) => log('Persistent storage was refused.', error));
}
