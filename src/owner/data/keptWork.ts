/**
 * The one work that is not published yet, or is corrected: in the page's memory, and behind that in the phone's database.
 * The page asks the browser not to clear its storage. If only the page has the work, the browser asks the owner before it
 * closes the page. On a phone that is not the owner's, a work goes when the page is opened a day after its last change.
 */
import { isBlankWork, type KeptWork } from '../../../machines/workEditorContext';
import { attempt, lockManager } from '../../lib/browser';
import { log } from '../../lib/log';
import type { WebStorage } from '../../lib/webStorage';
import type { PreparedWorkPicture } from '../../pictures/prepareWorkPicture';
import { createLeaveGuard } from '../../shared/leaving';
import type { Keeping } from '../outside';
import {
  KEPT,
  openKeptDatabase,
  readFile,
  readPrepared,
  readWork,
  STORES,
  WORK,
  type Writing,
} from './keptDatabase';

/** In the tab's storage while somebody is signed in for this tab alone. */
const GUEST = 'owner-guest';
/** In the phone's storage: when the work goes, in milliseconds since 1970. */
const UNTIL = 'owner-work-until';
const DAY = 24 * 60 * 60 * 1000;

/** Says whether the session that begins, or ends, in this tab is on a phone that is not the owner's. */
export function markGuest(tab: WebStorage, isGuest: boolean): void {
  tab.write(GUEST, isGuest ? 'yes' : null);
}

interface KeptWorkDeps {
  tab: WebStorage;
  local: WebStorage;
  /** Milliseconds since 1970. */
  now(): number;
}

export type KeptWorkStore = ReturnType<typeof createKeptWork>;

export function createKeptWork(deps: KeptWorkDeps) {
  /** Undefined before this page has stored or read anything. */
  let known: KeptWork | null | undefined;
  const lifetime = createLifetime(deps);
  const { read, write, allow, isWritten, hasUnkept } = createWriting((id) =>
    id === WORK ? Boolean(known) : has(id),
  );
  const guard = createLeaveGuard();
  const keep: Keep = async (id, run) => {
    await write(id, run);
    guard(hasUnkept() && Boolean(known && !isBlankWork(known)));
  };
  const { has, forget, ...pictures } = createPictures(keep, read);

  /**
   * A phone writes more slowly than somebody types. So calls share a write as long as it has not begun; from then on, and
   * behind a clearing, a call starts another one.
   */
  let waiting: Promise<void> | undefined;
  const startAnother = () => {
    waiting = undefined;
  };
  const putLast = async (transaction: Writing) => {
    startAnother();
    // Cleared meanwhile.
    if (known) await transaction.objectStore('works').put(known, WORK);
  };

  const clear = async () => {
    // If the database holds a work that this page could not read, only a second clearing deletes that one, too.
    if (!known) allow();
    known = null;
    startAnother();
    forget();
    await keep(WORK, (transaction) =>
      Promise.all(STORES.map((name) => transaction.objectStore(name).clear())),
    );
    // Not before: this page may die during the clearing, or that may fail, and a later page must know when the work goes.
    if (isWritten(WORK) && !known) lifetime.end();
  };

  return {
    ...pictures,
    async load(): Promise<KeptWork | null> {
      await lifetime.clearIfOver(clear);
      const before = known;
      // A letter was typed meanwhile, or only this page has the work. Else another tab may have gone on with it.
      const isNewest = () => known !== before || (known !== undefined && hasUnkept());
      if (isNewest()) return known ?? null;
      try {
        const found = await read(readWork);
        // A write that was still on its way may have failed.
        if (isNewest()) return known ?? null;
        allow();
        known = found;
      } catch (error) {
        log('This phone could not read the work that it keeps.', error);
      }
      return known ?? null;
    },
    /** Replaces all but the files. */
    save(work: KeptWork): Promise<void> {
      known = work;
      lifetime.begin();
      waiting ??= keep(WORK, putLast).finally(startAnother);
      return waiting;
    },
    takeFile(id: string, file: Blob): void {
      lifetime.askForStorage();
      pictures.takeFile(id, file);
    },
    clear,
    async keeping(): Promise<Keeping> {
      const isReadable = await read(async () => true).catch(() => false);
      if (!isReadable || hasUnkept()) return 'no';
      return lifetime.isGuest() ? 'forADay' : 'untilPublished';
    },
  };
}

/** Writes in one transaction. Never rejects. `id`: of a picture, or `WORK`. */
type Keep = (id: string, run: (transaction: Writing) => Promise<unknown>) => Promise<void>;

/** The bytes of the work's pictures, by their ids: of chosen files, and of what these have become. */
function createPictures(keep: Keep, read: Database['read']) {
  const files = new Map<string, Blob>();
  const prepared = new Map<string, PreparedWorkPicture>();
  /** Ids of files that are not on their way to the database yet. */
  const chosen = new Set<string>();
  return {
    has: (id: string): boolean => files.has(id) || prepared.has(id),
    /** Takes a chosen file into the page's memory. `keepFile` brings it to the database. */
    takeFile(id: string, file: Blob): void {
      files.set(id, file);
      chosen.add(id);
    },
    /** Keeps a file that was taken, once, until it is prepared. Rejects where its bytes cannot be read. */
    async keepFile(id: string): Promise<void> {
      const file = files.get(id);
      if (!chosen.delete(id) || !file) return;
      const stored = { type: file.type, bytes: await file.arrayBuffer() };
      // It was removed, or everything was cleared.
      if (!files.has(id)) return;
      await keep(id, (transaction) => transaction.objectStore('files').put(stored, id));
    },
    /** Takes the place of the picture's file. */
    async keepPrepared(id: string, picture: PreparedWorkPicture): Promise<void> {
      prepared.set(id, picture);
      files.delete(id);
      // Both at once, or none.
      await keep(id, (transaction) =>
        Promise.all([
          transaction.objectStore('prepared').put(picture, id),
          transaction.objectStore('files').delete(id),
        ]),
      );
    },
    /** Undefined if there is none. Rejects where the phone cannot say. */
    file: async (id: string): Promise<Blob | undefined> =>
      files.get(id) ?? read((transaction) => readFile(transaction, id)),
    /** Undefined if there is none. Rejects where the phone cannot say. */
    async prepared(id: string): Promise<PreparedWorkPicture | undefined> {
      if (files.has(id)) return undefined;
      return prepared.get(id) ?? read((transaction) => readPrepared(transaction, id));
    },
    async removePicture(id: string): Promise<void> {
      files.delete(id);
      prepared.delete(id);
      await keep(id, (transaction) =>
        Promise.all([
          transaction.objectStore('prepared').delete(id),
          transaction.objectStore('files').delete(id),
        ]),
      );
    },
    /** Drops what is in memory. */
    forget(): void {
      files.clear();
      prepared.clear();
    },
  };
}

type Database = ReturnType<typeof openKeptDatabase>;

/** Writes to the database. `isInMemory`: whether the page has this picture, or the work itself. */
function createWriting(isInMemory: (id: string) => boolean) {
  const database = openKeptDatabase();
  /** What could not be written. */
  const unwritten = new Set<string>();
  /** Nothing is written over a work that could not be read. */
  let isAllowed = false;
  return {
    read: database.read,
    /** No write to this picture, or to the work, has failed since the last one that succeeded. */
    isWritten: (id: string) => !unwritten.has(id),
    /** Only this page has something. What nobody wants any more cannot be lost. */
    hasUnkept: () => [...unwritten].some(isInMemory),
    /** Writes may replace the work in the database: it was read, or may go. */
    allow() {
      isAllowed = true;
      unwritten.delete(WORK);
    },
    /** Never rejects. */
    async write(...[id, run]: Parameters<Keep>): Promise<void> {
      try {
        await database.write(async (transaction) => {
          if (!isAllowed && (await transaction.objectStore('works').getKey(WORK)) !== undefined) {
            throw new Error('Another work is kept, and this page could not read it.');
          }
          isAllowed = true;
          await run(transaction);
        });
        unwritten.delete(id);
      } catch (error) {
        log('This phone could not keep the work.', error);
        unwritten.add(id);
      }
    },
  };
}

/** For how long the phone keeps a work. */
function createLifetime({ tab, local, now }: KeptWorkDeps) {
  const isGuest = () => tab.read(GUEST) === 'yes';
  let isStorageAsked = false;
  return {
    isGuest,
    begin: () => local.write(UNTIL, isGuest() ? String(now() + DAY) : null),
    end: () => local.write(UNTIL, null),
    async clearIfOver(clear: () => Promise<void>): Promise<void> {
      const until = local.read(UNTIL);
      if (!until || now() < Number(until) || isGuest()) return;
      const locks = lockManager();
      if (!locks) return clear();
      // A tab that has it open shows it to somebody who is signed in.
      await locks.request(KEPT, { ifAvailable: true }, (held) => held && clear());
    },
    /** Without asking, Safari deletes a site's data after seven days without a visit (WebKit's tracking prevention). */
    askForStorage() {
      if (isStorageAsked) return;
      isStorageAsked = true;
      attempt(() => navigator.storage.persist()).catch((error: unknown) =>
        log('Whether this browser keeps its storage is not known.', error),
      );
    },
  };
}
