/**
 * The outbox as a page uses it: saves requests, and delivers them or asks the worker to (`worker/workerOutbox.ts`). The
 * folders: `store/` is the database, or the page's memory. `delivery/` has the steps of one record, and a pass over
 * those that are due. `page/` is what only a page does: lists for the screens, triggers, a visitor's actions.
 * `record.ts` says what a record is. A record goes only when the server has acknowledged all of it that can be sent, or
 * when its visitor deletes or replaces it.
 */
import type { DeliveryScope } from '../../contract/messages';
import type { BackendConfig } from '../../firebase/config';
import { cryptoRandom } from '../../domain/ids';
import { importOnce } from '../../lib/promises';
import { log } from '../../lib/log';
import { controller, lockManager } from '../../lib/browser';
import { network } from '../../lib/network';
import type { QueueIdleTask } from '../../lib/pageServices';
import type { OutboxPort } from '../port';
import { connectOutbox } from '../store/database';
import { createDrafts } from '../store/drafts';
import { newKey } from '../record';
import type { OutboxStore } from '../store/outboxStore';
import { createOutboxLists } from './outboxLists';
import { createPageStores } from './pageStores';
import { askToPrepare, askWorker, createTriggers } from './triggers';

/**
 * Requests on the disk are delivered by the worker or, without one, by this page; requests in memory always by this
 * page. `queueIdleTask` queues what is fetched in advance.
 */
export function createPageOutbox(config: BackendConfig, queueIdleTask: QueueIdleTask) {
  const connection = connectOutbox();
  const stores = createPageStores(connection);
  const { disk, memory, read } = stores;
  const { changed, follow, refresh } = createOutboxLists(stores);

  const deps = { config, now: () => Date.now(), random: cryptoRandom, newKey, changed };
  const sendingFrom = (store: OutboxStore, locks: LockManager | undefined) =>
    importOnce(
      () => import('./recordActions'),
      ({ createSending }) => createSending({ ...deps, store, locks }),
    );
  const sendingFromDisk = sendingFrom(disk, lockManager());
  const sendingFromMemory = sendingFrom(memory, undefined);
  const sendingOf = async (key: string) =>
    (await stores.storeOf(key)) === memory ? sendingFromMemory() : sendingFromDisk();

  const deliverFromDisk = async (scope: DeliveryScope) => {
    await stores.deleteCopies();
    // The worker is asked before this page reads its records: it registers the sync that goes on where this page ends,
    // or cannot read. (Copies go before that: the worker must not send them.)
    const askedAt = Date.now();
    const { isAccepted, isRegistered } = await askWorker(scope);
    stores.goOn(isAccepted && isRegistered ? askedAt : undefined);
    const hasRecordForPage = (await disk.list()).some(
      ({ forPage, needsAttention }) => forPage && !needsAttention,
    );
    if (isAccepted && !hasRecordForPage) return;
    // The code that sends is loaded only if there is something to send: most pages never have anything.
    if ((await disk.list()).length > 0) await (await sendingFromDisk()).deliver(scope);
  };
  const deliverFromMemory = async (scope: DeliveryScope) => {
    if (!(await stores.isMemoryInUse())) return;
    await (await sendingFromMemory()).deliver(scope);
    await stores.deleteCopies();
  };
  const deliver = async (scope: DeliveryScope = 'due') => {
    const failed = (error: unknown) => log('The outbox could not be delivered.', error);
    await Promise.all([
      deliverFromDisk(scope).catch(failed),
      deliverFromMemory(scope).catch(failed),
    ]);
  };
  const triggers = createTriggers({ deliver, follow, refresh });

  const port: OutboxPort = {
    async save(request, store) {
      const result = await stores.save(request, store);
      if (result.outcome === 'saved') {
        const { replaces } = request;
        changed(result.key, ...(replaces === undefined ? [] : [replaces]));
        triggers.run();
      }
      return result;
    },
    async bring(key, file) {
      await (await stores.storeOf(key)).addFile(file);
      // The record is not due before its wait is over.
      triggers.run('all');
    },
    async leaveOut(key, ids) {
      await (await sendingOf(key)).leaveOut(key, ids);
      changed(key);
      triggers.run('all');
    },
    read,
    follow,
    tryAllNow: () => triggers.run('all'),
    async remove(key) {
      const outcome = await (await sendingOf(key)).remove(key);
      // The worker's pass also updates the number on the app's badge.
      void deliver();
      return outcome;
    },
    async retry(key) {
      await (await sendingOf(key)).retry(key);
      triggers.run('all');
    },
    reopen: async (key) => (await sendingOf(key)).reopen(key),
    async markAnnounced(keys) {
      await stores.markAnnounced(keys);
      changed(...keys);
    },
  };

  return {
    port,
    drafts: createDrafts(connection, Date.now, askToPrepare),
    start() {
      // WebKit keeps a page that is left in the middle of a transaction, with its transaction: every later one would wait.
      window.addEventListener('pagehide', connection.letGo);
      window.addEventListener('pageshow', connection.goOn);
      queueIdleTask(() => loadInAdvance(async () => (await sendingFromDisk()).tidy()));
      triggers.start();
    },
  };
}

/** Loads the code that sends before it is needed: the connection may be gone then. */
async function loadInAdvance(load: () => Promise<unknown>): Promise<void> {
  // Not while offline without a worker's cache: browsers remember a module that failed to load.
  if (!network.isOnline() && !controller()) return;
  await load().catch((error: unknown) => log('Sending did not load.', error));
}
