import type { RouteHandlerCallback } from 'workbox-core/types';
import { PAINTED } from '../src/contract/messages';
import { FOLD_ATTRIBUTE } from '../src/contract/names';

/** A page's first screen ends before the element with this attribute. */
const FOLD = ` ${FOLD_ATTRIBUTE}=`;

/**
 * Tells the worker that everything before this script was painted, and removes itself. The script's hash is in
 * firebase.json, so both have to be changed together.
 */
export const PAINTED_SCRIPT = `<script>{const tell=()=>{const c=navigator.serviceWorker.controller;c&&c.postMessage({type:'${PAINTED}'})};document.currentScript.remove();document.hidden?tell():requestAnimationFrame(()=>setTimeout(tell))}</script>`;

/** The rest of a page is sent after so many milliseconds at the latest. */
const PAINT_TIMEOUT = 500;

/** For each page whose first screen is being painted: the function that lets the rest follow. */
const followUps = new Set<() => void>();

/**
 * Answers a navigation with the page's first screen, and with the rest after that was painted. If the page came in
 * one piece, the browser would lay out all of it before it shows any of it. A page without a fold still comes in
 * one piece, and so does a page whose scroll position may be further down: when it is reloaded, when the visitor
 * goes back to it, or when the address has a hash.
 */
export function firstScreenFirst(answer: RouteHandlerCallback): RouteHandlerCallback {
  return async (options) => {
    // Workbox's handler replaces the request in these options, so this one is read before.
    const { event, request, url } = options;
    const response = await answer(options);
    if (request.cache !== 'default' || url.hash) return response;
    const html = await response.text();
    const end = html.lastIndexOf('<', html.indexOf(FOLD));
    if (end <= 0) return new Response(html, response);
    const { stream, settled } = sendInTurn(html.slice(0, end) + PAINTED_SCRIPT, html.slice(end));
    // Keeps the worker running: if it were stopped here, the visitor would have half a page.
    event.waitUntil(settled);
    return new Response(stream, response);
  };
}

/** A page has painted its first screen. If several pages are starting, the rest of each follows now. */
export function onPainted(): void {
  for (const follow of followUps) follow();
}

/** A stream of `first` and then, once the page was painted, of `rest`. `settled` is the moment between the two. */
function sendInTurn(first: string, rest: string) {
  const encoder = new TextEncoder();
  let end = () => {};
  const settled = new Promise<void>((resolve) => {
    const timer = setTimeout(() => end(), PAINT_TIMEOUT);
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
    // The visitor has left the page meanwhile.
    cancel() {
      isGone = true;
      end();
    },
  });
  return { stream, settled };
}
