/**
 * Which cards of a long list are there. A visitor who comes back from a work gets the cards around the place that was
 * left at once. The others follow in idle moments, and until then keep their place by their height, so that the
 * browser can restore the scroll position. All at once, a thousand cards keep a phone busy for seconds.
 */
import {
  startTransition,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type RefObject,
} from 'react';
import { useServices } from '../shared/services';
import { requestIdle } from '../shared/loading/idle';

/** How many cards are there on each side of those in the window; and how many come at a time. */
const MARGIN = 20;

interface LeftList {
  /** Which works: a kind, or all. */
  name: string;
  /** The width of the window, in pixels. In a window of another width the heights are others. */
  width: number;
  heights: readonly number[];
  from: number;
  to: number;
}

/** What this visit knows of the gallery, also while it is not on the screen. */
export function createGalleryVisit() {
  let shown = false;
  let left: LeftList | undefined;
  return {
    wasShown: () => shown,
    markShown: () => void (shown = true),
    left: () => left,
    leave: (list: LeftList | undefined) => void (left = list),
  };
}

/** The cards from `from` to before `to` are there. `heightOf`: a card's height in the list that was left, in pixels. */
export interface PresentCards {
  from: number;
  to: number;
  heightOf(index: number): number | undefined;
  /** Called at a press in the list: what it may lead to makes measuring dear. */
  measure(): void;
}

export function usePresentCards(
  list: RefObject<HTMLUListElement | null>,
  count: number,
  name: string,
): PresentCards {
  const visit = useServices().once(createGalleryVisit);
  const [returned] = useState(() => {
    const left = visit.left();
    return left?.name === name && left.width === window.innerWidth ? left : undefined;
  });
  const [{ from, to }, setPresent] = useState(returned ?? { from: 0, to: Infinity });

  const isWhole = from === 0 && to >= count;
  useEffect(() => {
    if (isWhole) return undefined;
    let isStopped = false;
    requestIdle(() => {
      if (isStopped) return;
      startTransition(() => setPresent({ from: Math.max(0, from - MARGIN), to: to + MARGIN }));
    });
    return () => {
      isStopped = true;
    };
  }, [isWhole, from, to]);

  const isMeasured = useRef(false);
  const measure = () => {
    isMeasured.current = true;
    if (list.current) visit.leave(leftList(list.current, name));
  };
  useEffect(() => {
    isMeasured.current = false;
  }, [count]);
  useLayoutEffect(() => {
    const element = list.current;
    return () => {
      // Left by another way than a press, such as the browser's own buttons.
      if (!isMeasured.current) visit.leave(element ? leftList(element, name) : undefined);
    };
  }, [visit, list, name]);

  return {
    from,
    to: isWhole ? Infinity : to,
    heightOf: (index) => returned?.heights[index],
    measure,
  };
}

function leftList(list: HTMLUListElement, name: string): LeftList {
  const boxes = [...list.children].map((card) => card.getBoundingClientRect());
  const inWindow = boxes.flatMap(({ top, bottom }, index) =>
    bottom > 0 && top < window.innerHeight ? [index] : [],
  );
  const [first = -1] = inWindow;
  const last = inWindow[inWindow.length - 1] ?? -1;
  return {
    name,
    width: window.innerWidth,
    heights: boxes.map(({ height }) => height),
    from: Math.max(0, first - MARGIN),
    to: last + 1 + MARGIN,
  };
}
