import type { RouteHandlerCallback } from 'workbox-core/types';
import { PAINTED } from '../src/domain/channel';

/** Where a page's first screen ends: at the element with this attribute. */
const FOLD = ' data-fold=';

/** Says that what stands before it was painted, and leaves no trace. Its hash stands in firebase.json. */
export const TELL = `<script>{const tell=()=>navigator.serviceWorker.controller?.postMessage({type:'${PAINTED}'});document.currentScript.remove();document.hidden?tell():requestAnimationFrame(()=>setTimeout(tell))}</script>`;

/** Milliseconds after which the rest of a page follows in any case. */
const PATIENCE = 500;

/** What hands over the rest of the pages that are being painted. */
const followUps = new Set<() => void>();

/**
 * Answers a navigation with the page's first screen, and with the rest when that was painted: from one
 * piece the browser lays out all of the page before it shows any of it. All at once come a page without
 * a fold, and one whose place may be further down: loaded again, gone back to, or with a hash.
 */
export function firstScreenFirst(answer: RouteHandlerCallback): RouteHandlerCallback {
  return async (options) => {
    // Workbox's handler puts another request into these options.
    const { event, request, url } = options;
    const response = await answer(options);
    if (request.cache !== 'default' || url.hash) return response;
    const html = await response.text();
    const end = html.lastIndexOf('<', html.indexOf(FOLD));
    if (end <= 0) return new Response(html, response);
    const { stream, settled } = inTurn(html.slice(0, end) + TELL, html.slice(end));
    // Who is stopped in between leaves half a page.
    event.waitUntil(settled);
    return new Response(stream, response);
  };
}

/** A page has painted its first screen. Two that start at once need not be told apart. */
export function onPainted(): void {
  for (const follow of followUps) follow();
}

function inTurn(first: string, rest: string) {
  const encoder = new TextEncoder();
  let settle = () => {};
  const settled = new Promise<void>((resolve) => {
    settle = resolve;
  });
  let controller: ReadableStreamDefaultController<Uint8Array>;
  const end = () => {
    clearTimeout(timer);
    followUps.delete(follow);
    settle();
  };
  const follow = () => {
    end();
    controller.enqueue(encoder.encode(rest));
    controller.close();
  };
  const timer = setTimeout(follow, PATIENCE);
  followUps.add(follow);
  const stream = new ReadableStream<Uint8Array>({
    start(given) {
      controller = given;
      controller.enqueue(encoder.encode(first));
    },
    // The visitor has gone elsewhere meanwhile.
    cancel: end,
  });
  return { stream, settled };
}
