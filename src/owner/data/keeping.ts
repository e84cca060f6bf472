/**
 * For how long this phone keeps a work that is not published yet, so that what the page says of it is true. The browser is
 * asked not to clear its storage by itself, and asks before it leaves a work that only the page has. On a phone that is not
 * the owner's, a work goes a day after its last change.
 */
import { attempt, lockManager } from '../../lib/browser';
import { log } from '../../lib/log';
import type { WebStorage } from '../../lib/webStorage';
import type { KeptWorkPort, PhonePort, KeptChangePort } from '../ports';
import * as v from 'valibot';
import { isBlankWork } from '../../../machines/workEditorContext';

/** The tab that holds this lock has the work. */
export const WORK_LOCK = 'owner-work';
/** In the tab's storage while somebody is signed in for this tab alone. */
const GUEST = 'owner-guest';
/** In the phone's storage: when the work goes, in milliseconds since 1970. */
const UNTIL = 'owner-work-until';
const DAY = 24 * 60 * 60 * 1000;

/** Says whether the session that begins, or ends, in this tab is on a phone that is not the owner's. */
export function markGuest(tab: WebStorage, isGuest: boolean): void {
  tab.write(GUEST, isGuest ? 'yes' : null);
}

interface KeepingDeps {
  tab: WebStorage;
  local: WebStorage;
  now(): number;
}

export function withKeeping(kept: KeptWorkPort, { tab, local, now }: KeepingDeps): PhonePort {
  const isGuest = () => tab.read(GUEST) === 'yes';
  let isBegun = false;
  let isStorageAsked = false;

  const onLeave = (event: Event) => event.preventDefault();
  const watchLoss = async () => {
    const isAtRisk = isBegun && !(await kept.isKept());
    if (isAtRisk) window.addEventListener('beforeunload', onLeave);
    else window.removeEventListener('beforeunload', onLeave);
  };

  /** Safari clears after seven days what was not asked for. */
  const askForStorage = () => {
    if (isStorageAsked) return;
    isStorageAsked = true;
    attempt(() => navigator.storage.persist()).catch((error: unknown) =>
      log('Whether this browser keeps its storage is not known.', error),
    );
  };

  const forgetOld = async () => {
    const until = local.read(UNTIL);
    if (!until || now() < Number(until) || isGuest()) return;
    const forget = async () => {
      await kept.clear();
      local.write(UNTIL, null);
    };
    const locks = lockManager();
    if (!locks) return forget();
    // A tab that has it open shows it to somebody who is signed in.
    await locks.request(WORK_LOCK, { ifAvailable: true }, (lock) => lock && forget());
  };

  return {
    ...kept,
    async load() {
      await forgetOld();
      return kept.load();
    },
    async save(work) {
      isBegun = !isBlankWork(work);
      local.write(UNTIL, isGuest() ? String(now() + DAY) : null);
      await kept.save(work);
      await watchLoss();
    },
    async keepFile(id, file) {
      askForStorage();
      await kept.keepFile(id, file);
      await watchLoss();
    },
    async keepPrepared(id, picture) {
      await kept.keepPrepared(id, picture);
      await watchLoss();
    },
    async removeFiles(ids) {
      await kept.removeFiles(ids);
      await watchLoss();
    },
    async clear() {
      isBegun = false;
      local.write(UNTIL, null);
      await kept.clear();
      await watchLoss();
    },
    async keeping() {
      if (!(await kept.isKept())) return 'no';
      return isGuest() ? 'forADay' : 'untilPublished';
    },
  };
}

/**
 * What this tab keeps of a stored work's title and day that were typed and not saved: the sign-in may end meanwhile, or the
 * page be loaded again.
 */

const KEY = 'owner-change';

const KeptChange = v.object({
  stored: v.object({ id: v.string(), title: v.string(), day: v.string(), created: v.string() }),
  title: v.string(),
  day: v.string(),
});

export function createKeptChange(storage: WebStorage): KeptChangePort {
  return {
    read(id) {
      const stored = storage.read(KEY);
      if (!stored) return undefined;
      const read = v.safeParse(v.pipe(v.string(), v.parseJson(), KeptChange), stored);
      if (!read.success) log('The kept change of a work is damaged.');
      return read.success && read.output.stored.id === id ? read.output : undefined;
    },
    keep(change) {
      if (!storage.write(KEY, JSON.stringify(change)))
        log('The change of a work is not kept in this tab.');
    },
    forget() {
      storage.write(KEY, null);
    },
  };
}
