/** Removing: the line that stands in the place of what was removed, and what can be put back later. */
import { useState, type ReactNode, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { readableMoment } from '../lib/readableDate';
import { Button } from '../ui/Button';
import { FlushButton, focusIfLost } from './Question';
import { hasSettled, PartNotRead, type PagesView } from './List';
import listStyles from './List.module.css';
import styles from './OwnerPage.module.css';
import type { WriteOutcome } from './ports';
import { useWrite, WriteProblem } from './readAndWrite';

const NOT_PUT_BACK =
  'It cannot be put back: the seven days are over, the work of this review is removed, or somebody else was quicker. Load the page again.';

/** What is said where it failed. */
const UNDO_PROBLEMS = { refused: NOT_PUT_BACK, conflict: NOT_PUT_BACK };

interface UndoProps {
  /** Such as “Removed”. */
  said: string;
  name: string;
  undo(): Promise<WriteOutcome>;
}

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

interface RemovalsDeps<Item, Removed extends Item> {
  removed: PagesView<Removed>;
  keyOf(item: Item): string;
  remove(item: Item): Promise<WriteOutcome>;
  restore(item: Item): Promise<WriteOutcome>;
  /** It was removed, or put back. */
  onMoved(item: Item): void;
}

/** Removes what a list shows and puts it back; knows what this page has removed, and what it has put back last. */
export function useRemovals<Item, Removed extends Item>(deps: RemovalsDeps<Item, Removed>) {
  const { removed, keyOf, remove, restore, onMoved } = deps;
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const [back, setBack] = useState<string>();
  return {
    removed,
    keyOf,
    /** It stands in its place still. */
    isGone: (item: Item) => gone.has(keyOf(item)),
    isBack: (item: Item) => back === keyOf(item),
    async remove(item: Item) {
      const outcome = await remove(item);
      if (outcome !== 'stored') return outcome;
      setGone((keys) => new Set([...keys, keyOf(item)]));
      setBack(undefined);
      void removed.again();
      onMoved(item);
      return outcome;
    },
    async putBack(item: Item, show: (change: () => void) => unknown = (change) => change()) {
      const outcome = await restore(item);
      if (outcome !== 'stored') return outcome;
      const key = keyOf(item);
      await show(() => {
        setGone((keys) => new Set([...keys].filter((other) => other !== key)));
        setBack(key);
        removed.change((items) => items.filter((other) => keyOf(other) !== key));
      });
      onMoved(item);
      return outcome;
    },
  };
}

type Removals<Item, Removed extends Item> = ReturnType<typeof useRemovals<Item, Removed>>;

interface RemovedListProps<Item, Removed extends Item> {
  title: string;
  removals: Removals<Item, Removed>;
  list: PagesView<Item>;
  /** Its heading. */
  heading: RefObject<HTMLElement | null>;
  nameOf(item: Removed): string;
  children(item: Removed): ReactNode;
}

/** What was removed within the week and can be put back, also after a reload. Nothing is shown where there is none. */
export function RemovedList<Item, Removed extends Item & { until: string }>(
  props: RemovedListProps<Item, Removed>,
) {
  const { title, removals, list, heading, nameOf, children } = props;
  const { removed: pages, keyOf, isGone, putBack } = removals;
  const isListed = (item: Removed) => list.items?.some((each) => keyOf(each) === keyOf(item));
  const items = pages.items?.filter((item) => !(isGone(item) && isListed(item))) ?? [];
  if (!pages.items && pages.state === 'failed') {
    return <PartNotRead what="What can be put back did not load." onRetry={pages.more} />;
  }
  // The list above would push it down.
  if (!hasSettled(list) || (items.length === 0 && !pages.hasMore)) return null;
  return (
    <div className={styles.section}>
      <h3>{title}</h3>
      <ul role="list" className={listStyles.list}>
        {items.map((item) => (
          <RemovedRow
            key={keyOf(item)}
            until={item.until}
            name={nameOf(item)}
            putBack={(row) =>
              putBack(item, (change) =>
                // The row goes in the moment in which the work stands in the list above. Later its going would move the next row.
                list.again((put) => dropRow(row, () => (put(), change()), heading.current)),
              )
            }
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
        <FlushButton
          busy={isWriting}
          aria-label={`Put back ${name}`}
          onClick={() => void write(() => putBack(row!))}
        >
          {isWriting ? 'Putting it back…' : 'Put back'}
        </FlushButton>
      </div>
      <WriteProblem text={problem} />
    </li>
  );
}

/** Makes a change with which a row goes, and the pressed button in it: the button that takes its place has the focus. */
export function dropRow(row: Element, change: () => void, instead: HTMLElement | null): void {
  const hasFocus = row.contains(document.activeElement);
  const neighbour = row.nextElementSibling ?? row.previousElementSibling;
  flushSync(change);
  const buttons = neighbour?.querySelectorAll('button') ?? [];
  if (hasFocus) (buttons[buttons.length - 1] ?? instead)?.focus();
}
