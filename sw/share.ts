import { registerRoute } from 'workbox-routing';
import { SHARE_CACHE, SHARE_PATH, sharedEntry } from '../src/domain/share';

/**
 * Web Share Target: pictures shared to the installed app are kept in a cache of their own, then
 * the request form opens and takes them (at most as many as the form will look at).
 */
export function receiveShares(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname === SHARE_PATH,
    async ({ request }) => {
      const files = (await request.formData())
        .getAll('images')
        .filter((entry): entry is File => entry instanceof File);
      // Pictures of an earlier share that the form never took are not mixed with these.
      await caches.delete(SHARE_CACHE);
      const cache = await caches.open(SHARE_CACHE);
      await Promise.all(
        files.map((file, index) => {
          const { url, headers } = sharedEntry(index, file);
          return cache.put(url, new Response(file, { headers }));
        }),
      );
      return Response.redirect('/#request-service', 303);
    },
    'POST',
  );
}
