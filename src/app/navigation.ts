/**
 * History for an app whose dialogs are hashes. Every entry knows its depth (how many in-app entries
 * lie behind it), so that closing a dialog can go back one step, or, where a deep link opened it and
 * nothing lies behind, simply drop the hash.
 */
import { flushSync } from 'react-dom';
import { useLocationProperty, usePathname } from 'wouter/use-browser-location';
import { shellOf } from './shells';

interface EntryState {
  depth: number;
}

const depthOf = (state: unknown): number | undefined =>
  typeof (state as EntryState | null)?.depth === 'number' ? (state as EntryState).depth : undefined;

let current = 0;

/** Goes to an in-app address. `replace` leaves the present entry's place in history. */
export function go(to: string, { replace = false }: { replace?: boolean } = {}): void {
  const before = location.pathname;
  if (!replace) current += 1;
  const state: EntryState = { depth: current };
  const change = () => {
    history[replace ? 'replaceState' : 'pushState'](state, '', to);
    if (location.pathname !== before && location.hash === '') window.scrollTo(0, 0);
  };
  if (new URL(to, location.href).pathname === before) change();
  else inTransition(change);
}

/** A short view transition from page to page, where the browser has them and the visitor wants any. */
function inTransition(change: () => void): void {
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (calm || !document.startViewTransition) change();
  // The browser takes its second picture when this returns, so React has to be done by then.
  else document.startViewTransition(() => flushSync(change));
}

/** Back one step where that stays in the app, else the same address without its hash. */
export function leaveHash(): void {
  if ((depthOf(history.state) ?? 0) > 0) history.back();
  else go(location.pathname + location.search, { replace: true });
}

/**
 * wouter's location hook, with our `go`. wouter decodes what it is given, which would read a percent
 * sign in a work's id twice: with its signs escaped the path comes out as it stands in the address.
 */
export const useAppLocation = (router: { ssrPath?: string }): [string, typeof go] => [
  usePathname(router).replaceAll('%', '%25'),
  go,
];

/** The current hash, `''` when there is none (and while prerendering). */
export function useHash(): string {
  return useLocationProperty(
    () => location.hash,
    () => '',
  );
}

/** Scrolls to the element a hash names, if it is on the screen's page; true when it is. */
export function scrollToHash(hash: string, behavior: ScrollBehavior): boolean {
  const target = hash.length > 1 ? document.getElementById(hash.slice(1)) : null;
  if (!target) return false;
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  target.scrollIntoView({ behavior: calm ? 'auto' : behavior, block: 'start' });
  // Keyboard and screen-reader users go on from where the page has scrolled to.
  target.focus({ preventScroll: true });
  return true;
}

/** The in-app address a plain click on this element leads to, if it does. */
function inAppAddress(event: MouseEvent): URL | undefined {
  if (event.defaultPrevented || event.button !== 0) return undefined;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined;
  const anchor = (event.target as Element | null)?.closest?.('a[href]');
  if (!(anchor instanceof HTMLAnchorElement)) return undefined;
  if ((anchor.target && anchor.target !== '_self') || anchor.hasAttribute('download'))
    return undefined;
  const url = new URL(anchor.href);
  return url.origin === location.origin && shellOf(url.pathname) ? url : undefined;
}

/**
 * Makes plain links to the app's own addresses in-app navigation, and gives a depth to entries that
 * the browser made by itself (a hash typed into the address bar). Call once; returns the undo.
 */
export function startNavigation(): () => void {
  current = depthOf(history.state) ?? 0;
  history.replaceState({ depth: current } satisfies EntryState, '');

  const onClick = (event: MouseEvent) => {
    const url = inAppAddress(event);
    if (!url) return;
    event.preventDefault();
    const same = url.href === location.href;
    if (!same) go(url.pathname + url.search + url.hash);
    // A repeated click on the same link scrolls again.
    if (same || url.pathname === location.pathname) scrollToHash(url.hash, 'smooth');
  };
  const onPopState = () => {
    const depth = depthOf(history.state);
    current = depth ?? current + 1;
    if (depth === undefined) history.replaceState({ depth: current } satisfies EntryState, '');
  };
  document.addEventListener('click', onClick);
  window.addEventListener('popstate', onPopState);
  return () => {
    document.removeEventListener('click', onClick);
    window.removeEventListener('popstate', onPopState);
  };
}
