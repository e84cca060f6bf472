import { shortened } from '../../ui/stringHelpers';
import { FlushButton } from '../Question';
import { Address } from '../OwnerHeader';
import { PartNotRead } from '../List';
import styles from '../OwnerPage.module.css';
import { usePorts, type OwnerQuote, type WriteOutcome } from '../ports';
import { useOwnerRead, useWrite, WriteProblem } from '../readAndWrite';
import { ReviewText, withoutQuote } from './OwnerReview';

/** The chosen quotes; undefined until they were read. `moves`: they are read again when a work was removed or put back. */
export function useQuotes(moves: number) {
  const { documents } = usePorts();
  const { value, setValue, isFailed, hasEnded, again } = useOwnerRead(
    documents.quotes.list,
    'The quotes could not be read.',
    moves,
  );
  return {
    chosen: value,
    isFailed,
    hasEnded,
    read: again,
    /** What the server has taken. */
    add: (quote: OwnerQuote) =>
      setValue((quotes) => quotes && [...withoutQuote(quotes, quote.entry), quote]),
    drop: (entry: unknown) => setValue((quotes) => quotes && withoutQuote(quotes, entry)),
  };
}

export type Quotes = ReturnType<typeof useQuotes>;

interface ChosenQuotesProps {
  quotes: Quotes;
  titleOf(review: { work: string; title?: string | null }): string | undefined;
  /** `row`: where the list has it. */
  remove(quote: OwnerQuote, row: Element): Promise<WriteOutcome>;
}

/** What is chosen, above the list: it may be older than what the list shows, or be there no more. */
export function ChosenQuotes({ quotes, titleOf, remove }: ChosenQuotesProps) {
  const { chosen = [], isFailed, read } = quotes;
  if (isFailed) return <PartNotRead what="Which reviews are chosen did not load." onRetry={read} />;
  if (chosen.length === 0) return null;
  return (
    <>
      <h3>Chosen for the landing page</h3>
      <ul role="list" className={styles.chosen}>
        {chosen.map((quote) => (
          <Chosen
            key={String(quote.entry)}
            quote={quote}
            title={quote.name && titleOf({ ...quote, work: quote.name.work })}
            remove={remove}
          />
        ))}
      </ul>
    </>
  );
}

interface ChosenProps extends Pick<ChosenQuotesProps, 'remove'> {
  quote: OwnerQuote;
  title: string | undefined;
}

function Chosen({ quote, title, remove }: ChosenProps) {
  const { entry, name, review } = quote;
  const { isWriting, write, problem } = useWrite();
  const of = `(${title ?? name?.work ?? String(entry)}${review ? `: ${shortened(review.text)}` : ''})`;
  return (
    <li className={styles.review}>
      {review ? (
        <>
          <ReviewText review={review} of={of} />
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
        <FlushButton
          icon="close"
          busy={isWriting}
          aria-label={`Remove from the landing page ${of}`}
          onClick={({ currentTarget }) => {
            const row = currentTarget.closest('li')!;
            void write(() => remove(quote, row));
          }}
        >
          Remove
        </FlushButton>
      </div>
      <WriteProblem text={problem} />
    </li>
  );
}
