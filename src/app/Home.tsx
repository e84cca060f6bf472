import { useEffect } from 'react';
import { go } from './navigation';

/** Any address the site does not know leads home, leaving no entry behind. */
export function Home() {
  useEffect(() => go('/', { replace: true }), []);
  return null;
}
