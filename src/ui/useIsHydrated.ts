import { useDeferredValue } from 'react';

/**
 * False while prerendering and hydrating, when what only the browser knows may not be shown yet. Then
 * true, by a rendering that gives way to the visitor's touch, as a store's change would not.
 */
export function useIsHydrated(): boolean {
  return useDeferredValue(true, false);
}
