/** Where a page saves and reads requests: on the disk or, if the disk cannot save one, in the page's memory. */
import { attempt } from '../../lib/browser';
import { log } from '../../lib/log';
import type { EpochMs } from '../../domain/clock';
import type { SavedIn, SaveResult, SentRequest } from '../../domain/types';
import type { OutboxLists, RequestToSave } from '../port';
import type { OutboxConnection } from '../store/database';
import { createIdbStore } from '../store/idbStore';
import { areSame } from '../store/drafts';
import { createMemoryStore } from '../store/memoryStore';
import { AWAIT_FILES, newKey, newRecord, type OutboxRecord } from '../record';
import { asAnnounced, type OutboxStore } from '../store/outboxStore';
import { createStoreLists, type Mark } from './storeLists';
import { StorageError } from '../../lib/database';

/**
 * The two stores of a page. It uses the disk until the disk cannot save a request. Then it saves this request and all
 * later ones in memory, and shows only these, until all of them are sent or deleted.
 */
export function createPageStores(connection: OutboxConnection) {
  const disk = createIdbStore(connection);
  const memory = createMemoryStore();
  const copies = createCopies(disk, memory);
  /** The keys of requests that this page has announced, in case the disk cannot save that. */
  const announced = new Set<string>();

  const isMemoryInUse = async () => (await memory.list()).length > 0;

  const saveInMemory = async (
    record: OutboxRecord,
    { images, replaces }: RequestToSave,
  ): Promise<SaveResult> => {
    const replaced = replaces === undefined ? undefined : await readReplaced(memory, replaces);
    copies.add(record.key, record.receipt);
    if (replaces !== undefined) copies.add(replaces);
    await memory.save(record, images, replaced);
    return { outcome: 'saved', key: record.key, store: 'memory' };
  };

  const save = async (request: RequestToSave, wanted: SavedIn): Promise<SaveResult> => {
    const savedAt = Date.now();
    const awaitedUntil = savedAt + AWAIT_FILES;
    const record = newRecord({ ...request, savedAt, awaitedUntil, newKey });
    if (wanted === 'memory' || (await isMemoryInUse())) return saveInMemory(record, request);
    const outcome = await saveOnDisk(disk, record, request);
    if (outcome === 'full') return { outcome };
    if (outcome === 'unavailable') return saveInMemory(awaitedAnew(record), request);
    const saved = { outcome: 'saved', key: record.key, store: 'disk' } as const;
    if (outcome === 'taken') {
      return (await isSame(disk, record)) ? saved : save({ ...request, key: newKey() }, wanted);
    }
    // The record is saved now. A failure below does not change that.
    await disk
      .restore(request.images)
      .catch((error: unknown) => log('A chosen file was not restored.', error));
    return saved;
  };

  return {
    disk,
    memory,
    isMemoryInUse,

    storeOf: async (key: string): Promise<OutboxStore> =>
      (await memory.read(key)) ? memory : disk,

    ...createListsReader(disk, memory, {
      /** If the disk has failed since memory was used, the lists in memory are all there is. */
      isDiskNeeded: () => !copies.mayExist(),
      isAnnounced: (key) => announced.has(key),
    }),

    save,
    deleteCopies: copies.deleteUnused,

    /** Marks sent requests as announced. Never rejects. */
    async markAnnounced(keys: string[]): Promise<void> {
      for (const key of keys) announced.add(key);
      await disk
        .markAnnounced(keys)
        .catch((error: unknown) => log('It was not saved that a request was announced.', error));
    },
  };
}

function createListsReader(
  disk: OutboxStore,
  memory: OutboxStore,
  page: { isDiskNeeded(): boolean; isAnnounced(key: string): boolean },
) {
  /** What was saved until then goes on without this page. Undefined: nothing does. */
  let goesOnUntil: EpochMs | undefined;
  const onDisk = (record: OutboxRecord): Mark =>
    goesOnUntil !== undefined && record.savedAt <= goesOnUntil && isOnlyUnreached(record)
      ? { goesOn: true }
      : {};
  const listDisk = () => createStoreLists(disk, onDisk);
  const listMemory = () => createStoreLists(memory, inMemory);
  const [diskLists, memoryLists] = [listDisk(), listMemory()];

  const emptyOrThrow = (error: unknown): OutboxLists => {
    if (page.isDiskNeeded()) throw error;
    return EMPTY;
  };
  const inUse = async (
    listsInMemory: OutboxLists,
    readDisk: () => Promise<OutboxLists>,
  ): Promise<OutboxLists> => {
    const usesMemory = listsInMemory.waiting.length > 0;
    const listsOnDisk = usesMemory ? EMPTY : await readDisk().catch(emptyOrThrow);
    // Only after a failed try: Firefox shows a question, and who has sent has nothing to lose.
    if (listsOnDisk.waiting.some(({ attempts }) => attempts > 0)) askForPersistence();
    return {
      waiting: usesMemory ? listsInMemory.waiting : listsOnDisk.waiting,
      sentRequests: sentOfBoth(listsInMemory, listsOnDisk).map((sent) =>
        page.isAnnounced(sent.key) ? asAnnounced(sent) : sent,
      ),
    };
  };

  return {
    read: async (): Promise<OutboxLists> =>
      inUse(await listMemory().read(), () => listDisk().read()),

    /**
     * The lists for screens that follow them: what they show is kept. With `keys` only these records have changed
     * since.
     */
    async readShown(keys?: ReadonlySet<string>): Promise<OutboxLists> {
      const shown = await memoryLists.read(keys);
      // While memory is in use, nobody shows the disk, and its news pass by.
      if (shown.waiting.length > 0) diskLists.forget();
      return inUse(shown, () => diskLists.read(keys));
    },

    /** Says that the worker goes on by itself with what was saved until then, or with nothing. */
    goOn(until: EpochMs | undefined) {
      goesOnUntil = until;
    },
  };
}

const inMemory = (): Mark => ({ inMemory: true });

/** Whether only the network keeps a record back: not a page, and not its visitor. */
const isOnlyUnreached = ({ images, forPage, needsAttention, attempts, unreached }: OutboxRecord) =>
  !forPage &&
  !needsAttention &&
  (attempts === 0 || unreached === true) &&
  !images.some(({ state }) => state === 'awaited');

const EMPTY: OutboxLists = { waiting: [], sentRequests: [] };

/**
 * The records that memory has taken over while the disk may have them, too: a save may have been committed although
 * its connection was lost, or the disk failed when a request replaced another one.
 */
function createCopies(disk: OutboxStore, memory: OutboxStore) {
  const receipts = new Map<string, string | undefined>();
  return {
    /** `receipt`: of the record. Another tab may have saved its own from the same draft, under the same key. */
    add: (key: string, receipt?: string) => void receipts.set(key, receipt),
    mayExist: () => receipts.size > 0,
    async deleteUnused(): Promise<void> {
      for (const [key, receipt] of receipts) {
        if (await memory.read(key)) continue;
        const copy = await disk.read(key);
        const isCopy = copy && (receipt === undefined || receipt === copy.receipt);
        const sent = await memory.sentRequest(key);
        if (!isCopy || (await disk.finish(key, copy.revision, sent))) receipts.delete(key);
      }
    },
  };
}

function sentOfBoth(inMemory: OutboxLists, onDisk: OutboxLists): SentRequest[] {
  const all = [...inMemory.sentRequests, ...onDisk.sentRequests];
  return [...new Map(all.map((sent) => [sent.key, sent])).values()];
}

/**
 * Saves a record on the disk. Never rejects: what goes wrong there, memory takes. `taken`: another tab has saved a
 * request from the same draft.
 */
async function saveOnDisk(
  disk: OutboxStore,
  record: OutboxRecord,
  { images, replaces }: RequestToSave,
): Promise<'saved' | 'taken' | StorageError['outcome']> {
  const added = images.filter(({ isStored }) => !isStored);
  try {
    // Without `replaces` nothing is read from the disk first: the press itself hands the request over.
    const replaced = replaces === undefined ? undefined : await readReplaced(disk, replaces);
    await disk.save(record, added, replaced);
    return 'saved';
  } catch (error) {
    if (error instanceof StorageError && error.outcome === 'full') return 'full';
    if (error instanceof Error && error.name === 'ConstraintError') return 'taken';
    log('The request cannot be saved on this device.', error);
    return 'unavailable';
  }
}

/** The disk may have taken longer to fail than files are awaited. */
function awaitedAnew(record: OutboxRecord): OutboxRecord {
  const until = Date.now() + AWAIT_FILES;
  const images = record.images.map((image) =>
    image.state === 'awaited' ? { ...image, until } : image,
  );
  return { ...record, images };
}

/** Whether the record that has its key says the same. It may not: this tab may have been reading more files. */
async function isSame(disk: OutboxStore, record: OutboxRecord): Promise<boolean> {
  const saved = await disk.read(record.key).catch(() => undefined);
  const filesOf = ({ images }: OutboxRecord) => images.map(({ file }) => file);
  return (
    saved !== undefined &&
    areSame(saved.fields, record.fields) &&
    areSame(filesOf(saved), filesOf(record))
  );
}

/**
 * The record that a request replaces; undefined if the server may have it. No deliverer has tried one that is made due by
 * `retry` while it is edited in the form.
 */
async function readReplaced(store: OutboxStore, key: string): Promise<OutboxRecord | undefined> {
  try {
    const record = await store.read(key);
    if (!record || record.needsAttention) return record;
    const isUntried = record.step === 'create' && record.tries === 0;
    return isUntried && (await store.editedKey()) === key ? record : undefined;
  } catch {
    return undefined;
  }
}

let isPersistenceAsked = false;

/** Asks the browser not to evict the site's data, now that there is something to lose. */
function askForPersistence(): void {
  if (isPersistenceAsked) return;
  isPersistenceAsked = true;
  attempt(() => navigator.storage?.persist?.()).catch((error: unknown) =>
    log('Persistent storage was refused.', error),
  );
}
