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
  /** Reads as much as is shown again, from the first page on, and puts it in its place. */
  again(): void;
  /** Changes what is shown, after a write that the server has taken. */
  change(change: (items: Item[]) => Item[]): void;
}

interface State<Item, Cursor> {
  items?: Item[];
  next?: Cursor | undefined;
  reading: 'reading' | 'idle' | 'failed';
}

/** Pages behind `after`, until they have so many items or there are no more. */
async function readPages<Item, Cursor>(
  read: (after?: Cursor) => Promise<Page<Item, Cursor>>,
  after: Cursor | undefined,
  least: number,
): Promise<Page<Item, Cursor>> {
  const page = await read(after);
  const { items, next } = page;
  if (next === undefined || items.length >= least) return page;
  const rest = await readPages(read, next, least - items.length);
  return { ...rest, items: [...items, ...rest.items] };
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
    (after?: Cursor, least = 0) => {
      latest.current += 1;
      wanted.current = after;
      const mine = latest.current;
      const isOutdated = () => mine !== latest.current;
      readPages(read, after, least).then(
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
    again() {
      setState((last) => ({ ...last, reading: 'reading' }));
      run(undefined, items?.length);
    },
    change: (change) =>
      setState((last) => ({ ...last, ...(last.items && { items: change(last.items) }) })),
  };
}
