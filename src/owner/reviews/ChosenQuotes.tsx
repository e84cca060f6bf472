import { useCallback, useEffect, useState } from 'react';
import { log } from '../../lib/log';
import { readableDate } from '../../lib/readableDate';
import { Button, RetryButton } from '../../ui/Button';
import { useWhenOnline } from '../../ui/hooks';
import { LongText } from '../../ui/LongText';
import { Stars } from '../../ui/Stars';
import { shortened } from '../../ui/stringHelpers';
import { Address } from '../OwnerHeader';
import styles from '../OwnerPage.module.css';
import type { OwnerDocumentsPort, OwnerQuote, WriteOutcome } from '../ports';
import { useWrite, WriteProblem } from '../useWrite';

export const without = (quotes: readonly OwnerQuote[], entry: unknown) =>
  quotes.filter((quote) => quote.entry !== entry);

/** The chosen quotes; undefined until they were read. A failed read is tried again when the network is back. */
export function useQuotes(documents: OwnerDocumentsPort) {
  const [chosen, setChosen] = useState<readonly OwnerQuote[]>();
  const [isFailed, setIsFailed] = useState(false);
  const read = useCallback(() => {
    documents.quotes().then(
      (quotes) => {
        setChosen(quotes);
        setIsFailed(false);
      },
      (error: unknown) => {
        log('The quotes could not be read.', error);
        setIsFailed(true);
      },
    );
  }, [documents]);
  useEffect(read, [read]);
  useWhenOnline(isFailed, read);
  return {
    chosen,
    isFailed,
    read,
    /** What the server has taken. */
    add: (quote: OwnerQuote) =>
      setChosen((quotes) => quotes && [...without(quotes, quote.entry), quote]),
    drop: (entry: unknown) => setChosen((quotes) => quotes && without(quotes, entry)),
  };
}

interface ChosenQuotesProps {
  quotes: ReturnType<typeof useQuotes>;
  titleOf(work: string): string | undefined;
  /** A write of this section is under way. */
  isLocked: boolean;
  /** `row`: where the list has it. */
  remove(quote: OwnerQuote, row: Element): Promise<WriteOutcome>;
}

/** What is chosen, above the list: it may be older than what the list shows, or be there no more. */
export function ChosenQuotes({ quotes, titleOf, isLocked, remove }: ChosenQuotesProps) {
  const { chosen = [], isFailed, read } = quotes;
  if (isFailed) {
    return (
      <div className={styles.actions}>
        <p>Which reviews are chosen did not load.</p>
        <RetryButton onClick={read} />
      </div>
    );
  }
  if (chosen.length === 0) return null;
  return (
    <>
      <h3>Chosen for the landing page</h3>
      <ul role="list" className={styles.chosen}>
        {chosen.map((quote) => (
          <Chosen
            key={String(quote.entry)}
            quote={quote}
            title={quote.name && titleOf(quote.name.work)}
            isLocked={isLocked}
            remove={remove}
          />
        ))}
      </ul>
    </>
  );
}

interface ChosenProps extends Pick<ChosenQuotesProps, 'isLocked' | 'remove'> {
  quote: OwnerQuote;
  title: string | undefined;
}

function Chosen({ quote, title, isLocked, remove }: ChosenProps) {
  const { entry, name, review } = quote;
  const { isWriting, write, problem } = useWrite();
  const of = `(${title ?? name?.work ?? String(entry)}${review ? `: ${shortened(review.text)}` : ''})`;
  return (
    <li className={styles.review}>
      {review ? (
        <>
          <p className={styles.line}>
            <Stars value={review.stars} />
            <time dateTime={review.created}>{readableDate(review.created)}</time>
          </p>
          <LongText text={review.text} of={of} />
          <p className={styles.hint}>{`About ${title ?? name!.work}`}</p>
        </>
      ) : (
        <p>
          {'This review is not there any more, and takes the place of another: '}
          <span className={styles.hint}>
            <Address address={String(entry)} />
          </span>
        </p>
      )}
      <div className={styles.actions}>
        <Button
          icon="close"
          variant="quiet"
          busy={isWriting}
          aria-label={`Remove from the landing page ${of}`}
          onClick={({ currentTarget }) => {
            const row = currentTarget.closest('li')!;
            if (!isLocked) void write(() => remove(quote, row));
          }}
          className={styles.flush}
        >
          Remove
        </Button>
      </div>
      <WriteProblem text={problem} />
    </li>
  );
}
