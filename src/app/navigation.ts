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
import { useIsHydrated } from '../ui/useIsHydrated';

const wantsCalm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * The location whose page is on the screen. From page to page it follows the router's by a short view
 * transition, where the browser has them and the visitor wants any. It scrolls to what a hash names, else
 * a new page to its top; on the way back, and for a hash that is typed, the browser does that itself.
 */
export function useShownLocation(): Location {
  const location = useLocation();
  const type = useNavigationType();
  const [entered, setEntered] = useState(location);
  const shown = location.pathname === entered.pathname ? location : entered;

  const newest = useRef(location);
  useLayoutEffect(() => {
    newest.current = location;
    if (location.pathname === entered.pathname) return;
    const enter = () => setEntered(newest.current);
    if (type === 'POP' || wantsCalm() || !document.startViewTransition) enter();
    // The browser takes its second picture when this returns, so React has to be done by then.
    else document.startViewTransition(() => flushSync(enter));
  }, [location, type, entered]);

  const last = useRef(shown);
  useLayoutEffect(() => {
    if (shown === last.current) return;
    const isSamePage = shown.pathname === last.current.pathname;
    last.current = shown;
    if (type === 'POP') return;
    const target = document.getElementById(shown.hash.slice(1));
    if (target) {
      const behavior = isSamePage && !wantsCalm() ? 'smooth' : 'auto';
      target.scrollIntoView({ behavior, block: 'start' });
      // Keyboard and screen-reader users go on from where the page has scrolled to.
      target.focus({ preventScroll: true });
    } else if (!isSamePage && shown.hash === '') window.scrollTo(0, 0);
  }, [shown, type]);
  useFocusOnPage(shown, type);
  return shown;
}

/**
 * Moves the focus with the page: to its heading, which tells screen readers where they are; on the way back
 * to the link that had led away. A hash has its own place, or its dialog.
 */
function useFocusOnPage(shown: Location, type: `${NavigationType}`): void {
  const last = useRef(shown);
  // Only now has a dialog that closes let go of the page.
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

/** Focuses the page's heading once it is there, unless the visitor goes elsewhere; returns how to stop waiting. */
function focusHeading(): () => void {
  const main = document.getElementById('main')!;
  const before = document.activeElement;
  const look = () => {
    const heading = main.querySelector('h1');
    if (!heading || heading.querySelector('[aria-busy]')) return;
    observer.disconnect();
    if (document.activeElement !== before && document.activeElement !== document.body) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  };
  const observer = new MutationObserver(look);
  observer.observe(main, { childList: true, subtree: true });
  look();
  return () => observer.disconnect();
}

/** A parameter of the address (undefined where it has none), and what takes it away in place. */
export function useParameter(name: string): [string | undefined, () => void] {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const drop = useCallback(() => {
    const others = new URLSearchParams(search);
    others.delete(name);
    void navigate({ pathname, search: others.toString(), hash }, { replace: true });
  }, [pathname, search, hash, name, navigate]);
  return [new URLSearchParams(search).get(name) ?? undefined, drop];
}

/** Whether the address has a dialog's hash, and what opens and closes it there. */
export function useHashDialog(dialogHash: string) {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  return {
    // Prerendered pages know no hash.
    isOpen: useIsHydrated() && hash === dialogHash,
    open: () => void navigate(dialogHash),
    /** Back one step; on the first entry, behind which another site may lie, the hash is dropped in place. */
    close: () =>
      void (history.state?.idx === 0
        ? navigate(pathname + search, { replace: true })
        : navigate(-1)),
  };
}
