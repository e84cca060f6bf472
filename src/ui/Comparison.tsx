import {
  useEffect,
  useRef,
  useState,
  type CSSProperties,
  type PointerEvent,
  type ReactElement,
} from 'react';
import { classNames } from './stringHelpers';
import styles from './Comparison.module.css';
import { Icon } from './Icon';
import { followZoom } from './pageFeatures';

interface ComparisonProps {
  /** The two pictures. They must have the same size and the same point of view. */
  before: ReactElement;
  after: ReactElement;
  /** The name of the slider for screen readers. */
  label: string;
  className?: string | undefined;
}

/**
 * Two pictures on top of each other, with a split between them. A pointer drags the split from anywhere in the picture;
 * keys move it with the native range input.
 */
export function Comparison({ before, after, label, className }: ComparisonProps) {
  const range = useRef<HTMLInputElement>(null);
  const [split, setSplit] = useState(50);
  // The visitor may have moved the prerendered slider with keys before React hydrated it.
  useEffect(() => {
    if (range.current) setSplit(range.current.valueAsNumber);
  }, []);
  const move = (to: number) => {
    setSplit(to);
    range.current!.valueAsNumber = to;
  };
  const [isZoomed, setIsZoomed] = useState(false);
  useEffect(() => followZoom(setIsZoomed), []);

  return (
    <div
      className={classNames(styles.comparison, className)}
      style={
        {
          '--split': `${split}%`,
          // In a zoomed page a finger moves the page, also sideways.
          ...(isZoomed && { touchAction: 'manipulation' }),
        } as CSSProperties
      }
      {...useDragging(split, move, isZoomed)}
    >
      <div className={styles.layer}>
        {after}
        <span className={classNames(styles.tag, styles.tagAfter)} aria-hidden="true">
          After
        </span>
      </div>
      <div className={classNames(styles.layer, styles.before)}>
        {before}
        <span className={classNames(styles.tag, styles.tagBefore)} aria-hidden="true">
          Before
        </span>
      </div>
      <input
        ref={range}
        type="range"
        // Left is "Before", also in a page that a translator has turned.
        dir="ltr"
        min={0}
        max={100}
        defaultValue={50}
        aria-label={label}
        aria-valuetext={`${split}% before, ${100 - split}% after`}
        onChange={(event) => setSplit(event.currentTarget.valueAsNumber)}
        className={styles.range}
      />
      <div className={styles.handle} aria-hidden="true">
        <span className={styles.grip}>
          <Icon name="chevron" size="1.25rem" />
          <Icon name="chevron" size="1.25rem" />
        </span>
      </div>
    </div>
  );
}

/** A drag begins after so many pixels sideways. Less may be a finger that scrolls the page. */
const DRAG_THRESHOLD = 8;
/** A press so near to the split, in pixels, is a press on its handle. */
const HANDLE_REACH = 28;

type Pointer = PointerEvent<HTMLElement>;

/** The place of a pointer, in percent of the picture's width. */
function percentAt({ currentTarget, clientX }: Pick<Pointer, 'currentTarget' | 'clientX'>): number {
  const { left, width } = currentTarget.getBoundingClientRect();
  return Math.round(Math.min(Math.max((clientX - left) / width, 0), 1) * 100);
}

/**
 * Moves the split with a pointer. The native range input is not used for this: it would jump to every finger that
 * touches it, also to a finger that only scrolls the page. A press without dragging also moves the split, because not
 * everybody can drag. Two fingers zoom the page, and in a zoomed page one finger moves it.
 */
function useDragging(split: number, move: (to: number) => void, isZoomed: boolean) {
  const press = useRef<{ x: number; before: number; isDragging: boolean; isTap: boolean }>(null);
  /** The fingers do something else with the page: the split goes back. */
  const giveUp = () => {
    if (press.current) move(press.current.before);
    press.current = null;
  };
  return {
    onPointerDown(event: Pointer) {
      if (!event.isPrimary) giveUp();
      if (!event.isPrimary || event.button !== 0) return;
      const { left, width } = event.currentTarget.getBoundingClientRect();
      const distance = event.clientX - left - (split / 100) * width;
      const isDragging = Math.abs(distance) <= HANDLE_REACH;
      press.current = { x: event.clientX, before: split, isDragging, isTap: true };
    },
    onPointerMove(event: Pointer) {
      const pressed = press.current;
      if (!pressed || !event.isPrimary || event.buttons === 0) return;
      if (isZoomed && event.pointerType === 'touch') return;
      if (Math.abs(event.clientX - pressed.x) >= DRAG_THRESHOLD) pressed.isDragging = true;
      if (!pressed.isDragging) return;
      pressed.isTap = false;
      // Browsers capture a finger by themselves.
      if (event.pointerType !== 'touch') event.currentTarget.setPointerCapture(event.pointerId);
      move(percentAt(event));
    },
    /** The browser now scrolls or zooms the page. */
    onPointerCancel: giveUp,
    onClick(event: Parameters<typeof percentAt>[0]) {
      if (press.current?.isTap) move(percentAt(event));
      press.current = null;
    },
  };
}
