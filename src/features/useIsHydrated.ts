import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False while prerendering and hydrating, when what only the browser knows may not be shown yet. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
