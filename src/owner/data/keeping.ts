/**
 * For how long this phone keeps a work that is not published yet, or a correction. The page asks the browser not to clear
 * its storage. If only the page has the work, the browser asks the owner before it closes the page. On a phone that is not
 * the owner's, a work goes a day after its last change.
 */
import { attempt, lockManager } from '../../lib/browser';
import { log } from '../../lib/log';
import { createLeaveGuard } from '../../shared/leaving';
import type { WebStorage } from '../../lib/webStorage';
import type { Keeping } from '../outside';
import { KEPT, type KeptWorkStore } from './keptWork';
import { isBlankWork, type KeptWork } from '../../../machines/workEditorContext';

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

export function withKeeping(kept: KeptWorkStore, { tab, local, now }: KeepingDeps) {
  const isGuest = () => tab.read(GUEST) === 'yes';
  let isBegun = false;
  let isStorageAsked = false;

  const guard = createLeaveGuard();
  /** The same call, after which it may be that only the page has the work. */
  const watched =
    <Given extends unknown[]>(call: (...given: Given) => Promise<void>) =>
    async (...given: Given) => {
      await call(...given);
      guard(isBegun && !(await kept.isKept()));
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
    const end = local.read(UNTIL);
    if (!end || now() < Number(end) || isGuest()) return;
    const forget = async () => {
      await kept.clear();
      local.write(UNTIL, null);
    };
    const locks = lockManager();
    if (!locks) return forget();
    // A tab that has it open shows it to somebody who is signed in.
    await locks.request(KEPT, { ifAvailable: true }, (held) => held && forget());
  };

  return {
    ...kept,
    async load() {
      await forgetOld();
      return kept.load();
    },
    save: watched(async (work: KeptWork) => {
      isBegun = !isBlankWork(work);
      local.write(UNTIL, isGuest() ? String(now() + DAY) : null);
      await kept.save(work);
    }),
    keepFile: watched(async (id: string, file: Blob) => {
      askForStorage();
      await kept.keepFile(id, file);
    }),
    keepPrepared: watched(kept.keepPrepared),
    removeFiles: watched(kept.removeFiles),
    clear: watched(async () => {
      isBegun = false;
      local.write(UNTIL, null);
      await kept.clear();
    }),
    async keeping(): Promise<Keeping> {
      if (!(await kept.isKept())) return 'no';
      return isGuest() ? 'forADay' : 'untilPublished';
    },
  };
}

export type Phone = ReturnType<typeof withKeeping>;
