import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import {
  createPath,
  useLocation,
  useNavigate,
  useNavigationType,
  type Location,
  type NavigationType,
} from 'react-router-dom';
import { optional } from '../lib/browser';
import { matchesMedia } from '../ui/pageFeatures';
import { useIsHydrated } from '../ui/hooks';

const prefersReducedMotion = () => matchesMedia('(prefers-reduced-motion: reduce)');

/**
 * The location of the page on the screen. It changes after the router's location, with a short view
 * transition if the browser has them and the visitor wants motion. Then it scrolls: to the element that the
 * hash names, or a new page to its top. On the way back, and for a typed hash, the browser scrolls by itself.
 */
export function useShownLocation(): Location {
  const location = useLocation();
  const type = useNavigationType();
  const [current, setCurrent] = useState(location);
  const shown = location.pathname === current.pathname ? location : current;

  const newest = useRef(location);
  useLayoutEffect(() => {
    newest.current = location;
    if (location.pathname === current.pathname) return;
    const enter = () => setCurrent(newest.current);
    // The browser takes its picture of the new page when this callback returns, so React must have rendered
    // by then.
    const transition = () => {
      const { ready } = document.startViewTransition(() => flushSync(enter));
      // Skipped, because the next page came too soon. The page is right, and a failed render is told elsewhere.
      ready.catch(() => undefined);
      return ready;
    };
    if (type === 'POP' || prefersReducedMotion() || !optional(transition)) enter();
  }, [location, type, current]);

  useEffect(() => {
    // The router listens only once the page is hydrated, which takes a slow phone a while. An address that has changed
    // before is told to it here.
    if (createPath(newest.current) !== createPath(window.location))
      dispatchEvent(new PopStateEvent('popstate'));
  }, []);

  const last = useRef(shown);
  useLayoutEffect(() => {
    if (shown === last.current) return;
    const isSamePage = shown.pathname === last.current.pathname;
    last.current = shown;
    if (type === 'POP') return;
    const target = document.getElementById(shown.hash.slice(1));
    if (target) {
      const behavior = isSamePage && !prefersReducedMotion() ? 'smooth' : 'auto';
      target.scrollIntoView({ behavior, block: 'start' });
      // Keyboard and screen-reader users go on from the place that the page has scrolled to.
      target.focus({ preventScroll: true });
    } else if (!isSamePage && shown.hash === '') window.scrollTo(0, 0);
  }, [shown, type]);
  useFocusOnPage(shown, type);
  return shown;
}

/**
 * Moves the focus to a new page: to its heading, which tells screen-reader users where they are. On the way
 * back it moves to the link that they had followed, if that is there. A link with a hash is left out: the
 * element or dialog of the hash gets the focus.
 */
function useFocusOnPage(shown: Location, type: `${NavigationType}`): void {
  const last = useRef(shown);
  // An effect runs late enough: by now a closing dialog has made the page focusable again.
  useEffect(() => {
    const left = last.current;
    last.current = shown;
    if (shown.pathname === left.pathname) return undefined;
    const path = createPath(left);
    const links = type === 'POP' ? document.querySelectorAll<HTMLElement>('main a') : [];
    const opener = [...links].find((link) => link.getAttribute('href') === path);
    if (opener) opener.focus({ preventScroll: true });
    else if (type === 'POP' || shown.hash === '') return focusHeading();
    return undefined;
  }, [shown, type]);
}

/**
 * Focuses the page's heading as soon as it is shown, unless the visitor has moved the focus meanwhile. Returns what
 * stops waiting for the heading.
 */
function focusHeading(): () => void {
  const main = document.getElementById('main')!;
  const before = document.activeElement;
  const focusWhenShown = () => {
    const heading = main.querySelector('h1');
    if (!heading || heading.querySelector('[aria-busy]')) return;
    observer?.disconnect();
    if (document.activeElement !== before && document.activeElement !== document.body) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  };
  const observer = optional(() => new MutationObserver(focusWhenShown));
  observer?.observe(main, { childList: true, subtree: true });
  focusWhenShown();
  return () => observer?.disconnect();
}

/** A parameter of the address (undefined without it), and what removes it without a new history entry. */
export function useParameter(name: string): [string | undefined, () => void] {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const remove = useCallback(() => {
    const others = new URLSearchParams(search);
    others.delete(name);
    void navigate({ pathname, search: others.toString(), hash }, { replace: true });
  }, [pathname, search, hash, name, navigate]);
  return [new URLSearchParams(search).get(name) ?? undefined, remove];
}

/** A dialog that is open while the address has its hash: its state, and what opens and closes it. */
export function useHashDialog(dialogHash: string) {
  const shown = useLocation();
  const navigate = useNavigate();
  /** The browser goes back later than it is told to, and a slow phone shows it later still. */
  const isLeaving = useRef(false);
  useEffect(() => {
    isLeaving.current = false;
  }, [shown]);
  return {
    // A prerendered page does not know the hash, so hydration starts with a closed dialog.
    isOpen: useIsHydrated() && shown.hash === dialogHash,
    open: () => void navigate(dialogHash),
    /**
     * Goes back one step, once, however often it is called. On the first history entry, which another site may
     * precede, it only removes the hash.
     */
    close() {
      if (isLeaving.current || location.hash !== dialogHash) return;
      isLeaving.current = true;
      void (history.state?.idx === 0
        ? navigate(shown.pathname + shown.search, { replace: true })
        : navigate(-1));
    },
  };
}
