import { useEffect } from 'react';
import { usePathname } from 'wouter/use-browser-location';
import { scrollToHash, useHash } from './navigation';

/** Scrolls to the section a hash names on arrival from another route or from outside. */
export function useHashScroll(): void {
  const path = usePathname();
  const hash = useHash();
  useEffect(() => {
    scrollToHash(hash, 'auto');
    // A repeated click on the same hash is navigation.ts's business.
  }, [path, hash]);
}
