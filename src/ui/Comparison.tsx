import {
  useEffect,
  useRef,
  useState,
  type CSSProperties,
  type PointerEvent,
  type ReactNode,
} from 'react';
import { classNames } from './classNames';
import styles from './Comparison.module.css';
import { Icon } from './Icon';

interface ComparisonProps {
  /** The two pictures, of one size and seen from one place. */
  before: ReactNode;
  after: ReactNode;
  /** Names the slider for screen readers. */
  label: string;
  className?: string | undefined;
}

/** Two pictures under one split: pointers drag it anywhere, keys move it by the native range. */
export function Comparison({ before, after, label, className }: ComparisonProps) {
  const range = useRef<HTMLInputElement>(null);
  const [split, setSplit] = useState(50);
  // The prerendered slider may have been moved by keys before React came.
  useEffect(() => {
    if (range.current) setSplit(range.current.valueAsNumber);
  }, []);
  const move = (to: number) => {
    setSplit(to);
    range.current!.valueAsNumber = to;
  };

  return (
    <div
      className={classNames(styles.comparison, className)}
      style={{ '--split': `${split}%` } as CSSProperties}
      {...useDragging(split, move)}
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

/** How many pixels sideways a pointer drags from; less may be a finger that scrolls the page. */
const SIDEWAYS = 8;
/** Half the width of what counts as the handle, in pixels. */
const HANDLE = 28;

type Pointer = PointerEvent<HTMLElement>;

/** A pointer's place in percent of the picture's width. */
function percentAt({ currentTarget, clientX }: Pick<Pointer, 'currentTarget' | 'clientX'>): number {
  const { left, width } = currentTarget.getBoundingClientRect();
  return Math.round(Math.min(Math.max((clientX - left) / width, 0), 1) * 100);
}

/**
 * What a pointer does to the split. A native range would jump under every finger that comes down, also one
 * that goes on to scroll. A press without any dragging moves it, too: not everybody can drag.
 */
function useDragging(split: number, move: (to: number) => void) {
  const press = useRef<{ x: number; before: number; isDragging: boolean; isTap: boolean }>(null);
  return {
    onPointerDown(event: Pointer) {
      if (!event.isPrimary || event.button !== 0) return;
      const { left, width } = event.currentTarget.getBoundingClientRect();
      const distance = event.clientX - left - (split / 100) * width;
      const isDragging = Math.abs(distance) <= HANDLE;
      press.current = { x: event.clientX, before: split, isDragging, isTap: true };
    },
    onPointerMove(event: Pointer) {
      const pressed = press.current;
      if (!pressed || !event.isPrimary || event.buttons === 0) return;
      if (Math.abs(event.clientX - pressed.x) >= SIDEWAYS) pressed.isDragging = true;
      if (!pressed.isDragging) return;
      pressed.isTap = false;
      // Browsers do so for fingers.
      if (event.pointerType !== 'touch') event.currentTarget.setPointerCapture(event.pointerId);
      move(percentAt(event));
    },
    /** The browser scrolls now. */
    onPointerCancel() {
      if (press.current) move(press.current.before);
      press.current = null;
    },
    onClick(event: Parameters<typeof percentAt>[0]) {
      if (press.current?.isTap) move(percentAt(event));
      press.current = null;
    },
  };
}
