import { type ReactNode, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button, RetryButton } from '../ui/Button';
import { Loading } from '../ui/Skeleton';
import { NOT_REACHED, ReadFailed } from '../ui/Notice';
import { useWhenOnline } from '../ui/hooks';
import styles from './List.module.css';
import page from './OwnerPage.module.css';
import { log } from '../lib/log';
import type { Page } from './ports';

interface ListProps<Item> {
  pages: PagesView<Item>;
  keyOf(item: Item): string;
  children(item: Item): ReactNode;
  /** What the list is of: “works”. */
  noun: string;
  empty: ReactNode;
}

export const ListLoading = ({ noun }: { noun: string }) => (
  <Loading label={`Loading the ${noun}…`} className={styles.loading} />
);

export function List<Item>({ pages, noun, empty, keyOf, children }: ListProps<Item>) {
  const { items, hasMore, state, more } = pages;
  if (!items) {
    return state === 'failed' ? (
      <NotRead noun={noun} onRetry={more} />
    ) : (
      <ListLoading noun={noun} />
    );
  }
  if (items.length === 0 && !hasMore) return empty;
  return (
    <>
      <ul role="list" className={styles.list}>
        {items.map((item) => (
          <li key={keyOf(item)} className={styles.item}>
            {children(item)}
          </li>
        ))}
      </ul>
      {state === 'failed' && <NotRead noun={noun} onRetry={more} />}
      {hasMore && state !== 'failed' && (
        <Button busy={state === 'reading'} onClick={more}>
          {state === 'reading' ? `Loading more ${noun}…` : `Show more ${noun}`}
        </Button>
      )}
    </>
  );
}

const NotRead = ({ noun, onRetry }: { noun: string; onRetry(): void }) => (
  <ReadFailed
    failure="offline"
    offline={[
      'You are offline.',
      'This page needs the network. It goes on when you are back online.',
    ]}
    failed={[`The ${noun} did not load.`, NOT_REACHED]}
    action={<RetryButton onClick={onRetry} />}
  />
);

export const hasSettled = ({ items, state }: Pick<PagesView<unknown>, 'items' | 'state'>) =>
  items !== undefined || state === 'failed';

/** How a list shows a change: at once, or with something else. */
export type Show = (change: () => void) => void;

const atOnce: Show = (change) => change();

export const PartNotRead = ({ what, onRetry }: { what: string; onRetry(): void }) => (
  <div className={page.actions}>
    <p>{what}</p>
    <RetryButton onClick={onRetry} />
  </div>
);

export interface PagesView<Item> {
  /** Undefined until the first page was read. */
  items: Item[] | undefined;
  hasMore: boolean;
  state: 'reading' | 'idle' | 'failed';
  /** As it was given to `usePages`. */
  version: number;
  more(): void;
  /** Reads as much as is shown again, from the first page on, and puts it in its place, as `show` does. */
  again(show?: Show): Promise<void>;
  /** Changes what is shown, after a write that the server has taken. */
  change(change: (items: Item[]) => Item[]): void;
}

interface State<Item, Cursor> {
  items?: Item[];
  next?: Cursor | undefined;
  reading: 'reading' | 'idle' | 'failed';
  /** Of which version this is. */
  version?: number;
}

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

/**
 * A list that is read page by page; `read` must stay the same. A failed read is tried again when the network is back. When
 * `version` changes, what is shown is read again.
 */
export function usePages<Item, Cursor>(
  read: (after?: Cursor) => Promise<Page<Item, Cursor>>,
  version = 0,
): PagesView<Item> {
  const [state, setState] = useState<State<Item, Cursor>>({ reading: 'reading' });
  /** Answers of older reads are dropped. */
  const latest = useRef(0);
  /** Behind what the last read began. */
  const wanted = useRef<Cursor>(undefined);

  const run = useCallback(
    async (after?: Cursor, least = 0, show = atOnce) => {
      latest.current += 1;
      wanted.current = after;
      const mine = latest.current;
      const ifLatest = (change: () => void) => show(() => mine === latest.current && change());
      try {
        const { items, next } = await readPages(read, after, least);
        // Behind what is shown now: something may have been taken away meanwhile.
        const shown = (last: State<Item, Cursor>) =>
          after === undefined ? [] : (last.items ?? []);
        ifLatest(() =>
          setState((last) => ({
            items: [...shown(last), ...items],
            next,
            reading: 'idle',
            version,
          })),
        );
      } catch (error) {
        log('A list of the owner’s page could not be read.', error);
        ifLatest(() => setState((last) => ({ ...last, reading: 'failed', version })));
      }
    },
    [read, version],
  );
  const { items, next } = state;
  const begin = useEffectEvent(() => run(undefined, items?.length));
  useEffect(() => void begin(), [run]);
  // What is shown of an older version is being read again.
  const reading = state.version === version ? state.reading : 'reading';
  const readFrom = (after?: Cursor) => {
    if (reading === 'reading') return;
    setState((last) => ({ ...last, reading: 'reading' }));
    // From the first page on, it takes the place of all that is shown.
    void run(after, after === undefined ? items?.length : 0);
  };
  const more = () => readFrom(reading === 'failed' ? wanted.current : next);
  useWhenOnline(reading === 'failed', more);
  return {
    items,
    hasMore: next !== undefined,
    state: reading,
    version,
    more,
    again(show) {
      setState((last) => ({ ...last, reading: 'reading' }));
      return run(undefined, items?.length, show);
    },
    change: (change) =>
      setState((last) => ({ ...last, ...(last.items && { items: change(last.items) }) })),
  };
}
