import type { BackendConfig } from '../../firebase/config';
import { cryptoRandom } from '../../domain/ids';
import { importOnce } from '../../lib/promises';
import { log } from '../../lib/log';
import type { Later } from '../../ports/page';
import type { OutboxContent, OutboxPort, RequestToSave, SaveResult } from '../../ports/outbox';
import { createConnection } from '../connection';
import type { Force } from '../deliverer';
import { createDrafts } from '../drafts';
import { createIdbStore } from '../idbStore';
import { createMemoryStore } from '../memoryStore';
import { newKey, newRecord, type PendingRequest } from '../record';
import { StorageError, toldOf, type OutboxStore } from '../store';
import { contentOf, createContent } from './content';
import { askToPrepare, askWorker, createTriggers } from './triggers';

/**
 * The outbox as a page uses it: one store at a time. Requests wait on the disk, where the worker delivers
 * them, or this page where there is none. When the disk does not take one, it waits in memory, the same
 * deliverer sends it from here, and until it is sent or deleted that is all this page shows and saves to;
 * what lies on the disk is delivered meanwhile. `later` queues what is fetched in advance.
 */
export function createPageOutbox(config: BackendConfig, later: Later) {
  const connection = createConnection();
  const disk = createIdbStore(connection);
  const memory = createMemoryStore();
  const isMemoryInUse = async () => (await memory.list()).length > 0;
  const storeOf = async (key: string) => ((await memory.read(key)) ? memory : disk);
  /**
   * What memory has taken over and the disk may have as well: a save may have committed although its
   * connection was lost, or the disk was away when a request took another's place.
   */
  const copies = new Set<string>();
  /** What this page has told, also where that cannot be kept. */
  const told = new Set<string>();

  const read = async (): Promise<OutboxContent> => {
    const unkept = await contentOf(memory);
    const isInUse = unkept.waiting.length > 0;
    const kept = isInUse ? NOTHING : await contentOf(disk).catch(orNothing);
    const receipts = new Map([...unkept.receipts, ...kept.receipts].map((one) => [one.key, one]));
    return {
      waiting: isInUse
        ? unkept.waiting.map((one) => ({ ...one, inMemory: true as const }))
        : kept.waiting,
      receipts: [...receipts.values()].map((one) => (told.has(one.key) ? toldOf(one) : one)),
    };
  };
  /** Where the disk has not answered since, what was in memory is all there was. */
  const orNothing = (error: unknown): OutboxContent => {
    if (copies.size === 0) throw error;
    return NOTHING;
  };
  const content = createContent(read);
  const { changed, follow, look } = content;

  const deps = { config, now: () => Date.now(), random: cryptoRandom, newKey, changed };
  const sendingFrom = (store: OutboxStore, locks: LockManager | undefined) =>
    importOnce(
      () => import('./sending'),
      ({ createSending }) => createSending({ ...deps, store, locks }),
    );
  const sendingFromDisk = sendingFrom(disk, navigator.locks as LockManager | undefined);
  const sendingFromMemory = sendingFrom(memory, undefined);
  const sendingOf = async (key: string) =>
    (await storeOf(key)) === memory ? sendingFromMemory() : sendingFromDisk();

  /** What is sent, deleted or replaced in memory goes from the disk, too, as soon as that answers. */
  const settleCopies = async () => {
    for (const key of copies) {
      if (await memory.read(key)) continue;
      const copy = await disk.read(key);
      const receipt = (await memory.receipts()).find((sent) => sent.key === key);
      if (!copy || (await disk.finish(key, copy.revision, receipt))) copies.delete(key);
    }
  };
  const deliverFromDisk = async (force: Force) => {
    await settleCopies();
    const isForPage = (await disk.list()).some(
      ({ forPage, needsAttention }) => forPage && !needsAttention,
    );
    const isAccepted = await askWorker(force);
    if (isAccepted && !isForPage) return;
    // Most pages never have anything to send.
    if ((await disk.list()).length > 0) await (await sendingFromDisk()).deliver(force);
  };
  const deliverFromMemory = async (force: Force) => {
    if (!(await isMemoryInUse())) return;
    await (await sendingFromMemory()).deliver(force);
    await settleCopies();
  };
  const deliver = async (force: Force = false) => {
    const failed = (error: unknown) => log('The outbox could not be delivered.', error);
    await Promise.all([
      deliverFromDisk(force).catch(failed),
      deliverFromMemory(force).catch(failed),
    ]);
  };
  const triggers = createTriggers({ deliver, follow, look });

  const saveInMemory = async (
    record: PendingRequest,
    { images, replaces }: RequestToSave,
  ): Promise<SaveResult> => {
    const replaced = replaces === undefined ? undefined : await refused(memory, replaces);
    for (const key of [record.key, replaces]) if (key !== undefined) copies.add(key);
    await memory.save(record, images, replaced);
    return { outcome: 'saved', key: record.key, isOnDisk: false };
  };
  const save = async (request: RequestToSave, inMemory: boolean): Promise<SaveResult> => {
    const { images, replaces } = request;
    const record = newRecord({ ...request, savedAt: deps.now(), newKey });
    if (inMemory || (await isMemoryInUse())) return saveInMemory(record, request);
    const added = images.filter(({ isStored }) => !isStored);
    try {
      // Nothing is waited for without one: the press itself hands the request over.
      const replaced = replaces === undefined ? undefined : await refused(disk, replaces);
      await disk.save(record, added, replaced);
    } catch (error) {
      if (error instanceof StorageError && error.outcome === 'full') return { outcome: 'full' };
      if (!(error instanceof StorageError) && !(error instanceof DOMException)) throw error;
      log('The request cannot be kept on this device.', error);
      return saveInMemory(record, request);
    }
    // The record is saved, whatever becomes of the rest.
    askForPersistence();
    await disk
      .restore(images)
      .catch((error: unknown) => log('A chosen file was not put back.', error));
    return { outcome: 'saved', key: record.key, isOnDisk: true };
  };

  const port: OutboxPort = {
    async save(request, inMemory) {
      const result = await save(request, inMemory);
      if (result.outcome === 'saved') {
        changed();
        triggers.run();
      }
      return result;
    },
    read,
    follow,
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
    async noteTold(keys) {
      for (const key of keys) told.add(key);
      await disk
        .noteTold(keys)
        .catch((error: unknown) => log('It was not kept that a request was told.', error));
      changed();
    },
  };

  return {
    port,
    drafts: createDrafts(connection, Date.now, askToPrepare),
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

const NOTHING: OutboxContent = { waiting: [], receipts: [] };

/** The refused record that a request takes the place of, if this store has it. */
async function refused(store: OutboxStore, key: string): Promise<PendingRequest | undefined> {
  const record = await store.read(key).catch(() => undefined);
  return record?.needsAttention && record;
}

/** Once there is something to keep, the browser is asked not to evict it. */
function askForPersistence(): void {
  navigator.storage
    ?.persist?.()
    .catch((error: unknown) => log('Persistent storage was refused.', error));
}
