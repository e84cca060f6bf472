import { useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { MAX_QUOTE_LENGTH, MAX_QUOTES } from '../../domain/constants';
import { quotePath } from '../../firebase/rest/quotes';
import { log } from '../../lib/log';
import { readableDate } from '../../lib/readableDate';
import { Button } from '../../ui/Button';
import { LongText } from '../../ui/LongText';
import { Alert, StateNotice } from '../../ui/Notice';
import { Stars } from '../../ui/Stars';
import { focusOnMount } from '../../ui/hooks';
import { List, usePages } from '../List';
import styles from '../OwnerPage.module.css';
import type { OwnerDocumentsPort, OwnerQuote, WorkReview, WriteOutcome } from '../ports';
import { isProblem, WRITE_PROBLEMS } from '../writeProblems';
import { ChosenQuotes, type useQuotes } from './ChosenQuotes';

interface OwnerReviewsProps {
  documents: OwnerDocumentsPort;
  quotes: ReturnType<typeof useQuotes>;
  onSessionEnded(): void;
}

const nameOf = ({ work, review }: WorkReview) => ({ work, review: review.id });
const pathOf = (item: WorkReview) => quotePath(nameOf(item));
const without = (quotes: readonly OwnerQuote[], path: unknown) =>
  quotes.filter(({ entry }) => entry !== path);

/** Changes what is shown. The pressed button goes with its row: the one that takes its place has the focus. */
function leave(row: Element, change: () => void, instead: HTMLElement | null): void {
  const hasFocus = row.contains(document.activeElement);
  const neighbour = row.nextElementSibling ?? row.previousElementSibling;
  flushSync(change);
  const buttons = neighbour?.querySelectorAll('button') ?? [];
  if (hasFocus) (buttons[buttons.length - 1] ?? instead)?.focus();
}

/** Section “Reviews”: those of all works, newest first. Each can be taken down, or quoted on the landing page. */
export function OwnerReviews({ documents, quotes, onSessionEnded }: OwnerReviewsProps) {
  const pages = usePages(documents.reviews);
  const titles = useTitles(documents, pages.items, quotes.chosen);
  const heading = useRef<HTMLHeadingElement>(null);
  const [news, setNews] = useState('');
  const { isWriting, write } = useWriting(() => setNews(''), onSessionEnded);
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
        remove={async ({ entry }, row) => {
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
        }}
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
        {(item) => (
          <OwnerReview
            item={item}
            title={titles.get(item.work)}
            chosen={quotes.chosen}
            isLocked={isWriting}
            choose={async (isQuoted) => {
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
            }}
            takeDown={async (row) => {
              const path = pathOf(item);
              const outcome = await write(() => documents.takeDown(nameOf(item)));
              if (outcome !== 'stored') return outcome;
              leave(
                row,
                () => {
                  pages.change((items) => items.filter((other) => pathOf(other) !== path));
                  quotes.change((chosen) => without(chosen, path));
                  setNews('The review is taken down.');
                },
                heading.current,
              );
              return outcome;
            }}
          />
        )}
      </List>
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
) {
  const [titles, setTitles] = useState<ReadonlyMap<string, string>>(new Map());
  const asked = useRef(new Set<string>());
  useEffect(() => {
    const ofQuotes = quotes.flatMap(({ name }) => name?.work ?? []);
    const wanted = [...new Set([...reviews.map(({ work }) => work), ...ofQuotes])];
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
  }, [documents, reviews, quotes]);
  return titles;
}

interface OwnerReviewProps {
  item: WorkReview;
  /** Undefined until it was read. */
  title: string | undefined;
  chosen: readonly OwnerQuote[] | undefined;
  /** A write of this list is under way. */
  isLocked: boolean;
  choose(isQuoted: boolean): Promise<WriteOutcome>;
  /** `row`: where the list has it. */
  takeDown(row: Element): Promise<WriteOutcome>;
}

/** Which review a button is of, for whoever hears only the buttons: its work and day, and how it begins. */
const nameOfReview = ({ work, review: { created, stars, text } }: WorkReview, title?: string) =>
  `(${title ?? work}, ${readableDate(created)}: ${text.slice(0, 40).trim() || `${stars} stars`})`;

/** What goes on with a review: nothing, a question, its answer “no”, a write, or how the last one has ended. */
type Step =
  'idle' | 'asking' | 'kept' | 'takingDown' | 'choosing' | Exclude<WriteOutcome, 'stored'>;

function OwnerReview({ item, title, chosen, isLocked, choose, takeDown }: OwnerReviewProps) {
  const { review } = item;
  const of = nameOfReview(item, title);
  const article = useRef<HTMLElement>(null);
  const [step, setStep] = useState<Step>('idle');
  const write = async (during: 'takingDown' | 'choosing', run: () => Promise<WriteOutcome>) => {
    if (isLocked) return;
    setStep(during);
    const outcome = await run();
    setStep(outcome === 'stored' ? 'idle' : outcome);
  };
  return (
    <article ref={article} className={styles.review}>
      <p className={styles.line}>
        <Stars value={review.stars} />
        <time dateTime={review.created}>{readableDate(review.created)}</time>
      </p>
      {review.text && <LongText text={review.text} of={of} />}
      <p className={styles.hint}>
        <span>About </span>
        <a
          href={`/work/${encodeURIComponent(item.work)}`}
          target="_blank"
          rel="noopener"
          className={styles.plainLink}
        >
          {title ?? item.work}
        </a>
      </p>
      {step === 'asking' || step === 'takingDown' ? (
        <TakeDownQuestion
          isBusy={step === 'takingDown'}
          onYes={() => void write('takingDown', () => takeDown(article.current!.closest('li')!))}
          onNo={() => setStep('kept')}
        />
      ) : (
        <div className={styles.actions}>
          {chosen && (
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
            ref={step === 'kept' ? focusOnMount : undefined}
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
      {isProblem(step) && <Alert>{WRITE_PROBLEMS[step]}</Alert>}
    </article>
  );
}

interface TakeDownQuestionProps {
  isBusy: boolean;
  onYes(): void;
  onNo(): void;
}

function TakeDownQuestion({ isBusy, onYes, onNo }: TakeDownQuestionProps) {
  return (
    <fieldset
      ref={focusOnMount}
      tabIndex={-1}
      aria-label="Take this review down?"
      className={styles.question}
    >
      <p>
        <strong>Take this review down?</strong> Whoever opens the work’s page does not find it any
        more; quotes, ratings and search engines follow with the next build. Its writer cannot write
        another one for this work.
      </p>
      <div className={styles.actions}>
        <Button icon="trash" busy={isBusy} onClick={onYes}>
          {isBusy ? 'Taking it down…' : 'Yes, take it down'}
        </Button>
        <Button
          variant="quiet"
          onClick={onNo}
          aria-disabled={isBusy || undefined}
          className={styles.flush}
        >
          Keep it
        </Button>
      </div>
    </fieldset>
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
