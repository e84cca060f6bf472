import { useCallback, useEffect, useRef, useState } from 'react';
import { log } from '../lib/log';
import { useWhenOnline } from '../ui/hooks';
import type { Page } from './ports';

export interface PagesView<Item> {
  /** Undefined until the first page was read. */
  items: Item[] | undefined;
  hasMore: boolean;
  state: 'reading' | 'idle' | 'failed';
  /** Reads the next page, or what could not be read. */
  more(): void;
  /** Reads the first page again, in place of what is shown. */
  again(): void;
  /** Changes what is shown, after a write that the server has taken. */
  change(change: (items: Item[]) => Item[]): void;
}

interface State<Item, Cursor> {
  items?: Item[];
  next?: Cursor | undefined;
  reading: 'reading' | 'idle' | 'failed';
}

/** A list that is read page by page; `read` must stay the same. A failed read is tried again when the network is back. */
export function usePages<Item, Cursor>(
  read: (after?: Cursor) => Promise<Page<Item, Cursor>>,
): PagesView<Item> {
  const [state, setState] = useState<State<Item, Cursor>>({ reading: 'reading' });
  /** Answers of older reads are dropped. */
  const latest = useRef(0);
  /** Behind what the last read began. */
  const wanted = useRef<Cursor>(undefined);

  const run = useCallback(
    (after?: Cursor) => {
      latest.current += 1;
      wanted.current = after;
      const mine = latest.current;
      const isOutdated = () => mine !== latest.current;
      read(after).then(
        ({ items, next }) => {
          if (isOutdated()) return;
          // Behind what is shown now: something may have been taken away meanwhile.
          const shown = (last: State<Item, Cursor>) =>
            after === undefined ? [] : (last.items ?? []);
          setState((last) => ({ items: [...shown(last), ...items], next, reading: 'idle' }));
        },
        (error: unknown) => {
          log('A list of the owner’s page could not be read.', error);
          if (!isOutdated()) setState((last) => ({ ...last, reading: 'failed' }));
        },
      );
    },
    [read],
  );
  useEffect(() => run(), [run]);

  const { items, next, reading } = state;
  const readFrom = (after?: Cursor) => {
    if (reading === 'reading') return;
    setState((last) => ({ ...last, reading: 'reading' }));
    run(after);
  };
  const more = () => readFrom(reading === 'failed' ? wanted.current : next);
  useWhenOnline(reading === 'failed', more);
  return {
    items,
    hasMore: next !== undefined,
    state: reading,
    more,
    again: () => readFrom(),
    change: (change) =>
      setState((last) => ({ ...last, ...(last.items && { items: change(last.items) }) })),
  };
}
