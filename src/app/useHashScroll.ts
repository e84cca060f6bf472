import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { scrollToHash, useHash } from './navigation';
import { isPrerendered } from './shells';

/**
 * Scrolls to the section a hash names on arrival from another route or from outside. To a section that
 * was prerendered the browser has scrolled by itself, and the visitor may have gone on since.
 */
export function useHashScroll(): void {
  const [path] = useLocation();
  const hash = useHash();
  const last = useRef({ path: '', hash: '' });
  useEffect(() => {
    const { path: lastPath, hash: lastHash } = last.current;
    last.current = { path, hash };
    // A dialog's hash names no section; closing it leaves the visitor where they were.
    const wasDialog = lastHash !== '' && !document.getElementById(lastHash.slice(1));
    if (lastPath === path && wasDialog) return;
    if (lastPath === '' && isPrerendered()) return;
    scrollToHash(hash, 'auto');
    // A repeated click on the same hash is navigation.ts's business.
  }, [path, hash]);
}
