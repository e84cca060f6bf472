import type { RouteHandlerCallback } from 'workbox-core/types';

/** The file with the letters of most headings, as it is named in a build. */
const FACE = /\bfraunces-basic-[^/]*\.woff2$/;

/**
 * Answers with a page that is set in the face of its headings from the start: its file is in the precache, and
 * asked for before the page is laid out. From the network a page comes without (`src/start/gate.ts`).
 */
export function withFaces(
  answer: RouteHandlerCallback,
  manifest: readonly { url: string }[],
): RouteHandlerCallback {
  const face = manifest.find(({ url }) => FACE.test(url));
  if (!face) return answer;
  const preload = `<link rel="preload" as="font" type="font/woff2" href="/${face.url}" crossorigin>`;
  return async (options) => {
    const response = await answer(options);
    const html = await response.text();
    const page = html
      .replace('<html ', '<html data-faces ')
      .replace('<head>', () => `<head>${preload}`);
    return new Response(page, response);
  };
}
