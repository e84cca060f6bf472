import type { RouteHandlerCallback } from 'workbox-core/types';

/** The name, in a build, of the font file with the letters of most headings. */
const HEADING_FONT = /\bfraunces-basic-[^/]*\.woff2$/;

/**
 * Answers with a page that shows its headings in their font from the start. The font is in the precache, and the
 * page preloads it before its layout. A page from the network starts without the font (`src/start/gate.ts`).
 */
export function withFaces(
  answer: RouteHandlerCallback,
  manifest: readonly { url: string }[],
): RouteHandlerCallback {
  const font = manifest.find(({ url }) => HEADING_FONT.test(url));
  if (!font) return answer;
  const preload = `<link rel="preload" as="font" type="font/woff2" href="/${font.url}" crossorigin>`;
  return async (options) => {
    const response = await answer(options);
    const html = await response.text();
    const page = html
      .replace('<html ', '<html data-faces ')
      .replace('<head>', () => `<head>${preload}`);
    return new Response(page, response);
  };
}
