import type { Services } from '../shared/services';
import { claimReload } from './reloadedFor';

type ReloadServices = Pick<Services, 'worker' | 'safety'>;

/**
 * Reloads the page when a part of it is missing because there is a new build: a deployment removes the files of
 * the build before from the host. The reload waits until it does no harm (see safety.ts). Returns a function that
 * stops watching.
 */
export function watchMissingParts(services: ReloadServices): () => void {
  const own = document.querySelector<HTMLScriptElement>('script[data-app]')?.dataset['app'];
  const checkBuild = createBuildCheck(services, own, async () => {
    // No worker has this address in its caches.
    const answer = await fetch(`/?build=${Date.now()}`, { cache: 'no-store' });
    return answer.text();
  });
  const onMissing = () => {
    if (navigator.onLine) void checkBuild();
  };
  // Vite sends this event for each import that fails. A browser never tries such an import again in the same page.
  window.addEventListener('vite:preloadError', onMissing);
  return () => window.removeEventListener('vite:preloadError', onMissing);
}

/**
 * Returns a function that compares this page's build with the one that is served now, and reloads the page once
 * for each new build. The function never rejects. `own`: the page's `data-app`, which names the scripts that it has
 * started from and changes with each build; undefined in development. `readPage` resolves to the HTML that is
 * served now.
 */
export function createBuildCheck(
  { worker, safety }: ReloadServices,
  own: string | undefined,
  readPage: () => Promise<string>,
): () => Promise<void> {
  let isUnderWay = false;
  return async () => {
    if (own === undefined || isUnderWay) return;
    isUnderWay = true;
    const served = / data-app="([^"]+)"/.exec(await readPage().catch(() => ''))?.[1];
    isUnderWay = served !== undefined && served !== own;
    if (!isUnderWay) return;
    // The old worker would serve the old build from its cache, so the new one is installed first.
    await worker.update();
    safety.whenSafe(() => {
      if (claimReload('build', served!)) void worker.reload();
    });
  };
}
