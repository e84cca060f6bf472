import { useEffect, useRef, useState, type RefObject } from 'react';
import { MAX_QUOTES } from '../../domain/constants';
import { log } from '../../lib/log';
import { StateNotice } from '../../ui/Notice';
import { FlushButton } from '../FlushButton';
import { List, usePages } from '../List';
import styles from '../OwnerPage.module.css';
import { useOutside } from '../outside';
import type { OwnerQuote, RemovedWork, TakenDownReview, WorkReview, WriteOutcome } from '../ports';
import { leave, RemovedList, Undo, useRemovals } from '../Undo';
import { ChosenQuotes, type Quotes } from './ChosenQuotes';
import { OwnerReview } from './OwnerReview';
import { nameOf, nameOfReview, pathOf, ReviewText, shortReview } from './ReviewText';

interface OwnerReviewsProps {
  quotes: Quotes;
  /** Works that can be put back; nobody sees their reviews. */
  removedWorks: readonly RemovedWork[] | undefined;
}

/** Section “Reviews”: those of all works, newest first. Each can be taken down, or quoted on the landing page. */
export function OwnerReviews({ quotes, removedWorks }: OwnerReviewsProps) {
  const { documents } = useOutside();
  const pages = usePages(documents.reviews);
  const takenDown = usePages(documents.takenDown);
  const heading = useRef<HTMLHeadingElement>(null);
  const writing = useWriting();
  const { titleOf, isRemoved } = useWorks({
    reviews: pages.items,
    takenDown: takenDown.items,
    quotes: quotes.chosen,
    removedWorks,
  });
  const { choose, unchoose } = useChoosing(quotes, writing, heading);
  const removals = useRemovals<WorkReview, TakenDownReview>({
    removed: takenDown,
    keyOf: pathOf,
    remove: (item) => writing.write(() => documents.takeDown(nameOf(item))),
    restore: (item) => writing.write(() => documents.restoreReview(nameOf(item))),
    // The choice of a review does not come back with it.
    onMoved: (item) => quotes.drop(pathOf(item)),
  });
  const { isGone, isBack, remove, putBack } = removals;
  return (
    <section aria-labelledby="owner-reviews" className={styles.section}>
      <h2 id="owner-reviews" ref={heading} tabIndex={-1}>
        Reviews
      </h2>
      <p className={styles.hint}>
        {`The landing page quotes at most ${MAX_QUOTES} reviews, and none that you have not chosen. It changes with the next build of the site; whoever set the site up can start one.`}
      </p>
      <FlushButton
        icon="retry"
        busy={pages.items && pages.state === 'reading'}
        onClick={() => {
          pages.again();
          takenDown.again();
          quotes.read();
        }}
      >
        Look for new ones
      </FlushButton>
      <output className="visually-hidden">{writing.news}</output>
      <ChosenQuotes
        quotes={quotes}
        titleOf={titleOf}
        remove={({ entry }, row) => unchoose(entry, row)}
      />
      <List
        pages={pages}
        noun="reviews"
        keyOf={({ work, review }) => `${work}/${review.id}`}
        empty={
          <StateNotice icon="star-outline" title="Nobody has written a review yet.">
            Clients write them on the page of a work, signed in with Google.
          </StateNotice>
        }
      >
        {(item) => {
          const title = titleOf(item.work);
          return isGone(item) ? (
            <Undo said="Taken down" name={shortReview(item, title)} undo={() => putBack(item)} />
          ) : (
            <OwnerReview
              item={item}
              title={title}
              isRemoved={isRemoved(item.work)}
              isBack={isBack(item)}
              chosen={quotes.chosen}
              choose={(isQuoted) => choose(item, isQuoted)}
              takeDown={() => remove(item)}
            />
          );
        }}
      </List>
      <RemovedList
        title="Reviews that were taken down"
        removals={removals}
        list={pages}
        heading={heading}
        nameOf={(item) => nameOfReview(item, titleOf(item.work))}
      >
        {(item) => (
          <>
            <ReviewText review={item.review} of={nameOfReview(item, titleOf(item.work))} />
            <p className={styles.hint}>{`About ${titleOf(item.work) ?? item.work}`}</p>
          </>
        )}
      </RemovedList>
    </section>
  );
}

/** One write behind the other: how many quotes are chosen decides which buttons the next one finds. */
function useWriting() {
  const last = useRef<Promise<unknown>>(Promise.resolve());
  /** What the last write has changed, for whoever hears the page. */
  const [news, setNews] = useState('');
  const write = (run: () => Promise<WriteOutcome>) => {
    setNews('');
    const outcome = last.current.then(run, run);
    last.current = outcome;
    return outcome;
  };
  return { news, setNews, write };
}

/** Chooses reviews for the landing page, and takes choices back. */
function useChoosing(
  quotes: Quotes,
  { write, setNews }: ReturnType<typeof useWriting>,
  heading: RefObject<HTMLElement | null>,
) {
  const { documents } = useOutside();
  return {
    async choose(item: WorkReview, isQuoted: boolean) {
      const [name, entry] = [nameOf(item), pathOf(item)];
      const outcome = await write(() =>
        isQuoted ? documents.choose(name) : documents.unchoose(entry),
      );
      if (outcome === 'stored' && isQuoted) quotes.add({ entry, name, review: item.review });
      if (outcome === 'stored' && !isQuoted) quotes.drop(entry);
      // Another owner has chosen two meanwhile, or taken the review down.
      if (outcome === 'conflict') quotes.read();
      return outcome;
    },
    /** `row`: where the list of the quotes has it. */
    async unchoose(entry: unknown, row: Element) {
      const outcome = await write(() => documents.unchoose(entry));
      if (outcome !== 'stored') return outcome;
      const change = () => {
        quotes.drop(entry);
        setNews('It is not chosen any more.');
      };
      leave(row, change, heading.current);
      return outcome;
    },
  };
}

interface Shown {
  reviews: readonly WorkReview[] | undefined;
  takenDown: readonly WorkReview[] | undefined;
  quotes: readonly OwnerQuote[] | undefined;
  removedWorks: readonly RemovedWork[] | undefined;
}

/** The works that the reviews and the quotes are of. Each title is read once. */
function useWorks({ reviews, takenDown, quotes, removedWorks }: Shown) {
  const { documents } = useOutside();
  /** Undefined where the gallery has no such work. */
  const [titles, setTitles] = useState<ReadonlyMap<string, string | undefined>>(new Map());
  const asked = useRef(new Set<string>());
  useEffect(() => {
    const named = (quotes ?? []).flatMap(({ name }) => name ?? []);
    const wanted = [...(reviews ?? []), ...(takenDown ?? []), ...named].map(({ work }) => work);
    const works = [...new Set(wanted)].filter((work) => !asked.current.has(work));
    if (works.length === 0) return;
    for (const work of works) asked.current.add(work);
    /** It is asked for again with the next change of the lists: by then the work may be put back. */
    const forget = (work: string) => asked.current.delete(work);
    documents.titlesOf(works).then(
      (found) => {
        for (const work of works) if (!found.has(work)) forget(work);
        const read = works.map((work) => [work, found.get(work)] as const);
        setTitles((known) => new Map([...known, ...read]));
      },
      (error: unknown) => {
        log('The titles of works could not be read.', error);
        works.forEach(forget);
      },
    );
  }, [documents, reviews, quotes, takenDown, removedWorks]);
  const removed = (work: string) => removedWorks?.find(({ id }) => id === work);
  return {
    /** Undefined until it was read. */
    titleOf: (work: string) => titles.get(work) ?? removed(work)?.title,
    /** Also after its week, when it cannot be put back and its reviews are there still. */
    isRemoved: (work: string) =>
      removed(work) !== undefined || (titles.has(work) && titles.get(work) === undefined),
  };
}
