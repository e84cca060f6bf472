import type { Services } from '../shared/services';
import { noteReload } from './reload';

type Renewing = Pick<Services, 'worker' | 'safety'>;

/**
 * A part of the page that does not load may be gone: with a deployment hosting drops the files of the build
 * before. Where that has happened, the page goes on in the new build as soon as a reload loses nothing.
 * Returns how to stop that.
 */
export function watchMissingParts(services: Renewing): () => void {
  const own = document.querySelector<HTMLScriptElement>('script[data-app]')?.dataset['app'];
  const renew = createRenewal(services, own, async () => {
    // An address that no worker has in its caches.
    const answer = await fetch(`/?build=${Date.now()}`, { cache: 'no-store' });
    return answer.text();
  });
  const onMissing = () => {
    if (navigator.onLine) void renew();
  };
  // Vite tells of each import that fails; browsers do not try one again without a new page.
  window.addEventListener('vite:preloadError', onMissing);
  return () => window.removeEventListener('vite:preloadError', onMissing);
}

/**
 * `own`: the scripts that this page has started from, whose names change with each build (undefined: there
 * are no builds); `readPage` resolves to the page as it is served now. What it returns never rejects; it
 * reloads once for each build.
 */
export function createRenewal(
  { worker, safety }: Renewing,
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
    // What serves the old build from its cache gives way to the new one.
    await worker.update();
    safety.whenSafe(() => {
      if (noteReload('build', served!)) void worker.reload();
    });
  };
}
