import { network } from '../lib/network';
import type { Services } from '../shared/services';
import { SCRIPTS_ATTRIBUTE } from '../start/contract';
import { claimReload } from './reloadedFor';

const SERVED_SCRIPTS = new RegExp(` ${SCRIPTS_ATTRIBUTE}="([^"]+)"`);

type ReloadServices = Pick<Services, 'worker' | 'safety'>;

/**
 * Reloads the page when a part of it is missing because there is a new build: a deployment removes the files of
 * the build before from the host. The reload waits until it does no harm (see safety.ts). Returns a function that
 * stops watching.
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
  const onMissing = () => {
    if (network.isOnline()) void checkBuild();
  };
  // Vite sends this event for each import that fails. A browser never tries such an import again in the same page.
  window.addEventListener('vite:preloadError', onMissing);
  return () => window.removeEventListener('vite:preloadError', onMissing);
}

/**
 * Returns a function that compares this page's build with the one that is served now, and reloads the page once
 * for each new build. The function never rejects. `own`: the scripts that this page has started from, whose names
 * change with each build; nothing in development. `readPage` resolves to the HTML that is
 * served now.
 */
export function createBuildCheck(
  { worker, safety }: ReloadServices,
  own: string | null | undefined,
  readPage: () => Promise<string>,
): () => Promise<void> {
  let isUnderWay = false;
  return async () => {
    if (own == null || isUnderWay) return;
    isUnderWay = true;
    const served = SERVED_SCRIPTS.exec(await readPage().catch(() => ''))?.[1];
    isUnderWay = served !== undefined && served !== own;
    if (!isUnderWay) return;
    // The old worker would serve the old build from its cache, so the new one is installed first.
    await worker.update();
    safety.whenSafe(() => {
      if (claimReload('build', served!)) void worker.reload();
    });
  };
}
