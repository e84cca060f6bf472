/** Where the owner is: the screen that the address names (the lists without a hash), and the place in the lists. */
import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { useHasBeen } from './readAndWrite';

export const ADD = '#add';

export const hashOf = (id: string) => `#change=${encodeURIComponent(id)}`;

/** The request that a hash names: the mails lead to it. */
export const requestIn = (hash: string): string | undefined =>
  /^#request-(\d{10})$/.exec(hash)?.[1];

export function changedIn(hash: string): string | undefined {
  const [, id] = /^#change=(.+)$/.exec(hash) ?? [];
  try {
    return id && decodeURIComponent(id);
  } catch {
    // Somebody has cut the address.
    return undefined;
  }
}

export function goTo(hash: string): void {
  location.hash = hash;
}

/** The address's hash, which a phone's Back button changes. */
export const useHash = (): string => useSyncExternalStore(followHash, () => location.hash);

function followHash(onChange: () => void): () => void {
  window.addEventListener('hashchange', onChange);
  return () => window.removeEventListener('hashchange', onChange);
}

/**
 * The owner's place in the lists: the scroll and the pressed button, to which every way out of an editor leads back. Where
 * there is none, after the sign-in, the heading has the focus, because the pressed button has gone.
 */
export function usePlace(isListing: boolean) {
  const isRead = useHasBeen(isListing);
  const heading = useRef<HTMLHeadingElement>(null);
  const left = useRef<{ top: number; pressed: Element }>(null);
  useLayoutEffect(() => {
    if (!isListing) return;
    const { top, pressed } = left.current ?? {};
    if (top !== undefined) window.scrollTo({ top, behavior: 'instant' });
    const target = pressed?.isConnected ? (pressed as HTMLElement) : heading.current;
    target?.focus({ preventScroll: true });
  }, [isListing]);
  return {
    /** Whether the lists were shown. Whoever opens an editor at once does not wait for them. */
    isRead,
    heading,
    leave(pressed: Element) {
      left.current = { top: window.scrollY, pressed };
    },
  };
}
