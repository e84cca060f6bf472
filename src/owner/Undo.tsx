/** What stands there after something was removed: the line in its place, and what can be put back later. */
import { useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { readableMoment } from '../lib/readableDate';
import { Button, RetryButton } from '../ui/Button';
import type { PagesView } from './List';
import listStyles from './List.module.css';
import styles from './OwnerPage.module.css';
import type { WriteOutcome } from './ports';
import { focusIfLost } from './Question';
import { useWrite, WriteProblem } from './useWrite';

const NOT_PUT_BACK =
  'It cannot be put back: the seven days are over, the work of this review is removed, or somebody else was quicker. Load the page again.';

/** What is said where it failed. */
const UNDO_PROBLEMS = { refused: NOT_PUT_BACK, conflict: NOT_PUT_BACK };

interface UndoProps {
  /** What has become of it: “Removed”. */
  said: string;
  /** Which one it was, on the screen and for whoever hears only the button. */
  name: string;
  undo(): Promise<WriteOutcome>;
}

/** Stands where something stood that was removed just now. */
export function Undo({ said, name, undo }: UndoProps) {
  const { isWriting, write, problem } = useWrite(UNDO_PROBLEMS);
  return (
    <div className={styles.review}>
      <p className={styles.hint}>
        <bdi>{name}</bdi>
      </p>
      <p className={styles.undo}>
        <strong>{said}</strong>
        <span aria-hidden="true">·</span>
        <Button
          ref={focusIfLost}
          variant="quiet"
          busy={isWriting}
          aria-label={`Undo: ${said} ${name}`}
          onClick={() => void write(undo)}
        >
          {isWriting ? 'Undoing…' : 'Undo'}
        </Button>
      </p>
      <WriteProblem text={problem} />
    </div>
  );
}

interface RemovedListProps<Item> {
  title: string;
  pages: PagesView<Item>;
  /** Those that stand in their place still are left out. */
  isInPlace(item: Item): boolean;
  keyOf(item: Item): string;
  nameOf(item: Item): string;
  /** `row`: where this list has it. */
  putBack(item: Item, row: Element): Promise<WriteOutcome>;
  children(item: Item): ReactNode;
}

/** What was removed within the week and can be put back, also after a reload. Nothing is shown where there is none. */
export function RemovedList<Item extends { until: string }>(props: RemovedListProps<Item>) {
  const { title, pages, isInPlace, keyOf, nameOf, putBack, children } = props;
  const items = pages.items?.filter((item) => !isInPlace(item)) ?? [];
  if (!pages.items && pages.state === 'failed') {
    return (
      <div className={styles.actions}>
        <p>What can be put back did not load.</p>
        <RetryButton onClick={pages.more} />
      </div>
    );
  }
  if (items.length === 0 && !pages.hasMore) return null;
  return (
    <div className={styles.section}>
      <h3>{title}</h3>
      <ul role="list" className={listStyles.list}>
        {items.map((item) => (
          <RemovedRow
            key={keyOf(item)}
            until={item.until}
            name={nameOf(item)}
            putBack={(row) => putBack(item, row)}
          >
            {children(item)}
          </RemovedRow>
        ))}
      </ul>
      {pages.hasMore && (
        <Button busy={pages.state === 'reading'} onClick={pages.more}>
          Show more that can be put back
        </Button>
      )}
    </div>
  );
}

interface RemovedRowProps {
  until: string;
  name: string;
  putBack(row: Element): Promise<WriteOutcome>;
  children: ReactNode;
}

function RemovedRow({ until, name, putBack, children }: RemovedRowProps) {
  const [row, setRow] = useState<Element | null>(null);
  const { isWriting, write, problem } = useWrite(UNDO_PROBLEMS);
  return (
    <li ref={setRow} className={listStyles.item}>
      <div className={styles.review}>{children}</div>
      <p className={styles.hint}>
        <span>It can be put back until </span>
        <time dateTime={until}>{readableMoment(until)}</time>
      </p>
      <div className={styles.actions}>
        <Button
          variant="quiet"
          busy={isWriting}
          aria-label={`Put back ${name}`}
          onClick={() => void write(() => putBack(row!))}
          className={styles.flush}
        >
          {isWriting ? 'Putting it back…' : 'Put back'}
        </Button>
      </div>
      <WriteProblem text={problem} />
    </li>
  );
}

/** How a list shows a change: at once, or as `leave` does. */
export type Show = (change: () => void) => void;

/**
 * The keys of what this page has removed, which stands in its place still, and of what it has put back last. `removed` is
 * what can be put back.
 */
export function useMoved<Removed>(removed: PagesView<Removed>, keyOf: (item: Removed) => string) {
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const [back, setBack] = useState<string>();
  return {
    gone,
    back,
    onRemoved(key: string) {
      setGone((keys) => new Set([...keys, key]));
      setBack(undefined);
      removed.again();
    },
    onPutBack(key: string, show: Show = (change) => change()) {
      show(() => {
        setGone((keys) => new Set([...keys].filter((other) => other !== key)));
        setBack(key);
        removed.change((items) => items.filter((item) => keyOf(item) !== key));
      });
    },
  };
}

/** Changes what is shown. The pressed button goes with its row: the one that takes its place has the focus. */
export function leave(row: Element, change: () => void, instead: HTMLElement | null): void {
  const hasFocus = row.contains(document.activeElement);
  const neighbour = row.nextElementSibling ?? row.previousElementSibling;
  flushSync(change);
  const buttons = neighbour?.querySelectorAll('button') ?? [];
  if (hasFocus) (buttons[buttons.length - 1] ?? instead)?.focus();
}
