/**
 * The phone's database of the one work that is not published yet, or is corrected: what it may hold, and what of that can be
 * read. A record may be damaged, or written by a newer page. One that is none of ours counts as missing, and is logged.
 */
import type { DBSchema, StoreNames } from 'idb';
import * as v from 'valibot';
import {
  PICTURE_PROBLEMS,
  type KeptWork,
  type WorkPicture,
} from '../../../../machines/workEditorContext';
import { PLACEHOLDER_PATTERN } from '../../../domain/constants';
import { createConnection, type Transaction } from '../../../lib/database';
import { log } from '../../../lib/log';
import type { PreparedWorkPicture } from '../../../pictures/prepareWorkPicture';

/** The name of the database, and of the lock that a tab holds while it shows the work. */
export const KEPT = 'owner-work';

/** The key of the only work. */
export const WORK = 'work';

interface Schema extends DBSchema {
  works: { key: string; value: KeptWork };
  /** Chosen files that are not prepared yet, by the id of their picture. */
  files: { key: string; value: { type: string; bytes: ArrayBuffer } };
  prepared: { key: string; value: PreparedWorkPicture };
}

const STORES: StoreNames<Schema>[] = ['works', 'files', 'prepared'];

export type Reading = Transaction<Schema, 'readonly'>;
export type Writing = Transaction<Schema>;

/**
 * Each call is one transaction, and rejects where the phone stores nothing, or no more. Nothing is written over a work that
 * the page has not read.
 */
export function openKeptDatabase() {
  const connection = createConnection<Schema>({
    name: KEPT,
    version: 1,
    upgrade(database) {
      for (const store of STORES) database.createObjectStore(store);
    },
  });
  /** `unknown`: it may be a work that this page has not read. `replaceable`: it was read, may go, or there was none. */
  let content: 'unknown' | 'replaceable' = 'unknown';
  /** Calls follow one another: a later state of the work must not be overwritten by an earlier one. */
  let last: Promise<void> = Promise.resolve();
  const inOrder = <T>(call: () => Promise<T>): Promise<T> => {
    const result = last.then(call);
    last = result.then(
      () => undefined,
      () => undefined,
    );
    return result;
  };
  const letReplace = () => {
    content = 'replaceable';
  };
  return {
    letReplace,
    /** Resolves when each call until now has ended, however. */
    settled: () => last,
    read: <T>(work: (transaction: Reading) => Promise<T>): Promise<T> =>
      inOrder(() => connection.read(STORES, work)),
    /** All or nothing. Resolves only after it is complete. */
    write: (work: (transaction: Writing) => Promise<unknown>): Promise<unknown> =>
      inOrder(() =>
        connection.write(STORES, async (transaction) => {
          const works = transaction.objectStore('works');
          if (content === 'unknown' && (await works.getKey(WORK)) !== undefined) {
            throw new Error('Another work is kept, and this page could not read it.');
          }
          letReplace();
          await work(transaction);
        }),
      ),
  };
}

/** Deletes the work and all of its pictures. */
export const clearStores = (transaction: Writing) =>
  Promise.all(STORES.map((name) => transaction.objectStore(name).clear()));

/** The kept work; null if there is none. */
export async function readWork(transaction: Reading): Promise<KeptWork | null> {
  const [stored, files, prepared] = await Promise.all([
    transaction.objectStore('works').get(WORK),
    transaction.objectStore('files').getAllKeys(),
    transaction.objectStore('prepared').getAllKeys(),
  ]);
  const work = parse(Kept, stored, 'The kept work is damaged.');
  if (!work) return null;
  const there = { files: new Set(files), prepared: new Set(prepared) };
  return { ...work, pictures: work.pictures.map((picture) => asFound(picture, there)) };
}

/** Undefined if there is none. */
export async function readFile(transaction: Reading, id: string): Promise<Blob | undefined> {
  const stored = await transaction.objectStore('files').get(id);
  const file = parse(File, stored, DAMAGED_PICTURE);
  return file && new Blob([file.bytes], { type: file.type });
}

/** Undefined if there is none. */
export async function readPrepared(
  transaction: Reading,
  id: string,
): Promise<PreparedWorkPicture | undefined> {
  return parse(Prepared, await transaction.objectStore('prepared').get(id), DAMAGED_PICTURE);
}

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
