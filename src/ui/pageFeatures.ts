/** Features of pages that some browsers lack; those of workers, too, are in lib/browser.ts. */
import { optional } from '../lib/browser';

/**
 * Calls `onNear` once the element is at most `margin` away from the viewport (an observer's `rootMargin`); at once
 * where nobody can tell. Returns what stops waiting.
 */
export function whenNear(element: Element, onNear: () => void, margin = '0px'): () => void {
  const observer = optional(
    () =>
      new IntersectionObserver(
        (entries) => {
          if (entries.some(({ isIntersecting }) => isIntersecting)) onNear();
        },
        { rootMargin: margin },
      ),
  );
  if (!observer) onNear();
  observer?.observe(element);
  return () => observer?.disconnect();
}

/** Whether a media query applies; false where nobody can tell. */
export const matchesMedia = (query: string): boolean =>
  optional(() => matchMedia(query).matches) ?? false;

/**
 * Tells whether two fingers have zoomed into the page: calls `onZoom` now and after every change. Returns how to stop.
 */
export function followZoom(onZoom: (isZoomed: boolean) => void): () => void {
  const viewport = optional(() => window.visualViewport);
  if (!viewport) return () => {};
  const look = () => onZoom(viewport.scale > 1);
  look();
  viewport.addEventListener('resize', look);
  return () => viewport.removeEventListener('resize', look);
}

/** Opens a dialog above the page. Where the browser cannot do that, the rest of the page is not inert. */
export function openDialog(dialog: HTMLDialogElement): void {
  if (!optional(() => (dialog.showModal(), true))) dialog.setAttribute('open', '');
  markPage();
}

export function closeDialog(dialog: HTMLDialogElement): void {
  if (!optional(() => (dialog.close(), true))) dialog.removeAttribute('open');
  markPage();
}

/** Tells the style sheets whether a dialog is open. */
const markPage = () =>
  document.documentElement.toggleAttribute(
    'data-dialog',
    document.querySelector('dialog[open]') !== null,
  );

/** Calls `onHeight` with an element's height soon, and after every change. Returns how to stop. */
export function followHeight(element: HTMLElement, onHeight: (pixels: number) => void): () => void {
  let last: number | undefined;
  const look = () => {
    const height = element.offsetHeight;
    if (height !== last) onHeight(height);
    last = height;
  };
  let frame = 0;
  const lookSoon = () => {
    cancelAnimationFrame(frame);
    // What `onHeight` changes may change this element, too. Within the observer's own round that is an error.
    frame = requestAnimationFrame(look);
  };
  const observer = optional(() => new ResizeObserver(lookSoon));
  observer?.observe(element);
  return () => {
    observer?.disconnect();
    cancelAnimationFrame(frame);
  };
}

export const isInstalledApp = (): boolean =>
  optional(() => matchMedia('(display-mode: standalone)').matches) ?? false;
