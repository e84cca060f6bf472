import { useEffect, useRef, useState, type RefObject } from 'react';
import { MAX_QUOTES } from '../../domain/constants';
import { log } from '../../lib/log';
import { Button } from '../../ui/Button';
import { StateNotice } from '../../ui/Notice';
import { List, usePages } from '../List';
import styles from '../OwnerPage.module.css';
import type {
  OwnerDocumentsPort,
  OwnerQuote,
  RemovedWork,
  WorkReview,
  WriteOutcome,
} from '../ports';
import { leave, Undo } from '../Undo';
import type { Refusal } from '../works/workEditorEffects';
import { ChosenQuotes, type useQuotes } from './ChosenQuotes';
import { OwnerReview } from './OwnerReview';
import { nameOf, pathOf, shortReview, TakenDownReviews, useTakingDown } from './TakenDown';

interface OwnerReviewsProps {
  documents: OwnerDocumentsPort;
  quotes: ReturnType<typeof useQuotes>;
  /** Works that can be put back; nobody sees their reviews. */
  removedWorks: readonly RemovedWork[] | undefined;
  onRefusal(refusal: Refusal): void;
}

/** Section “Reviews”: those of all works, newest first. Each can be taken down, or quoted on the landing page. */
export function OwnerReviews(props: OwnerReviewsProps) {
  const { documents, quotes, removedWorks, onRefusal } = props;
  const pages = usePages(documents.reviews);
  const takenDown = usePages(documents.takenDown);
  const heading = useRef<HTMLHeadingElement>(null);
  const writing = useWriting(onRefusal);
  const works = useWorks(documents, {
    reviews: pages.items,
    takenDown: takenDown.items,
    quotes: quotes.chosen,
    removedWorks,
  });
  const { choose, unchoose } = useChoosing({ documents, quotes, writing, heading });
  const takingDown = useTakingDown({
    documents,
    takenDown,
    write: writing.write,
    onTakenDown: quotes.drop,
  });
  const { gone, back, takeDown, putBack } = takingDown;
  return (
    <section aria-labelledby="owner-reviews" className={styles.section}>
      <h2 id="owner-reviews" ref={heading} tabIndex={-1}>
        Reviews
      </h2>
      <p className={styles.hint}>
        {`The landing page quotes at most ${MAX_QUOTES} reviews, and none that you have not chosen. It changes with the next build of the site; whoever set the site up can start one.`}
      </p>
      <Button
        variant="quiet"
        icon="retry"
        busy={pages.items && pages.state === 'reading'}
        onClick={() => {
          pages.again();
          takenDown.again();
          quotes.read();
        }}
        className={styles.flush}
      >
        Look for new ones
      </Button>
      <output className="visually-hidden">{writing.news}</output>
      <ChosenQuotes
        quotes={quotes}
        titleOf={works.titleOf}
        isLocked={writing.isWriting}
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
          const title = works.titleOf(item.work);
          return gone.has(pathOf(item)) ? (
            <Undo said="Taken down" name={shortReview(item, title)} undo={() => putBack(item)} />
          ) : (
            <OwnerReview
              item={item}
              title={title}
              isRemoved={works.isRemoved(item.work)}
              isBack={back === pathOf(item)}
              chosen={quotes.chosen}
              isLocked={writing.isWriting}
              choose={(isQuoted) => choose(item, isQuoted)}
              takeDown={() => takeDown(item)}
            />
          );
        }}
      </List>
      <TakenDownReviews
        {...takingDown}
        takenDown={takenDown}
        reviews={pages}
        titleOf={works.titleOf}
        heading={heading}
      />
    </section>
  );
}

/** One write at a time: how many quotes are chosen decides which buttons the next one finds. */
function useWriting(onRefusal: (refusal: Refusal) => void) {
  const [isWriting, setIsWriting] = useState(false);
  /** What the last write has changed, for whoever hears the page. */
  const [news, setNews] = useState('');
  const write = async (run: () => Promise<WriteOutcome>) => {
    setNews('');
    setIsWriting(true);
    const outcome = await run();
    setIsWriting(false);
    if (outcome === 'sessionEnded' || outcome === 'refused') onRefusal(outcome);
    return outcome;
  };
  return { isWriting, news, setNews, write };
}

interface ChoosingDeps {
  documents: OwnerDocumentsPort;
  quotes: ReturnType<typeof useQuotes>;
  writing: ReturnType<typeof useWriting>;
  heading: RefObject<HTMLElement | null>;
}

/** Chooses reviews for the landing page, and takes choices back. */
function useChoosing({ documents, quotes, writing, heading }: ChoosingDeps) {
  const { write, setNews } = writing;
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
function useWorks(
  documents: OwnerDocumentsPort,
  { reviews, takenDown, quotes, removedWorks }: Shown,
) {
  /** Undefined where the gallery has no such work. */
  const [titles, setTitles] = useState<ReadonlyMap<string, string | undefined>>(new Map());
  const asked = useRef(new Set<string>());
  useEffect(() => {
    const ofQuotes = (quotes ?? []).flatMap(({ name }) => name?.work ?? []);
    const ofReviews = [...(reviews ?? []), ...(takenDown ?? [])].map(({ work }) => work);
    const wanted = [...new Set([...ofReviews, ...ofQuotes])];
    const works = wanted.filter((work) => !asked.current.has(work));
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
