import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { scrollToHash, useHash } from './navigation';
import { isPrerendered } from './shells';

/**
 * Scrolls to the section a hash names on arrival from another route or from outside. To a section that
 * was prerendered the browser has scrolled by itself, and the visitor may have gone on since. Apart from
 * the screens, because what a hash opens or closes need not render them anew.
 */
export function HashScroll(): null {
  const [path] = useLocation();
  const hash = useHash();
  const last = useRef({ path: '', hash: '' });
  useEffect(() => {
    const { path: lastPath, hash: lastHash } = last.current;
    if (lastPath === '') {
      // Hydration renders without the hash first: then it is no news when it comes.
      last.current = { path, hash: location.hash };
      if (!isPrerendered()) scrollToHash(location.hash, 'auto');
      return;
    }
    last.current = { path, hash };
    if (lastPath === path && lastHash === hash) return;
    // A dialog's hash names no section; closing it leaves the visitor where they were.
    const wasDialog = lastHash !== '' && !document.getElementById(lastHash.slice(1));
    if (lastPath === path && wasDialog) return;
    scrollToHash(hash, 'auto');
    // A repeated click on the same hash is navigation.ts's business.
  }, [path, hash]);
  return null;
}
