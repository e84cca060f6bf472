import type { WorkboxPlugin } from 'workbox-core/types';

/**
 * Keeps a captive portal's "200 OK, here is my login page" out of the caches, and does not take it out
 * of them where it got in by another way.
 */
export function only(contentType: RegExp | ((request: Request) => RegExp)): WorkboxPlugin {
  const check = (request: Request, response: Response | undefined): Response | null => {
    const expected = contentType instanceof RegExp ? contentType : contentType(request);
    const given = response?.headers.get('content-type') ?? '';
    return response?.status === 200 && expected.test(given) ? response : null;
  };
  return {
    cacheWillUpdate: async ({ request, response }) => check(request, response),
    cachedResponseWillBeUsed: async ({ request, cachedResponse }) => check(request, cachedResponse),
  };
}
