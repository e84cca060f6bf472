import { network } from '../lib/network';
import type { Services } from '../shared/services';
import { SCRIPTS_ATTRIBUTE } from '../contract/names';
import { followPresses } from './LostPress';
import { claimReload } from './reloadedFor';

type ReloadServices = Pick<Services, 'worker' | 'safety'>;

/**
 * Reloads the page when a part of it is missing because there is a new build: a deployment removes the files of the
 * build before from the host. The reload waits until it does no harm (safety.ts). Returns what stops watching.
 *
 *  A part may also be missing only for this browser: while a host changes builds, it may answer 404 for a file that is
 * there a moment later, and the browser may keep that answer for a year, as it keeps the file.
 */
export function watchMissingParts(services: ReloadServices): () => void {
  const own = document
    .querySelector(`script[${SCRIPTS_ATTRIBUTE}]`)
    ?.getAttribute(SCRIPTS_ATTRIBUTE);
  const checkBuild = createBuildCheck(services, own, async () => {
    // No worker has this address in its caches.
    const answer = await fetch(`/?build=${Date.now()}`, { cache: 'no-store' });
    return answer.text();
  });
  const checkFiles = createFileCheck(services, own, async (address) => {
    const answer = await fetch(address, { cache: 'reload' });
    return answer.ok;
  });
  const presses = followPresses();
  const onMissing = async ({ payload }: VitePreloadErrorEvent) => {
    if (!network.isOnline()) return;
    presses.keep();
    if (await checkBuild()) await checkFiles(filesOf(payload));
  };
  // Vite sends this event for each import that fails. Chromium tries such an import again at the
  // next call, Firefox never in the same page.
  window.addEventListener('vite:preloadError', onMissing);
  return () => {
    window.removeEventListener('vite:preloadError', onMissing);
    presses.stop();
  };
}

/** The scripts that a page starts from; nothing if it is no page of ours. */
const scriptsIn = (html: string) => html.split(` ${SCRIPTS_ATTRIBUTE}="`, 2)[1]?.split('"', 1)[0];

const FILES = 'link[href^="/assets/"]';

function filesOf({ message }: Error): string[] {
  const links = [...document.querySelectorAll<HTMLLinkElement>(FILES)].map(({ href }) => href);
  const named = /(?:^|\s)(https?:\/\/\S+\/assets\/[\w.-]+)/.exec(message)?.[1];
  return [...new Set(named === undefined ? links : [named, ...links])];
}

/**
 * Returns a function that asks for these files past the browser's cache, which then keeps the new answers, and reloads
 * the page once for each build if all of them are there. The function never rejects. If a part is missing after that,
 * too, its place says so (shared/loading/lazyPart.tsx).
 */
export function createFileCheck(
  { worker, safety }: ReloadServices,
  own: string | null | undefined,
  isThere: (address: string) => Promise<boolean>,
): (addresses: readonly string[]) => Promise<void> {
  return async (addresses) => {
    if (own == null || addresses.length === 0) return;
    const found = await Promise.all(addresses.map((one) => isThere(one).catch(() => false)));
    if (!found.every(Boolean)) return;
    safety.whenSafe(() => {
      if (claimReload('files', own)) void worker.reload();
    });
  };
}

/**
 * Returns a function that compares this page's build with the one that is served now, and reloads the page once for
 * each new build. The function never rejects. It resolves to true if this page's build is still served; to false also
 * while an earlier call is asking, and after another build was seen. `own`: the scripts that this page has started
 * from, whose names change with each build; nothing in development. `readPage` resolves to the HTML that is served now.
 */
export function createBuildCheck(
  { worker, safety }: ReloadServices,
  own: string | null | undefined,
  readPage: () => Promise<string>,
): () => Promise<boolean> {
  /** Stays set once another build was found. */
  let isUnderWay = false;
  return async () => {
    if (own == null || isUnderWay) return false;
    isUnderWay = true;
    const served = scriptsIn(await readPage().catch(() => ''));
    if (!served || served === own) {
      isUnderWay = false;
      return served === own;
    }
    // The old worker would serve the old build from its cache, so the new one is installed first.
    await worker.update();
    safety.whenSafe(() => {
      if (claimReload('build', served)) void worker.reload();
    });
    return false;
  };
}
