import { useRef, useState, type ComponentProps, type RefObject } from 'react';
import { MAX_QUOTES } from '../../domain/constants';
import { StateNotice } from '../../ui/Notice';
import { FlushButton } from '../Question';
import { hasSettled, List, ListLoading, usePages } from '../List';
import styles from '../OwnerPage.module.css';
import {
  usePorts,
  type RemovedWork,
  type TakenDownReview,
  type WorkReview,
  type WriteOutcome,
} from '../ports';
import { dropRow, RemovedList, Undo, useRemovals } from '../Removals';
import { useHasBeen } from '../readAndWrite';
import { ChosenQuotes, type Quotes } from './ChosenQuotes';
import { OwnerReview, nameOf, nameOfReview, pathOf, ReviewText, shortReview } from './OwnerReview';

interface OwnerReviewsProps {
  quotes: Quotes;
  /** Works that can be put back; nobody sees their reviews. */
  removedWorks: readonly RemovedWork[] | undefined;
  /** How often this page has removed a work, or put one back. */
  moves: number;
}

/** Section “Reviews”: those of all works, newest first. Each can be taken down, or quoted on the landing page. */
export function OwnerReviews({ quotes, removedWorks, moves }: OwnerReviewsProps) {
  const { documents } = usePorts();
  const pages = usePages(documents.reviews.list, moves);
  const takenDown = usePages(documents.reviews.takenDown, moves);
  const heading = useRef<HTMLHeadingElement>(null);
  const writing = useWriting();
  const removedWork = (work: string) => removedWorks?.find(({ id }) => id === work);
  const titleOf = ({ work, title }: WorkReview) => title ?? removedWork(work)?.title;
  const isThere = useHasBeen(hasSettled(pages) && quotes.hasEnded);
  const isWhole = useHasBeen(isThere && hasSettled(takenDown));
  const { choose, unchoose } = useChoosing(quotes, writing, heading);
  const removals = useRemovals<WorkReview, TakenDownReview>({
    removed: takenDown,
    keyOf: pathOf,
    remove: (item) => writing.write(() => documents.reviews.takeDown(nameOf(item))),
    restore: (item) => writing.write(() => documents.reviews.restore(nameOf(item))),
    // The choice of a review does not come back with it.
    onMoved: (item) => quotes.drop(pathOf(item)),
  });
  const { isGone, isBack, remove, putBack } = removals;
  return (
    <section
      aria-labelledby="owner-reviews"
      data-coming={!isWhole || undefined}
      className={styles.section}
    >
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
          void pages.again();
          void takenDown.again();
          quotes.read();
        }}
      >
        Look for new ones
      </FlushButton>
      <output className="visually-hidden">{writing.news}</output>
      {isThere ? (
        <>
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
              const title = titleOf(item);
              return isGone(item) ? (
                <Undo
                  said="Taken down"
                  name={shortReview(item, title)}
                  undo={() => putBack(item)}
                />
              ) : (
                <OwnerReview
                  item={item}
                  title={title}
                  // Also after its week, when it cannot be put back and its reviews are there still.
                  isRemoved={item.title === null || removedWork(item.work) !== undefined}
                  isBack={isBack(item)}
                  chosen={quotes.chosen}
                  choose={(isQuoted) => choose(item, isQuoted)}
                  takeDown={() => remove(item)}
                />
              );
            }}
          </List>
          <TakenDown removals={removals} list={pages} heading={heading} titleOf={titleOf} />
        </>
      ) : (
        <ListLoading noun="reviews" />
      )}
    </section>
  );
}

type TakenDownProps = Pick<
  ComponentProps<typeof RemovedList<WorkReview, TakenDownReview>>,
  'removals' | 'list' | 'heading'
> & { titleOf(review: WorkReview): string | undefined };

const TakenDown = ({ titleOf, ...given }: TakenDownProps) => (
  <RemovedList
    {...given}
    title="Reviews that were taken down"
    nameOf={(item) => nameOfReview(item, titleOf(item))}
  >
    {(item) => (
      <>
        <ReviewText review={item.review} of={nameOfReview(item, titleOf(item))} />
        <p className={styles.hint}>{`About ${titleOf(item) ?? item.work}`}</p>
      </>
    )}
  </RemovedList>
);

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
  const { documents } = usePorts();
  return {
    async choose(item: WorkReview, isQuoted: boolean) {
      const [name, entry] = [nameOf(item), pathOf(item)];
      const outcome = await write(() =>
        isQuoted ? documents.quotes.choose(name) : documents.quotes.unchoose(entry),
      );
      if (outcome === 'stored' && isQuoted) quotes.add({ ...item, entry, name });
      if (outcome === 'stored' && !isQuoted) quotes.drop(entry);
      // Another owner has chosen two meanwhile, or taken the review down.
      if (outcome === 'conflict') quotes.read();
      return outcome;
    },
    /** `row`: where the list of the quotes has it. */
    async unchoose(entry: unknown, row: Element) {
      const outcome = await write(() => documents.quotes.unchoose(entry));
      if (outcome !== 'stored') return outcome;
      const change = () => {
        quotes.drop(entry);
        setNews('It is not chosen any more.');
      };
      dropRow(row, change, heading.current);
      return outcome;
    },
  };
}
