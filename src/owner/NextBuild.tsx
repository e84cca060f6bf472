import { useCallback, useEffect } from 'react';
import type { Built } from '../contract/built';
import { quotePath } from '../firebase/rest/quotes';
import { readableMoment } from '../lib/readableDate';
import type { PagesView } from './List';
import styles from './OwnerPage.module.css';
import { usePorts, type ListedWork, type OwnerQuote } from './ports';
import { useOwnerRead } from './readAndWrite';

interface NextBuildProps {
  works: PagesView<ListedWork>;
  /** Undefined until they were read. */
  quotes: readonly OwnerQuote[] | undefined;
}

/** Section “The next build”: when the site was built, and what was changed after that. */
export function NextBuild({ works, quotes }: NextBuildProps) {
  const built = useBuilt();
  return (
    <section aria-labelledby="owner-build" className={styles.section}>
      <h2 id="owner-build">The next build</h2>
      {built === undefined && <p>Looking when the site was built…</p>}
      {built === null && <p>When the site was built could not be read.</p>}
      {built && <Waiting built={built} works={works} quotes={quotes} />}
    </section>
  );
}

type WaitingProps = NextBuildProps & { built: Built };

function Waiting({ built, works, quotes }: WaitingProps) {
  const waiting = whatWaits(built, works, quotes);
  const isUnread = !built.works || !built.quotes;
  return (
    <>
      <p>{`The site was built on ${readableMoment(built.at)}. Search engines, link previews and the quotes have what was there then.`}</p>
      {isUnread && <p>That build could not read the works or the quotes, so another one is due.</p>}
      {waiting && (
        <p>
          <strong>{waiting.length > 0 ? 'Waiting: ' : 'Nothing waits: '}</strong>
          <span>{`${waiting.join(', ') || 'works and quotes are as that build has them'}.`}</span>
        </p>
      )}
      {waiting && works.hasMore && (
        <p className={styles.hint}>Of the works, only those that are shown above were compared.</p>
      )}
      <p className={styles.hint}>Whoever set the site up can start a build.</p>
    </>
  );
}

/**
 * Undefined until it is known; null where it cannot be. Read again when the owner comes back to this tab, because there may
 * have been a build.
 */
function useBuilt(): Built | null | undefined {
  const { built } = usePorts();
  const { value, isFailed, again } = useOwnerRead(
    useCallback(async () => (await built()) ?? null, [built]),
    'What the site says of its build could not be read.',
  );
  useEffect(() => {
    const onShown = () => void (document.hidden || again());
    document.addEventListener('visibilitychange', onShown);
    return () => document.removeEventListener('visibilitychange', onShown);
  }, [again]);
  return isFailed ? (value ?? null) : value;
}

/**
 * What was changed after a build, as far as this page knows. A work that was removed and restored counts as new once the
 * list is read again, because its document is new. Undefined until it can be said.
 */
export function whatWaits(
  built: Built,
  { items, hasMore }: Pick<PagesView<ListedWork>, 'items' | 'hasMore'>,
  quotes: NextBuildProps['quotes'],
): string[] | undefined {
  if (!items || !quotes || !built.works || !built.quotes) return undefined;
  const { count, lastWritten } = built.works;
  const later = items.filter(({ written }) => written > lastWritten);
  const made = later.filter((work) => work.made > lastWritten).length;
  // At least so many are gone. A new work makes up for one that is gone, so that there may be more.
  const gone = hasMore ? 0 : Math.max(0, count - items.length);
  const now = quotes.flatMap(({ name, review }) => (name && review ? quotePath(name) : []));
  const isIn = (paths: readonly string[]) => (path: string) => paths.includes(path);
  const before = built.quotes;
  return [
    counted(now.filter((path) => !isIn(before)(path)).length, 'new quote'),
    counted(before.filter((path) => !isIn(now)(path)).length, 'removed quote'),
    counted(made, 'new or restored work'),
    counted(later.length - made, 'changed work'),
    counted(gone, 'removed work'),
  ].filter((each) => each !== '');
}

const counted = (count: number, what: string): string =>
  count === 0 ? '' : `${count} ${what}${count === 1 ? '' : 's'}`;
