import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { readableMoment } from '../../lib/readableDate';
import { log } from '../../lib/log';
import { optional } from '../../lib/browser';
import { useWhenOnline } from '../../ui/hooks';
import { isInstalledApp } from '../../ui/pageFeatures';
import { FlushButton } from '../Question';
import { PAGE_SIZE } from '../data/requests';
import { hasSettled, List, ListLoading, usePages, type PagesView } from '../List';
import { requestIn, useHash } from '../navigation';
import shared from '../OwnerPage.module.css';
import { usePorts, type Counted, type OwnerRequest } from '../ports';
import { useHasBeen, useOwnerRead } from '../readAndWrite';
import { OneRequest } from './OneRequest';
import styles from './OwnerRequests.module.css';

/** Where nothing is listed, whatever there is is new. */
const BEFORE_ALL = new Date(0).toISOString();
/** Milliseconds between two looks for new requests, while the page is shown. */
const PAUSE = 60_000;

/** Section “Requests”: what visitors have sent, the newest first. Nothing of it outlives the page. */
export function OwnerRequests() {
  const { documents } = usePorts();
  const listed = usePages(documents.requests.list);
  const items = useMemo(() => withoutDoubles(listed.items), [listed.items]);
  const pages = { ...listed, items };
  const { fresh, gone, say, read } = useChanges(pages);
  const { unshown, isLooking, show, lose } = useLooks(pages);
  const { named, isLookedFor, hasFailed } = useNamedRequest(pages, say);
  // If the services cannot be read, the requests are shown without their names.
  const counted = useOwnerRead(
    documents.requests.counted,
    'The requests of the week are not read.',
  );
  const services = useOwnerRead(documents.services, 'The names of the services are not read.');
  const isThere = useHasBeen(
    hasSettled(pages) && counted.hasEnded && services.hasEnded && (!isLookedFor || gone !== ''),
  );
  const count = unshown + [...fresh].filter((id) => id !== named).length;
  useCountOutside(count);
  return (
    <section
      aria-labelledby="owner-requests"
      data-coming={!isThere || undefined}
      className={shared.section}
    >
      <h2 id="owner-requests">{count > 0 ? `Requests · ${count} new` : 'Requests'}</h2>
      {isThere ? (
        <>
          {counted.value && <p className={shared.hint}>{countedText(counted.value)}</p>}
          <FlushButton
            icon="retry"
            busy={isLooking || (pages.items && pages.state === 'reading')}
            onClick={show}
          >
            {lookLabel(unshown)}
          </FlushButton>
          <output className={shared.found}>
            {hasFailed ? `#${named} could not be read. Load the page again.` : gone}
          </output>
          <List
            pages={pages}
            noun="requests"
            keyOf={({ id }) => id}
            empty={<p>There is no request.</p>}
          >
            {(request) => (
              <OneRequest
                key={request.id}
                request={request}
                services={services.value ?? []}
                isNew={fresh.has(request.id) && named !== request.id}
                isNamed={named === request.id}
                onRead={() => read(request.id)}
                onChange={(isAnswered) =>
                  pages.change((items) =>
                    items.map((one) => (one.id === request.id ? { ...one, isAnswered } : one)),
                  )
                }
                onGone={() => lose(request.id)}
              />
            )}
          </List>
          <NotInMailbox />
        </>
      ) : (
        <ListLoading noun="requests" />
      )}
    </section>
  );
}

const NotInMailbox = () => (
  <details className={styles.spam}>
    <summary>Is a request’s mail not in your mailbox?</summary>
    <ol role="list" className={styles.steps}>
      <li>Look into spam: search all mail for the request’s number.</li>
      <li>Mark that mail as no spam, and add its sender to your contacts.</li>
      <li>Make a filter for this sender: “Never send it to spam”.</li>
    </ol>
  </details>
);

function lookLabel(unshown: number): string {
  if (unshown === 0) return 'Look for new requests';
  // A look finds so many at most.
  return `Show ${unshown}${unshown < PAGE_SIZE ? '' : ' or more'} new ${wordFor(unshown)}`;
}

const wordFor = (count: number) => (count === 1 ? 'request' : 'requests');

function countedText({ week = 0, ran }: Counted): string {
  if (ran === undefined)
    return 'How many came in seven days is not counted yet: the hourly function has not run.';
  const when = readableMoment(new Date(ran).toISOString());
  return `${week} ${wordFor(week)} came in seven days, as counted on ${when}.`;
}

/** One that came between two pages is on both, and one that the address names may come again with its page. */
const withoutDoubles = (items: readonly OwnerRequest[] | undefined) =>
  items && [...new Map(items.map((one) => [one.id, one])).values()];

/**
 * The request that the address names, from a mail. One that is older than what is listed is put above the others; for a
 * newer one the list is read again, because others may have come before it.
 */
function useNamedRequest(
  { items, change, again }: PagesView<OwnerRequest>,
  sayGone: (ids: readonly string[]) => void,
) {
  const { documents } = usePorts();
  const named = requestIn(useHash());
  const isMissing =
    named !== undefined && items !== undefined && !items.some(({ id }) => id === named);
  /** Tried again when the network is back. */
  const [hasFailed, setHasFailed] = useState(false);
  useWhenOnline(hasFailed, () => setHasFailed(false));
  const onAnswer = useEffectEvent((id: string, found: OwnerRequest | undefined) => {
    if (!found) sayGone([id]);
    else if (items?.some(({ created }) => created > found.created))
      change((listed) => [found, ...listed]);
    else again();
  });
  useEffect(() => {
    if (!isMissing || hasFailed) return;
    documents.requests.read(named).then(
      (found) => onAnswer(named, found),
      (error: unknown) => {
        log('A request could not be read.', error);
        setHasFailed(true);
      },
    );
  }, [documents, named, isMissing, hasFailed]);
  return { named, isLookedFor: isMissing && !hasFailed, hasFailed };
}

/** Says what has changed in the list since it was last drawn, however it was read. `fresh`: those that nobody has opened. */
function useChanges({ items, hasMore }: PagesView<OwnerRequest>) {
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const [gone, setGone] = useState('');
  const drawn = useRef(items);
  const say = (ids: readonly string[]) =>
    setGone(
      `${ids.map((id) => `#${id}`).join(', ')}: deleted, so it is not in this list any more.`,
    );
  const read = (id: string) => setFresh((ids) => new Set([...ids].filter((one) => one !== id)));
  useEffect(() => {
    const before = drawn.current;
    drawn.current = items;
    if (!before || !items) return;
    const isIn = (list: readonly OwnerRequest[], { id }: OwnerRequest) =>
      list.some((one) => one.id === id);
    const newest = newestOf(before)?.created ?? BEFORE_ALL;
    const came = items.filter((one) => one.created >= newest && !isIn(before, one));
    if (came.length > 0) setFresh((ids) => new Set([...ids, ...came.map(({ id }) => id)]));
    // What is older than all that is listed may be there still, if more follows.
    const [oldest = ''] = hasMore ? items.map(({ created }) => created).sort() : [];
    const lost = before.filter((one) => one.created >= oldest && !isIn(items, one));
    if (lost.length === 0) return;
    say(lost.map(({ id }) => id));
    for (const { id } of lost) read(id);
  }, [items, hasMore]);
  return { fresh, gone, say, read };
}

const newestOf = (items: readonly OwnerRequest[]) =>
  items.reduce<OwnerRequest | undefined>(
    (last, one) => (last && last.created >= one.created ? last : one),
    undefined,
  );

/**
 * Looks for new requests each minute. What it finds is counted and not listed: rows under somebody’s finger must not move.
 */
function useLooks(pages: PagesView<OwnerRequest>) {
  const { documents } = usePorts();
  const [isLooking, setIsLooking] = useState(false);
  const [found, setFound] = useState<readonly string[]>([]);
  const { items } = pages;
  const lose = (id: string) => {
    setFound((ids) => ids.filter((one) => one !== id));
    pages.change((listed) => listed.filter((one) => one.id !== id));
  };
  const look = useEffectEvent(async () => {
    if (document.hidden || !items || isLooking) return;
    setIsLooking(true);
    try {
      // One that the address names may stand above newer ones.
      const newest = newestOf(items);
      const ids = await documents.requests.since(newest?.created ?? BEFORE_ALL);
      setFound(ids);
      // The newest is asked for again by each look, which finds 20 at most.
      if (newest && ids.length < PAGE_SIZE && !ids.includes(newest.id)) lose(newest.id);
    } catch (error) {
      log('A look for new requests failed.', error);
    } finally {
      setIsLooking(false);
    }
  });
  useEffect(() => {
    const timer = setInterval(() => void look(), PAUSE);
    const onShown = () => void look();
    document.addEventListener('visibilitychange', onShown);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onShown);
    };
  }, []);
  return {
    /** How many of those that were found are not in the list. */
    unshown: items ? found.filter((id) => items.every((one) => one.id !== id)).length : 0,
    isLooking,
    /** Reads the list again, so that what became of the mails is of now, too. */
    show() {
      setFound([]);
      void pages.again();
    },
    lose,
  };
}

/** The number of new requests in the page's title and on the installed app's icon. No name is in either. */
function useCountOutside(count: number): void {
  useEffect(() => {
    if (count === 0) return;
    const { title } = document;
    document.title = `(${count}) ${title}`;
    const restoreTitle = () => {
      document.title = title;
    };
    // An engine without badges ends a page that asks for one.
    if (!isInstalledApp()) return restoreTitle;
    void optional(() => navigator.setAppBadge?.(count))?.catch(() => undefined);
    return () => {
      restoreTitle();
      void optional(() => navigator.clearAppBadge?.())?.catch(() => undefined);
    };
  }, [count]);
}
