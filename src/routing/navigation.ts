import { useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation, useNavigate, useNavigationType, type Location } from 'react-router-dom';
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
  return shown;
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
