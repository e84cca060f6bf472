import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { MAX_QUOTE_LENGTH, MAX_QUOTES } from '../../domain/constants';
import { log } from '../../lib/log';
import { Button } from '../../ui/Button';
import { StateNotice } from '../../ui/Notice';
import { focusOnMount } from '../../ui/hooks';
import { List, usePages } from '../List';
import styles from '../OwnerPage.module.css';
import type {
  OwnerDocumentsPort,
  OwnerQuote,
  RemovedWork,
  WorkReview,
  WriteOutcome,
} from '../ports';
import { focusIfLost, leave, RemoveQuestion, Undo } from '../Undo';
import { WriteProblem } from '../WriteProblem';
import { ChosenQuotes, type useQuotes } from './ChosenQuotes';
import {
  nameOf,
  nameOfReview,
  pathOf,
  ReviewText,
  shortReview,
  TakenDownReviews,
  useTakingDown,
} from './TakenDown';

interface OwnerReviewsProps {
  documents: OwnerDocumentsPort;
  quotes: ReturnType<typeof useQuotes>;
  /** Works that can be put back; nobody sees their reviews. */
  removedWorks: readonly RemovedWork[] | undefined;
  /** How often this page has removed a work or put one back: the quotes are read again. */
  removals: number;
  onSessionEnded(): void;
}

const without = (quotes: readonly OwnerQuote[], path: unknown) =>
  quotes.filter(({ entry }) => entry !== path);

/** What the section reads and writes. */
function useSection(props: OwnerReviewsProps) {
  const { documents, quotes, removedWorks, removals, onSessionEnded } = props;
  const pages = usePages(documents.reviews);
  const takenDown = usePages(documents.takenDown);
  const readQuotes = useEffectEvent(quotes.read);
  useEffect(() => {
    if (removals > 0) readQuotes();
  }, [removals]);
  const titles = useTitles(documents, pages.items, quotes.chosen, takenDown.items);
  const heading = useRef<HTMLHeadingElement>(null);
  const [news, setNews] = useState('');
  const { isWriting, write } = useWriting(() => setNews(''), onSessionEnded);
  const removedWork = ({ work }: WorkReview) => removedWorks?.find(({ id }) => id === work);
  const isRemoved = (item: WorkReview) => removedWork(item) !== undefined;
  const titleOf = (item: WorkReview) => titles.get(item.work) ?? removedWork(item)?.title;
  const takingDown = useTakingDown({
    documents,
    takenDown,
    write,
    onTakenDown: (path) => quotes.change((chosen) => without(chosen, path)),
  });
  const choose = async (item: WorkReview, isQuoted: boolean) => {
    const [name, entry] = [nameOf(item), pathOf(item)];
    const outcome = await write(() =>
      isQuoted ? documents.choose(name) : documents.unchoose(entry),
    );
    if (outcome === 'stored') {
      quotes.change((chosen) => [
        ...without(chosen, entry),
        ...(isQuoted ? [{ entry, name, review: item.review }] : []),
      ]);
    }
    // Another owner has chosen two meanwhile, or taken the review down.
    if (outcome === 'conflict') quotes.read();
    return outcome;
  };
  const unchoose = async (entry: unknown, row: Element) => {
    const outcome = await write(() => documents.unchoose(entry));
    if (outcome !== 'stored') return outcome;
    leave(
      row,
      () => {
        quotes.change((chosen) => without(chosen, entry));
        setNews('It is not chosen any more.');
      },
      heading.current,
    );
    return outcome;
  };
  return {
    pages,
    takenDown,
    quotes,
    titles,
    heading,
    news,
    isWriting,
    isRemoved,
    titleOf,
    takingDown,
    choose,
    unchoose,
  };
}

/** Section “Reviews”: those of all works, newest first. Each can be taken down, or quoted on the landing page. */
export function OwnerReviews(props: OwnerReviewsProps) {
  const {
    pages,
    takenDown,
    quotes,
    titles,
    heading,
    news,
    isWriting,
    isRemoved,
    titleOf,
    takingDown,
    choose,
    unchoose,
  } = useSection(props);
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
      <output className="visually-hidden">{news}</output>
      <ChosenQuotes
        quotes={quotes}
        titles={titles}
        isLocked={isWriting}
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
        {(item) =>
          gone.has(pathOf(item)) ? (
            <Undo
              said="Taken down"
              name={shortReview(item, titleOf(item))}
              undo={() => putBack(item)}
            />
          ) : (
            <OwnerReview
              item={item}
              title={titleOf(item)}
              isRemoved={isRemoved(item)}
              isBack={back === pathOf(item)}
              chosen={quotes.chosen}
              isLocked={isWriting}
              choose={(isQuoted) => choose(item, isQuoted)}
              takeDown={() => takeDown(item)}
            />
          )
        }
      </List>
      <TakenDownReviews
        {...takingDown}
        takenDown={takenDown}
        reviews={pages}
        titleOf={titleOf}
        heading={heading}
      />
    </section>
  );
}

/** One write at a time: how many quotes are chosen decides which buttons the next one finds. */
function useWriting(onStart: () => void, onSessionEnded: () => void) {
  const [isWriting, setIsWriting] = useState(false);
  const write = async (run: () => Promise<WriteOutcome>) => {
    onStart();
    setIsWriting(true);
    const outcome = await run();
    setIsWriting(false);
    if (outcome === 'sessionEnded') onSessionEnded();
    return outcome;
  };
  return { isWriting, write };
}

/** The titles of the works that the reviews and the quotes are of. Each is read once. */
function useTitles(
  documents: OwnerDocumentsPort,
  reviews: readonly WorkReview[] = [],
  quotes: readonly OwnerQuote[] = [],
  takenDown: readonly WorkReview[] = [],
) {
  const [titles, setTitles] = useState<ReadonlyMap<string, string>>(new Map());
  const asked = useRef(new Set<string>());
  useEffect(() => {
    const ofQuotes = quotes.flatMap(({ name }) => name?.work ?? []);
    const ofReviews = [...reviews, ...takenDown].map(({ work }) => work);
    const wanted = [...new Set([...ofReviews, ...ofQuotes])];
    const works = wanted.filter((work) => !asked.current.has(work));
    if (works.length === 0) return;
    for (const work of works) asked.current.add(work);
    documents.titlesOf(works).then(
      (found) => setTitles((known) => new Map([...known, ...found])),
      (error: unknown) => {
        log('The titles of works could not be read.', error);
        for (const work of works) asked.current.delete(work);
      },
    );
  }, [documents, reviews, quotes, takenDown]);
  return titles;
}

interface OwnerReviewProps {
  item: WorkReview;
  /** Undefined until it was read. */
  title: string | undefined;
  /** Its work is. */
  isRemoved: boolean;
  /** It was put back just now. */
  isBack: boolean;
  chosen: readonly OwnerQuote[] | undefined;
  /** A write of this list is under way. */
  isLocked: boolean;
  choose(isQuoted: boolean): Promise<WriteOutcome>;
  takeDown(): Promise<WriteOutcome>;
}

/** What goes on with a review: nothing, a question, its answer “no”, a write, or how the last one has ended. */
type Step =
  'idle' | 'asking' | 'kept' | 'takingDown' | 'choosing' | Exclude<WriteOutcome, 'stored'>;

function OwnerReview(props: OwnerReviewProps) {
  const { item, title, isRemoved, isBack, chosen, isLocked, choose, takeDown } = props;
  const { review } = item;
  const of = nameOfReview(item, title);
  const [step, setStep] = useState<Step>('idle');
  const write = async (during: 'takingDown' | 'choosing', run: () => Promise<WriteOutcome>) => {
    if (isLocked) return;
    setStep(during);
    const outcome = await run();
    setStep(outcome === 'stored' ? 'idle' : outcome);
  };
  return (
    <article className={styles.review}>
      <ReviewText item={item} of={of} />
      <p className={styles.hint}>
        <span>About </span>
        {isRemoved ? (
          <span>{`${title ?? item.work}, which is removed: nobody sees this review`}</span>
        ) : (
          <a
            href={`/work/${encodeURIComponent(item.work)}`}
            target="_blank"
            rel="noopener"
            className={styles.plainLink}
          >
            {title ?? item.work}
          </a>
        )}
      </p>
      {step === 'asking' || step === 'takingDown' ? (
        <RemoveQuestion
          label="Take this review down?"
          yes="Yes, take it down"
          during="Taking it down…"
          isBusy={step === 'takingDown'}
          onYes={() => void write('takingDown', takeDown)}
          onNo={() => setStep('kept')}
        >
          <p>
            <strong>Take this review down?</strong> Whoever opens the work’s page does not find it
            any more; quotes, ratings and search engines follow with the next build. Its writer
            cannot write another one for this work. For seven days you can undo this.
          </p>
        </RemoveQuestion>
      ) : (
        <div className={styles.actions}>
          {chosen && !isRemoved && (
            <QuoteChoice
              path={pathOf(item)}
              of={of}
              text={review.text}
              chosen={chosen}
              isBusy={step === 'choosing'}
              onChoose={(isQuoted) => void write('choosing', () => choose(isQuoted))}
            />
          )}
          <Button
            ref={step === 'kept' ? focusOnMount : isBack ? focusIfLost : undefined}
            icon="trash"
            variant="quiet"
            aria-label={`Take down ${of}`}
            onClick={() => setStep('asking')}
            className={styles.flush}
          >
            Take down
          </Button>
        </div>
      )}
      <WriteProblem step={step} />
    </article>
  );
}

interface QuoteChoiceProps {
  /** Of the review, as it is stored where it is chosen. */
  path: string;
  of: string;
  text: string;
  /** Those that are chosen now. */
  chosen: readonly OwnerQuote[];
  isBusy: boolean;
  onChoose(isQuoted: boolean): void;
}

/** Chooses a review for the landing page, or says why it cannot be chosen. No quote is ever cut. */
function QuoteChoice({ path, of, text, chosen, isBusy, onChoose }: QuoteChoiceProps) {
  const others = without(chosen, path);
  const isQuoted = others.length < chosen.length;
  const note = useId();
  const { length } = text.trim();
  const why =
    length === 0
      ? 'It has no words to quote.'
      : length > MAX_QUOTE_LENGTH
        ? `Too long to quote: ${length} of ${MAX_QUOTE_LENGTH} characters.`
        : others.length >= MAX_QUOTES
          ? `${MAX_QUOTES} others are chosen. Press “Remove” at one of them above first.`
          : undefined;
  const label = isQuoted ? 'On the landing page' : 'Show on the landing page';
  if (!isQuoted && why) return <p className={styles.hint}>{why}</p>;
  return (
    <div className={styles.choice}>
      <Button
        icon={isQuoted ? 'check' : 'star-outline'}
        busy={isBusy}
        aria-pressed={isQuoted}
        aria-describedby={note}
        aria-label={`${label} ${of}`}
        onClick={() => onChoose(!isQuoted)}
      >
        {label}
      </Button>
      <p id={note} className={styles.hint}>
        {isQuoted
          ? 'Chosen. The landing page follows with the next build.'
          : 'The landing page follows with the next build.'}
      </p>
    </div>
  );
}
