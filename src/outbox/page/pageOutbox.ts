import type { BackendConfig } from '../../firebase/config';
import { cryptoRandom } from '../../domain/ids';
import type { OutboxSummary } from '../../domain/outbox';
import { importOnce } from '../../domain/promises';
import { log } from '../../domain/log';
import type { Later, NewRequest, OutboxPort, SaveResult } from '../../domain/ports';
import { createAnnouncer } from '../announce';
import { createConnection } from '../connection';
import type { Force } from '../deliverer';
import { createDrafts } from '../drafts';
import { createIdbStore } from '../idbStore';
import { createMemoryStore } from '../memoryStore';
import { newKey, newRecord, summaryOf } from '../record';
import { StorageError, type OutboxStore } from '../store';
import { askWorker } from './askWorker';
import { createDeliveryEvents, createMissedEvents } from './events';
import { writeTold, toldOf } from './told';
import { createTriggers } from './triggers';

/**
 * The outbox as a page uses it. Requests wait on the disk, where the worker delivers them, or this
 * page where there is none. Those that the device cannot keep wait in memory, and the same deliverer
 * sends them from here. `later` queues what is fetched in advance.
 */
export function createPageOutbox(config: BackendConfig, later: Later) {
  const events = createDeliveryEvents();
  const connection = createConnection();
  const disk = createIdbStore(connection);
  const memory = createMemoryStore();
  /** Whether the device could not keep a request of this page's. */
  let hasUnkept = false;
  const deps = { config, now: () => Date.now(), random: cryptoRandom, newKey };

  const sendingFrom = (store: OutboxStore, locks: LockManager | undefined) =>
    importOnce(
      () => import('./sending'),
      ({ createSending }) =>
        createSending({ ...deps, store, locks, changed: createAnnouncer(store, events.emit) }),
    );
  const sendingFromDisk = sendingFrom(disk, navigator.locks as LockManager | undefined);
  const sendingFromMemory = sendingFrom(memory, undefined);
  const sendingOf = async (key: string) =>
    (await memory.read(key)) ? sendingFromMemory() : sendingFromDisk();

  const deliverFromDisk = async (force: Force) => {
    const isForPage = (await disk.list()).some(
      ({ forPage, needsAttention }) => forPage && !needsAttention,
    );
    const isAccepted = await askWorker(force);
    if (isAccepted && !isForPage) return;
    // Most pages never have anything to send.
    if ((await disk.list()).length > 0) await (await sendingFromDisk()).deliver(force);
  };
  const deliverFromMemory = async (force: Force) => {
    if ((await memory.list()).length > 0) await (await sendingFromMemory()).deliver(force);
  };
  const deliver = async (force: Force = false) => {
    const failed = (error: unknown) => log('The outbox could not be delivered.', error);
    await Promise.all([
      deliverFromDisk(force).catch(failed),
      deliverFromMemory(force).catch(failed),
    ]);
  };

  /** Where the disk cannot be read, what is in memory is all there is. */
  const orNone = <T>(fromDisk: Promise<T[]>) =>
    fromDisk.catch((error: unknown): T[] => {
      if (!hasUnkept) throw error;
      return [];
    });
  /** What this page has told, also where it cannot be kept. */
  const told = new Set<string>();
  const receipts = async () => {
    const kept = await orNone(disk.receipts());
    const isKept = new Set(kept.map(({ key }) => key));
    const unkept = (await memory.receipts()).filter(({ key }) => !isKept.has(key));
    return [...kept, ...unkept].map((receipt) =>
      told.has(receipt.key) ? toldOf(receipt) : receipt,
    );
  };
  const missed = createMissedEvents(receipts, events.tell);
  events.subscribe(missed.hear);
  const list = async (): Promise<OutboxSummary[]> => {
    const inMemory = true as const;
    const unkept = (await memory.list()).map((record) => ({ ...summaryOf(record), inMemory }));
    const kept = await orNone(disk.list());
    const doubles = new Set(unkept.map(({ key }) => key));
    return [...kept.map(summaryOf).filter(({ key }) => !doubles.has(key)), ...unkept];
  };
  const triggers = createTriggers({
    deliver,
    list: () => missed.compare(list),
    subscribe: events.subscribe,
  });

  /**
   * A request in memory may be on the disk after all: the database may have committed although its
   * connection was lost. It is the same record, so it is settled when it was sent from here.
   */
  const settleOnDisk = async (key: string) => {
    const [copy, receipt] = await Promise.all([
      disk.read(key),
      memory.receipts().then((all) => all.find((sent) => sent.key === key)),
    ]);
    if (copy && receipt) await disk.finish(key, copy.revision, receipt);
  };
  events.subscribe(({ type, key }) => {
    if (type !== 'sent') return;
    settleOnDisk(key).catch(() => {
      // The disk is still away; a copy that is on it is found by its receipt when its turn comes.
    });
  });

  /** The refused record that a request takes the place of, and where it lies. */
  const refused = async (key: string) => {
    for (const store of [memory, disk]) {
      const record = await store.read(key).catch(() => undefined);
      if (record?.needsAttention) return { record, store };
    }
    return undefined;
  };
  const save = async (request: NewRequest, inMemory: boolean): Promise<SaveResult> => {
    const { images, replaces } = request;
    // Nothing is waited for without one: the press itself hands the request over.
    const old = replaces === undefined ? undefined : await refused(replaces);
    const record = newRecord({ ...request, savedAt: deps.now(), newKey });
    const saveIn = async (store: OutboxStore, files: typeof images): Promise<SaveResult> => {
      await store.save(record, files, old?.store === store ? old.record : undefined);
      if (store === memory) hasUnkept = true;
      // The record is saved, whatever becomes of the rest.
      const failed = (what: string) => (error: unknown) => log(what, error);
      if (old && old.store !== store) {
        const { key, revision } = old.record;
        await old.store.finish(key, revision).catch(failed('The refused request stayed.'));
      }
      await store.restore(images).catch(failed('A chosen file was not put back.'));
      return { outcome: 'saved', key: record.key, isKept: store === disk };
    };
    if (inMemory) return saveIn(memory, images);
    try {
      return await saveIn(
        disk,
        images.filter(({ isStored }) => !isStored),
      );
    } catch (error) {
      if (error instanceof StorageError && error.outcome === 'full') return { outcome: 'full' };
      if (!(error instanceof StorageError) && !(error instanceof DOMException)) throw error;
      log('The request cannot be kept on this device.', error);
      return saveIn(memory, images);
    }
  };

  const port: OutboxPort = {
    async save(request, inMemory) {
      const result = await save(request, inMemory);
      if (result.outcome === 'saved') {
        if (result.isKept) askForPersistence();
        missed.know(result.key);
        events.emit({ type: 'saved', key: result.key });
        triggers.run();
      }
      return result;
    },
    list,
    subscribe: events.subscribe,
    tryNow: () => triggers.run(true),
    async remove(key) {
      const outcome = await (await sendingOf(key)).remove(key);
      // The worker's pass also brings the app's badge up to date.
      void deliver();
      return outcome;
    },
    async retry(key) {
      await (await sendingOf(key)).retry(key);
      triggers.run(true);
    },
    reopen: async (key) => (await sendingOf(key)).reopen(key),
    receipts,
    async noteTold(keys) {
      for (const key of keys) told.add(key);
      await writeTold(connection, keys).catch((error: unknown) =>
        log('It was not kept that a request was told.', error),
      );
      for (const key of keys) events.emit({ type: 'told', key });
    },
  };

  return {
    port,
    drafts: createDrafts(connection),
    /** Tells whether a request waits that would be lost with the page. */
    onUnkept(tell: (isWaiting: boolean) => void) {
      const onLeave = (event: BeforeUnloadEvent) => event.preventDefault();
      events.subscribe(async () => {
        const isWaiting = (await memory.list()).length > 0;
        tell(isWaiting);
        // The browser asks before it leaves the page.
        if (isWaiting) window.addEventListener('beforeunload', onLeave);
        else window.removeEventListener('beforeunload', onLeave);
      });
    },
    /** Starts the page's triggers. */
    start() {
      // In good time: when it is needed the connection may be gone.
      later(async () => {
        // Browsers remember a module that did not arrive.
        if (!navigator.onLine && !navigator.serviceWorker?.controller) return;
        await sendingFromDisk().catch((error: unknown) => log('Sending did not load.', error));
      });
      triggers.start();
    },
  };
}

/** Once there is something to keep, the browser is asked not to evict it. */
function askForPersistence(): void {
  navigator.storage
    ?.persist?.()
    .catch((error: unknown) => log('Persistent storage was refused.', error));
}
