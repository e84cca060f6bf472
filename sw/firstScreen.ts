import type { RouteHandlerCallback } from 'workbox-core/types';
import { PAINTED } from '../src/start/contract';

/** Where a page's first screen ends: at the element with this attribute. */
const FOLD = ' data-fold=';

/** Says that what stands before it was painted, and leaves no trace. Its hash stands in firebase.json. */
export const TELL = `<script>{const tell=()=>navigator.serviceWorker.controller?.postMessage({type:'${PAINTED}'});document.currentScript.remove();document.hidden?tell():requestAnimationFrame(()=>setTimeout(tell))}</script>`;

/** Milliseconds after which the rest of a page follows in any case. */
const PATIENCE = 500;

/** What ends the waiting of the pages that are being painted. */
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
    // A worker that is stopped in between leaves half a page.
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
  let end = () => {};
  const settled = new Promise<void>((resolve) => {
    const timer = setTimeout(() => end(), PATIENCE);
    end = () => {
      clearTimeout(timer);
      followUps.delete(end);
      resolve();
    };
    followUps.add(end);
  });
  let isGone = false;
  const stream = new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(encoder.encode(first));
      await settled;
      if (isGone) return;
      controller.enqueue(encoder.encode(rest));
      controller.close();
    },
    // The visitor has gone elsewhere meanwhile.
    cancel() {
      isGone = true;
      end();
    },
  });
  return { stream, settled };
}
