import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { scrollToHash, useHash } from './navigation';

/** Scrolls to the section a hash names on arrival from another route or from outside. */
export function useHashScroll(): void {
  const [path] = useLocation();
  const hash = useHash();
  useEffect(() => {
    scrollToHash(hash, 'auto');
    // A repeated click on the same hash is navigation.ts's business.
  }, [path, hash]);
}
