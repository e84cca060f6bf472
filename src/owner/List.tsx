import { useDeferredValue, type ReactNode } from 'react';
import { Button, RetryButton } from '../ui/Button';
import { Loading } from '../ui/Skeleton';
import { NOT_REACHED, StateNotice } from '../ui/Notice';
import { useNetwork } from '../ui/hooks';
import styles from './List.module.css';
import type { PagesView } from './usePages';

interface RowsProps<Item> {
  items: Item[];
  keyOf(item: Item): string;
  children(item: Item): ReactNode;
}

interface ListProps<Item> extends Omit<RowsProps<Item>, 'items'> {
  pages: PagesView<Item>;
  /** What the list is of: “works”. */
  noun: string;
  /** Said where there is none. */
  empty: ReactNode;
}

/** A list of the owner's page, with what is said while it is read, where it is empty and where it could not be read. */
export function List<Item>({ pages, noun, empty, keyOf, children }: ListProps<Item>) {
  const { items, hasMore, state, more } = pages;
  if (!items) {
    return state === 'failed' ? (
      <NotRead noun={noun} onRetry={more} />
    ) : (
      <Loading label={`Loading the ${noun}…`} className={styles.loading} />
    );
  }
  if (items.length === 0 && !hasMore) return empty;
  return (
    <>
      <Rows items={items} keyOf={keyOf}>
        {children}
      </Rows>
      {state === 'failed' && <NotRead noun={noun} onRetry={more} />}
      {hasMore && state !== 'failed' && (
        <Button busy={state === 'reading'} onClick={more}>
          {state === 'reading' ? `Loading more ${noun}…` : `Show more ${noun}`}
        </Button>
      )}
    </>
  );
}

/** More than the first screen shows. */
const FIRST_ROWS = 8;

/** The first rows at once, the others behind them: a slow phone takes a third of a second for forty. */
function Rows<Item>({ items, keyOf, children }: RowsProps<Item>) {
  const isWhole = useDeferredValue(true, false);
  const rows = isWhole ? items : items.slice(0, FIRST_ROWS);
  return (
    <ul role="list" className={styles.list}>
      {rows.map((item) => (
        <li key={keyOf(item)} className={styles.item}>
          {children(item)}
        </li>
      ))}
    </ul>
  );
}

function NotRead({ noun, onRetry }: { noun: string; onRetry(): void }) {
  const isOffline = useNetwork() === 'offline';
  return (
    <StateNotice
      icon={isOffline ? 'wifi-off' : 'cloud-wait'}
      title={isOffline ? 'You are offline.' : `The ${noun} did not load.`}
      action={<RetryButton onClick={onRetry} />}
    >
      {isOffline
        ? 'This page needs the network. It goes on when you are back online.'
        : NOT_REACHED}
    </StateNotice>
  );
}
