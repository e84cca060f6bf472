import { log } from '../../lib/log';
import type { PreparedWorkPicture } from '../../pictures/prepareWorkPicture';
import type { DBSchema, StoreNames } from 'idb';
import { createConnection, type Transaction } from '../../lib/database';
import * as v from 'valibot';
import { PLACEHOLDER_PATTERN } from '../../domain/constants';
import {
  type KeptWork,
  type WorkPicture,
  PICTURE_PROBLEMS,
} from '../../../machines/workEditorContext';

const WORK = 'work';

/** The name of the phone's database, and of the lock that a tab holds while it shows the work. */
export const KEPT = 'owner-work';

/**
 * This phone's storage of the one work that is not published yet, or is corrected. Where the phone stores nothing, the
 * page's memory does.
 */
export function createKeptWork() {
  const memory = {
    /** Undefined before this page has stored or read anything. */
    work: undefined as KeptWork | null | undefined,
    files: new Map<string, Blob>(),
    prepared: new Map<string, PreparedWorkPicture>(),
  };
  const { database, known, keep } = openKept();

  const saving = oneThatWaits((begin) =>
    keep(WORK, async (transaction) => {
      begin();
      // Cleared meanwhile.
      if (memory.work) await transaction.objectStore('works').put(memory.work, WORK);
    }),
  );

  return {
    async load(): Promise<KeptWork | null> {
      const { work: before } = memory;
      // Read anew, unless only this page has it: another tab may have gone on with it.
      if (before !== undefined && known.unkept.size > 0) return before;
      const read = await database.read(readWork);
      // A letter that was typed meanwhile is newer.
      if (!read.ok || memory.work !== before) return memory.work ?? null;
      known.isRead = true;
      memory.work = workIn(read.value);
      return memory.work;
    },
    /** Replaces all but the files. */
    save(work: KeptWork): Promise<void> {
      memory.work = work;
      return saving.call();
    },
    /** The chosen file of a picture, until it is prepared. */
    async keepFile(id: string, file: Blob) {
      memory.files.set(id, file);
      const stored = { type: file.type, bytes: await file.arrayBuffer() };
      // It was removed, or everything was cleared.
      if (!memory.files.has(id)) return;
      await keep(id, (transaction) => transaction.objectStore('files').put(stored, id));
    },
    /** Takes the place of the picture's file. */
    async keepPrepared(id: string, picture: PreparedWorkPicture) {
      memory.prepared.set(id, picture);
      memory.files.delete(id);
      await keep(id, preparedInstead(id, picture));
    },
    /** Undefined if there is none. Rejects where the phone cannot say. */
    async file(id: string) {
      const known = memory.files.get(id);
      if (known) return known;
      return parseFile(await database.find('files', id));
    },
    async prepared(id: string) {
      const known = memory.prepared.get(id);
      if (known || memory.files.has(id)) return known;
      return parsePrepared(await database.find('prepared', id));
    },
    async removeFiles(ids: readonly string[]) {
      for (const id of ids) {
        memory.files.delete(id);
        memory.prepared.delete(id);
        await keep(id, removing(id));
        // What is not wanted cannot be lost.
        known.unkept.delete(id);
      }
    },
    async clear() {
      // A work that could not be read outlives the one that this page has in memory.
      known.isRead ||= !memory.work;
      memory.work = null;
      // What is saved from now on is written behind this.
      saving.next();
      memory.files.clear();
      memory.prepared.clear();
      await keep(WORK, clearAll);
      known.unkept.clear();
    },
    /** False where a reload loses the work, as in some private windows. */
    async isKept() {
      const { ok } = await database.read(async () => undefined);
      return ok && known.unkept.size === 0;
    },
  };
}

export type KeptWorkStore = ReturnType<typeof createKeptWork>;

function openKept() {
  const database = createKeptDatabase();
  const known = {
    /** Whether it is known what the database has. Nothing is written over a work that could not be read. */
    isRead: false,
    /** What only this page has: ids of pictures, and the work itself. */
    unkept: new Set<string>(),
  };
  const keep = async (id: string, write: (transaction: Writing) => Promise<unknown>) => {
    const { ok } = await database.write(async (transaction) => {
      if (!known.isRead && (await transaction.objectStore('works').getKey(WORK)) !== undefined) {
        throw new Error('Another work is kept, and this page could not read it.');
      }
      known.isRead = true;
      await write(transaction);
    });
    if (ok) known.unkept.delete(id);
    else known.unkept.add(id);
  };
  return { database, known, keep };
}

/**
 * A phone writes more slowly than somebody types. So calls share a write as long as it has not begun. `write` says when it
 * begins. From then on, and after `next`, a call starts another write.
 */
function oneThatWaits(write: (begin: () => void) => Promise<void>) {
  let waiting: Promise<void> | undefined;
  const another = () => {
    const end = () => {
      if (waiting === mine) waiting = undefined;
    };
    const mine = write(end).finally(end);
    return mine;
  };
  return {
    call: () => (waiting ??= another()),
    next() {
      waiting = undefined;
    },
  };
}

interface Schema extends DBSchema {
  works: { key: string; value: KeptWork };
  /** Chosen files that are not prepared yet, by the id of their picture. */
  files: { key: string; value: { type: string; bytes: ArrayBuffer } };
  prepared: { key: string; value: PreparedWorkPicture };
}

const STORES: StoreNames<Schema>[] = ['works', 'files', 'prepared'];

type Reading = Transaction<Schema, 'readonly'>;
type Writing = Transaction<Schema>;

/** What a call has given. Not `ok`: the phone stores nothing, or no more. */
type Attempt<T> = { ok: true; value: T } | { ok: false };

/** The database. Where it fails, calls say so, and none rejects but `find`. */
function createKeptDatabase() {
  const connection = createConnection<Schema>({
    name: KEPT,
    version: 1,
    upgrade(database) {
      for (const store of STORES) database.createObjectStore(store);
    },
  });
  /** Calls follow one another: a later state of the work must not be overwritten by an earlier one. */
  let last: Promise<unknown> = Promise.resolve();
  const inOrder = <T>(work: () => Promise<T>): Promise<Attempt<T>> => {
    const result = last.then(async (): Promise<Attempt<T>> => {
      try {
        return { ok: true, value: await work() };
      } catch (error) {
        log('This phone could not keep the work, or not read it.', error);
        return { ok: false };
      }
    });
    last = result;
    return result;
  };
  /** One transaction that only reads. */
  const read = <T>(work: (transaction: Reading) => Promise<T>): Promise<Attempt<T>> =>
    inOrder(() => connection.read(STORES, work));

  return {
    read,
    /** One record. Rejects where the phone cannot say: what cannot be read now is not lost. */
    async find(store: StoreNames<Schema>, id: string): Promise<unknown> {
      const found = await read<unknown>((transaction) => transaction.objectStore(store).get(id));
      if (!found.ok) throw new Error('This phone could not read what it keeps.');
      return found.value;
    },
    /** One transaction, all or nothing. Resolves only after it is complete. */
    write: (work: (transaction: Writing) => Promise<unknown>): Promise<Attempt<unknown>> =>
      inOrder(() => connection.write(STORES, work)),
  };
}

/** The work as it is stored, and the ids of the pictures whose bytes are. */
async function readWork(transaction: Reading) {
  const [work, files, prepared] = await Promise.all([
    transaction.objectStore('works').get(WORK),
    transaction.objectStore('files').getAllKeys(),
    transaction.objectStore('prepared').getAllKeys(),
  ]);
  return { work, files: new Set(files), prepared: new Set(prepared) };
}

function workIn(found: Awaited<ReturnType<typeof readWork>>): KeptWork | null {
  const work = parseKept(found.work);
  return work && { ...work, pictures: work.pictures.map((picture) => asFound(picture, found)) };
}

/** What a file has become takes its place: both at once, or none. */
const preparedInstead = (id: string, picture: PreparedWorkPicture) => (transaction: Writing) =>
  Promise.all([
    transaction.objectStore('prepared').put(picture, id),
    transaction.objectStore('files').delete(id),
  ]);

const removing = (id: string) => (transaction: Writing) =>
  Promise.all([
    transaction.objectStore('files').delete(id),
    transaction.objectStore('prepared').delete(id),
  ]);

const clearAll = (transaction: Writing) =>
  Promise.all(STORES.map((name) => transaction.objectStore(name).clear()));

/** The state of a kept picture, by what is there of it: its last write may have failed, or never begun. */
function asFound(
  { isTooSmallForCard, ...picture }: WorkPicture,
  { files, prepared }: Record<'files' | 'prepared', ReadonlySet<string>>,
): WorkPicture {
  const { id, state } = picture;
  if (state !== 'ready' || prepared.has(id)) {
    return { ...picture, ...(isTooSmallForCard && { isTooSmallForCard }) };
  }
  if (files.has(id)) return { ...picture, state: 'preparing' };
  log('A picture of the kept work is missing.');
  return { ...picture, state: 'unusable', problem: 'lost' };
}

/**
 * What the phone's database may hold: records may be damaged, or written by a newer page. One that is none of ours counts
 * as missing, and is logged.
 */

const Image = {
  url: v.string(),
  alt: v.exactOptional(v.string()),
  width: v.exactOptional(v.number()),
  height: v.exactOptional(v.number()),
  placeholder: v.exactOptional(v.string()),
  sources: v.exactOptional(
    v.array(v.object({ url: v.string(), width: v.number(), type: v.string() })),
  ),
};

const Stored = v.object({
  id: v.string(),
  title: v.string(),
  day: v.string(),
  created: v.string(),
  cover: v.object({ ...Image, thumb: v.string() }),
  before: v.array(v.object(Image)),
  after: v.array(v.object(Image)),
});

const Kept = v.object({
  title: v.string(),
  day: v.string(),
  pictures: v.array(
    v.object({
      id: v.string(),
      side: v.picklist(['before', 'after']),
      name: v.string(),
      state: v.picklist(['preparing', 'ready', 'unusable', 'stored']),
      problem: v.exactOptional(v.picklist(PICTURE_PROBLEMS)),
      image: v.exactOptional(v.object({ ...Image, thumb: v.exactOptional(v.string()) })),
      isTooSmallForCard: v.exactOptional(v.literal(true)),
    }),
  ),
  cover: v.nullable(v.string()),
  // A draft of an earlier version has no salt. The names of its files stay as they are.
  salt: v.optional(v.string(), ''),
  isSubmitted: v.boolean(),
  workId: v.nullable(v.string()),
  earlierId: v.optional(v.nullable(v.string()), null),
  // A draft of an earlier version is of a new work.
  stored: v.optional(v.nullable(Stored), null),
  account: v.optional(v.string(), ''),
});

const Bytes = v.instance(ArrayBuffer);
const Pixels = v.pipe(v.number(), v.integer(), v.minValue(1));

const File = v.object({ type: v.string(), bytes: Bytes });

const Prepared = v.object({
  hash: v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/)),
  width: Pixels,
  height: Pixels,
  placeholder: v.pipe(v.string(), v.regex(PLACEHOLDER_PATTERN)),
  type: v.picklist(['image/webp', 'image/jpeg']),
  renderings: v.pipe(v.array(v.object({ width: Pixels, bytes: Bytes })), v.minLength(1)),
  thumb: v.nullable(Bytes),
});

const DAMAGED_PICTURE = 'A picture that this phone keeps is damaged.';

/** The kept work; null if there is none. */
export const parseKept = (stored: unknown): KeptWork | null =>
  parse(Kept, stored, 'The kept work is damaged.') ?? null;

export function parseFile(stored: unknown): Blob | undefined {
  const file = parse(File, stored, DAMAGED_PICTURE);
  return file && new Blob([file.bytes], { type: file.type });
}

export const parsePrepared = (stored: unknown): PreparedWorkPicture | undefined =>
  parse(Prepared, stored, DAMAGED_PICTURE);

function parse<Schema extends v.GenericSchema>(
  schema: Schema,
  stored: unknown,
  message: string,
): v.InferOutput<Schema> | undefined {
  if (stored === undefined) return undefined;
  const read = v.safeParse(schema, stored);
  if (read.success) return read.output;
  // Where it is damaged, without what was typed.
  log(message, read.issues.map((issue) => v.getDotPath(issue)).join(', '));
  return undefined;
}
