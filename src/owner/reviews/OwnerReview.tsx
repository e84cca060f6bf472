import { useId } from 'react';
import { MAX_QUOTE_LENGTH, MAX_QUOTES } from '../../domain/constants';
import { Button } from '../../ui/Button';
import { FlushButton, focusIfLost, Question, useQuestion } from '../Question';
import { WorkLink } from '../OwnerHeader';
import styles from '../OwnerPage.module.css';
import type { OwnerQuote, WorkReview, WriteOutcome } from '../ports';
import { useWrite, WriteProblem } from '../readAndWrite';
import { quotePath } from '../../firebase/rest/quotes';
import type { Review } from '../../domain/types';
import { readableDate } from '../../lib/readableDate';
import { LongText } from '../../ui/LongText';
import { Stars } from '../../ui/Stars';
import { shortened } from '../../ui/stringHelpers';

interface OwnerReviewProps {
  item: WorkReview;
  /** Undefined until it was read. */
  title: string | undefined;
  /** Its work is. */
  isRemoved: boolean;
  /** It was put back just now. */
  isBack: boolean;
  chosen: readonly OwnerQuote[] | undefined;
  choose(isQuoted: boolean): Promise<WriteOutcome>;
  takeDown(): Promise<WriteOutcome>;
}

/** A review in the list: it can be taken down, or quoted on the landing page. */
export function OwnerReview(props: OwnerReviewProps) {
  const { item, title, isRemoved, isBack, chosen, choose, takeDown } = props;
  const { review } = item;
  const of = nameOfReview(item, title);
  const { isAsking, ask, keep, end, afterNo } = useQuestion();
  const choice = useWrite();
  const removal = useWrite();
  return (
    <article className={styles.review}>
      <ReviewText review={review} of={of} />
      <p className={styles.hint}>
        <span>About </span>
        {isRemoved ? (
          <span>{`${title ?? item.work}, which is removed: nobody sees this review`}</span>
        ) : (
          <WorkLink id={item.work} className={styles.plainLink}>
            {title ?? item.work}
          </WorkLink>
        )}
      </p>
      {isAsking ? (
        <Question
          label="Take this review down?"
          yes="Yes, take it down"
          during="Taking it down…"
          isBusy={removal.isWriting}
          // What the server has not taken is said where the question stood.
          onYes={() => removal.isWriting || void removal.write(takeDown).then(end)}
          onNo={keep}
        >
          <p>
            <strong>Take this review down?</strong> Whoever opens the work’s page does not find it
            any more; quotes, ratings and search engines follow with the next build. Its writer
            cannot write another one for this work. For seven days you can undo this.
          </p>
          {chosen?.some(({ entry }) => entry === pathOf(item)) && (
            <p>It is chosen for the landing page. This choice goes, and does not come back.</p>
          )}
        </Question>
      ) : (
        <div className={styles.actions}>
          {chosen && !isRemoved && (
            <QuoteChoice
              path={pathOf(item)}
              of={of}
              text={review.text}
              chosen={chosen}
              isBusy={choice.isWriting}
              onChoose={(isQuoted) => void choice.write(() => choose(isQuoted))}
            />
          )}
          <FlushButton
            ref={afterNo ?? (isBack ? focusIfLost : undefined)}
            icon="trash"
            aria-label={`Take down ${of}`}
            onClick={ask}
          >
            Take down
          </FlushButton>
        </div>
      )}
      <WriteProblem text={choice.problem} />
      <WriteProblem text={removal.problem} />
    </article>
  );
}

export const withoutQuote = (quotes: readonly OwnerQuote[], entry: unknown) =>
  quotes.filter((quote) => quote.entry !== entry);

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
  const others = withoutQuote(chosen, path);
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
          ? 'Chosen: each build takes it to the landing page.'
          : 'The landing page follows with the next build.'}
      </p>
    </div>
  );
}

export const nameOf = ({ work, review }: WorkReview) => ({ work, review: review.id });
export const pathOf = (item: WorkReview) => quotePath(nameOf(item));

/** Its work and day, and how it begins. */
export const shortReview = (
  { work, review: { created, stars, text } }: WorkReview,
  title?: string,
) => `${title ?? work}, ${readableDate(created)}: ${shortened(text).trim() || `${stars} stars`}`;

/** Which review a button is of, for whoever hears only the buttons. */
export const nameOfReview = (item: WorkReview, title?: string) => `(${shortReview(item, title)})`;

/** Its stars, its day and its words. */
export function ReviewText({ review, of }: { review: Review; of: string }) {
  return (
    <>
      <p className={styles.line}>
        <Stars value={review.stars} />
        <time dateTime={review.created}>{readableDate(review.created)}</time>
      </p>
      {review.text && <LongText text={review.text} of={of} />}
    </>
  );
}
