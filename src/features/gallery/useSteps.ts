import { useCallback, useEffect, useState } from 'react';
import { visit } from './visit';

/** How many cards come at a time: about three screens of a desktop. */
const STEP = 24;
/** How far below the viewport the end of what is shown may come before the next ones are added. */
const AHEAD = '1500px 0px';

export interface Steps {
  /** How many of all are shown. */
  shown: number;
  /** Shows the next ones. */
  more: () => void;
  /** For the element behind the last one. */
  end: (element: HTMLElement | null) => void;
}

/** A long list grows as its end comes near the viewport. */
export function useSteps(total: number): Steps {
  const [limit, setLimit] = useState(Math.max(STEP, visit.reached));
  const [element, end] = useState<HTMLElement | null>(null);
  const more = useCallback(() => setLimit((last) => last + STEP), []);
  useEffect(() => {
    visit.reached = Math.max(visit.reached, limit);
  }, [limit]);

  useEffect(() => {
    // Without it there is the button.
    if (!element || typeof IntersectionObserver === 'undefined') return undefined;
    // Anew with each step: an end that is still near is told once more.
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) more();
      },
      { rootMargin: AHEAD },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [element, limit, more]);

  return { shown: Math.min(total, limit), more, end };
}
