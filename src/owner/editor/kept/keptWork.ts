/**
 * The one work that is not published yet, or is corrected: in the page's memory, and behind that in the phone's database.
 * The page asks the browser not to clear its storage. If only the page has the work, the browser asks the owner before it
 * closes the page. On a phone that is not the owner's, a work goes when the page is opened a day after its last change.
 */
import { isBlankWork, isForeign, type KeptWork } from '../../../../machines/workEditorContext';
import { attempt, lockManager } from '../../../lib/browser';
import { log } from '../../../lib/log';
import { within } from '../../../lib/promises';
import type { WebStorage } from '../../../lib/webStorage';
import type { PreparedWorkPicture } from '../../../pictures/prepareWorkPicture';
import { createLeaveGuard } from '../../../shared/leaveGuard';
import type { Keeping } from '../../ports';
import {
  clearStores,
  KEPT,
  openKeptDatabase,
  readFile,
  readPrepared,
  readWork,
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

/** The work, as far as this page knows it. `unread`: it has neither read nor stored anything yet. */
type Known = { is: 'unread' } | { is: 'none' } | { is: 'here'; work: KeptWork };

export function createKeptWork(deps: KeptWorkDeps) {
  let known: Known = { is: 'unread' };
  const pictures: Pictures = new Map();
  const database = openKeptDatabase();
  const lifetime = createLifetime(deps);

  const workHere = () => (known.is === 'here' ? known.work : null);
  const { unwritten, hasUnkept, keep, follow } = createWriting(database.write, {
    isWanted: (id) => (id === WORK ? known.is === 'here' : pictures.has(id)),
    isBegun: () => known.is === 'here' && !isBlankWork(known.work),
  });

  /**
   * The write of the work that has not begun. A phone writes more slowly than somebody types, so calls share it; when it has
   * begun, and behind a clearing, a call starts another one.
   */
  let nextWrite: Promise<void> | undefined;
  const startAnother = () => {
    nextWrite = undefined;
  };
  const putLast = async (transaction: Writing) => {
    startAnother();
    // Cleared meanwhile.
    if (known.is === 'here') await transaction.objectStore('works').put(known.work, WORK);
  };

  const clear = async () => {
    // If the database holds a work that this page could not read, only a second clearing deletes that one, too.
    if (known.is !== 'here') database.letReplace();
    known = { is: 'none' };
    startAnother();
    pictures.clear();
    await keep(WORK, clearStores);
    // Not before: this page may die during the clearing, or that may fail, and a later page must know when the work goes.
    if (!unwritten.has(WORK) && !workHere()) lifetime.end();
  };

  const files = createFiles(pictures, unwritten, keep);
  const settled = async () => {
    await files.written();
    await database.settled();
  };
  return {
    ...createPictures(pictures, keep, database.read),
    /** Takes a chosen file: at once into the page's memory, from there to the database, until it is prepared. */
    takeFile(id: string, file: Blob): void {
      lifetime.askForStorage();
      files.take(id, file);
    },
    /** Resolves when what this page was given until now is in the database, or could not be written. Never rejects. */
    settled,
    async load(): Promise<KeptWork | null> {
      await lifetime.clearIfOver(clear);
      const before = known;
      // A letter was typed meanwhile, or only this page has the work. Else another tab may have gone on with it.
      const isNewest = () => known !== before || (known.is !== 'unread' && hasUnkept());
      if (isNewest()) return workHere();
      try {
        const work = await database.read(readWork);
        // A write that was still on its way may have failed.
        if (isNewest()) return workHere();
        database.letReplace();
        unwritten.delete(WORK);
        files.forget();
        known = work ? { is: 'here', work } : { is: 'none' };
      } catch (error) {
        log('This phone could not read the work that it keeps.', error);
      }
      return workHere();
    },
    /** Replaces all but the files. */
    save(work: KeptWork): Promise<void> {
      known = { is: 'here', work };
      lifetime.begin();
      nextWrite ??= keep(WORK, putLast).finally(startAnother);
      return nextWrite;
    },
    clear,
    hasUnkept,
    follow,
    async keeping(): Promise<Keeping> {
      await settled();
      const isReadable = await database.read(async () => true).catch(() => false);
      if (!isReadable || hasUnkept()) return 'no';
      return lifetime.isGuest() ? 'forADay' : 'untilPublished';
    },
  };
}

interface WhatIsThere {
  /** What nobody wants any more cannot be lost. `id`: of a picture, or `WORK`. */
  isWanted(id: string): boolean;
  isBegun(): boolean;
}

/** Writes to the database, and what it has not got of what was given. */
function createWriting(
  write: ReturnType<typeof openKeptDatabase>['write'],
  { isWanted, isBegun }: WhatIsThere,
) {
  /** Ids of what the database has not got, or could not take: of pictures, or `WORK`. */
  const unwritten = new Set<string>();
  const followers = new Set<() => void>();
  const guard = createLeaveGuard();
  /** Only this page has something. */
  const hasUnkept = () => [...unwritten].some(isWanted);
  const keep: Keep = async (id, run) => {
    try {
      await write(run);
      unwritten.delete(id);
    } catch (error) {
      log('This phone could not keep the work.', error);
      unwritten.add(id);
    }
    guard(isBegun() && hasUnkept());
    for (const tell of followers) tell();
  };
  return {
    unwritten,
    hasUnkept,
    keep,
    /** Calls it behind each write. Returns what ends that. */
    follow(tell: () => void): () => void {
      followers.add(tell);
      return () => void followers.delete(tell);
    },
  };
}

/**
 * Clears what this account has begun: whoever is next at this phone finds nothing of it. What another account has begun
 * stays, and so does what could not be read, because nobody was asked about it.
 */
export async function clearOf(account: string, kept: KeptWorkStore): Promise<void> {
  const work = await kept.load();
  if (work && !isForeign(work, account)) await kept.clear();
}

interface Chosen {
  is: 'chosen';
  file: Blob;
}

/** What this page has of the work's pictures, by their ids: a chosen file, or what it has become. */
type Pictures = Map<string, Chosen | { is: 'prepared'; picture: PreparedWorkPicture }>;

/** Writes in one transaction. Never rejects. `id`: of a picture, or `WORK`. */
type Keep = (id: string, run: (transaction: Writing) => Promise<unknown>) => Promise<void>;

/** Milliseconds. A file may never be read, and others wait behind it. */
const READ_PATIENCE = 20_000;

/** The chosen files, on their way to the database one after the other: each takes memory until it is written. */
function createFiles(pictures: Pictures, unwritten: Set<string>, keep: Keep) {
  let last = Promise.resolve();
  const write = async (id: string, chosen: Chosen) => {
    // It was removed, or everything was cleared.
    const isGone = () => pictures.get(id) !== chosen;
    if (isGone()) return;
    try {
      const { type } = chosen.file;
      const stored = { type, bytes: await within(READ_PATIENCE, chosen.file.arrayBuffer()) };
      if (isGone()) return;
      await keep(id, (transaction) => transaction.objectStore('files').put(stored, id));
    } catch (error) {
      // Only this page has it still. It is told when the picture is prepared.
      log('A chosen file could not be read.', error);
    }
  };
  return {
    take(id: string, file: Blob): void {
      const chosen: Chosen = { is: 'chosen', file };
      pictures.set(id, chosen);
      unwritten.add(id);
      last = last.then(() => write(id, chosen));
    },
    written: () => last,
    /** Forgets the chosen files: the database has them all, and another tab may have prepared one meanwhile. */
    forget(): void {
      for (const [id, { is }] of pictures) if (is === 'chosen') pictures.delete(id);
    },
  };
}

/** The calls about the work's pictures. What a page has not in its memory, the database may have. */
function createPictures(
  pictures: Pictures,
  keep: Keep,
  read: ReturnType<typeof openKeptDatabase>['read'],
) {
  return {
    /** Takes the place of the picture's file. */
    async keepPrepared(id: string, picture: PreparedWorkPicture): Promise<void> {
      pictures.set(id, { is: 'prepared', picture });
      // Both at once, or none.
      await keep(id, (transaction) =>
        Promise.all([
          transaction.objectStore('prepared').put(picture, id),
          transaction.objectStore('files').delete(id),
        ]),
      );
    },
    /** Undefined if there is none. Rejects where the phone cannot say. */
    async file(id: string): Promise<Blob | undefined> {
      const known = pictures.get(id);
      if (known && known.is !== 'prepared') return known.file;
      return read((transaction) => readFile(transaction, id));
    },
    /** Undefined if there is none. Rejects where the phone cannot say. */
    async prepared(id: string): Promise<PreparedWorkPicture | undefined> {
      const known = pictures.get(id);
      if (!known) return read((transaction) => readPrepared(transaction, id));
      return known.is === 'prepared' ? known.picture : undefined;
    },
    async removePicture(id: string): Promise<void> {
      pictures.delete(id);
      await keep(id, (transaction) =>
        Promise.all([
          transaction.objectStore('prepared').delete(id),
          transaction.objectStore('files').delete(id),
        ]),
      );
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
