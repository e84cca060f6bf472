/** The question whether a work shall be removed, which says what goes with it. */
import { useCallback } from 'react';
import { quotePath } from '../../firebase/rest/quotes';
import styles from '../OwnerPage.module.css';
import { useOutside, type ListedWork, type WriteOutcome } from '../outside';
import { Question } from '../Question';
import { useRead, useWrite, WriteProblem } from '../calls';

interface RemoveWorkProps {
  work: ListedWork;
  remove(): Promise<WriteOutcome>;
  onKeep(): void;
}

/** Asks whether a work shall be removed, and removes it. */
export function RemoveWork({ work, remove, onKeep }: RemoveWorkProps) {
  const { isWriting, write, problem } = useWrite();
  const { what, quotes } = useWhatGoes(work.id);
  return (
    <div className={styles.wide}>
      <Question
        label={`Remove ${work.title}?`}
        yes="Yes, remove it"
        during="Removing it…"
        isBusy={isWriting}
        onYes={() => void write(remove)}
        onNo={onKeep}
      >
        <p>
          <strong>Remove this work?</strong>{' '}
          <span>{`${what} will be gone at once for whoever opens the site.`}</span>
        </p>
        {quotes > 0 && (
          <p>
            {quotes === 1
              ? 'One of its reviews is chosen for the landing page. This choice goes, and does not come back.'
              : `${quotes} of its reviews are chosen for the landing page. These choices go, and do not come back.`}
          </p>
        )}
        <p>
          For seven days you can undo this. Until the pictures are deleted after that, whoever has
          the address of one still sees it. The landing page, links and search engines follow with
          the next build.
        </p>
      </Question>
      <WriteProblem text={problem} />
    </div>
  );
}

const NOT_COUNTED = { what: 'Its page, its pictures and its reviews', quotes: 0 };

const some = (count: number, noun: string): string[] =>
  count === 0 ? [] : [count === 1 ? `its ${noun}` : `its ${count} ${noun}s`];

/** What goes with a work, counted when the question is asked. Without an answer it is said without numbers. */
function useWhatGoes(id: string) {
  const { documents } = useOutside();
  const count = useCallback(async () => {
    const [work, reviews, quotes] = await Promise.all([
      documents.work(id),
      documents.countReviews(id),
      documents.quotes(),
    ]);
    const pictures = work ? work.before.length + work.after.length : 0;
    const path = quotePath({ work: id, review: '' });
    const all = ['Its page', ...some(pictures, 'picture'), ...some(reviews, 'review')];
    return {
      what: new Intl.ListFormat('en-GB').format(all),
      quotes: quotes.filter(({ entry }) => String(entry).startsWith(path)).length,
    };
  }, [id, documents]);
  return useRead(count, 'What goes with the work could not be counted.').value ?? NOT_COUNTED;
}
