/** Removing a work: the question that says what goes, and the works that can be put back. */
import { useEffect, useState, type RefObject } from 'react';
import { quotePath } from '../../firebase/rest/quotes';
import { log } from '../../lib/log';
import type { PagesView } from '../List';
import styles from '../OwnerPage.module.css';
import type { ListedWork, OwnerDocumentsPort, RemovedWork, WriteOutcome } from '../ports';
import { Question } from '../Question';
import { leave, RemovedList, useMoved, type Show } from '../Undo';
import { useWrite, WriteProblem } from '../useWrite';
import type { Refusal } from './workEditorEffects';

type Documents = Pick<
  OwnerDocumentsPort,
  'work' | 'countReviews' | 'quotes' | 'removeWork' | 'restoreWork'
>;

interface RemovingDeps {
  documents: Documents;
  /** The works that can be put back. */
  removed: PagesView<RemovedWork>;
  onRefusal(refusal: Refusal): void;
  /** Something was removed or put back: the quotes and the gallery may be otherwise. */
  onChanged(): void;
}

/** Removes works and puts them back; knows which ones this page has removed. */
export function useRemoving({ documents, removed, onRefusal, onChanged }: RemovingDeps) {
  const { gone, back, onRemoved, onPutBack } = useMoved(removed, ({ id }) => id);
  const done = (outcome: WriteOutcome, change: () => void) => {
    if (outcome === 'stored') {
      change();
      onChanged();
    }
    if (outcome === 'sessionEnded' || outcome === 'refused') onRefusal(outcome);
    return outcome;
  };
  return {
    gone,
    back,
    remove: async (id: string) => done(await documents.removeWork(id), () => onRemoved(id)),
    putBack: async (id: string, show?: Show) =>
      done(await documents.restoreWork(id), () => onPutBack(id, show)),
  };
}

export type Removing = ReturnType<typeof useRemoving>;

interface RemoveWorkProps {
  work: ListedWork;
  documents: Documents;
  remove(id: string): Promise<WriteOutcome>;
  onKeep(): void;
}

/** Asks whether a work shall be removed, and removes it. */
export function RemoveWork({ work, documents, remove, onKeep }: RemoveWorkProps) {
  const { isWriting, write, problem } = useWrite();
  const { what, quotes } = useWhatGoes(work.id, documents);
  return (
    <div className={styles.wide}>
      <Question
        label={`Remove ${work.title}?`}
        yes="Yes, remove it"
        during="Removing it…"
        isBusy={isWriting}
        onYes={() => void write(() => remove(work.id))}
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
function useWhatGoes(id: string, documents: Documents) {
  const [counted, setCounted] = useState(NOT_COUNTED);
  useEffect(() => {
    Promise.all([documents.work(id), documents.countReviews(id), documents.quotes()]).then(
      ([work, reviews, quotes]) => {
        const pictures = work ? work.before.length + work.after.length : 0;
        const path = quotePath({ work: id, review: '' });
        const all = ['Its page', ...some(pictures, 'picture'), ...some(reviews, 'review')];
        setCounted({
          what: new Intl.ListFormat('en-GB').format(all),
          quotes: quotes.filter(({ entry }) => String(entry).startsWith(path)).length,
        });
      },
      (error: unknown) => log('What goes with the work could not be counted.', error),
    );
  }, [id, documents]);
  return counted;
}

interface RemovedWorksProps extends Pick<Removing, 'gone' | 'putBack'> {
  removed: PagesView<RemovedWork>;
  /** What the list above shows. */
  works: readonly ListedWork[] | undefined;
  /** Reads the list above again. */
  again(): void;
  heading: RefObject<HTMLElement | null>;
}

/** The works that were removed within the week. */
export function RemovedWorks({ removed, works, gone, putBack, again, heading }: RemovedWorksProps) {
  const isListed = (id: string) => works?.some((work) => work.id === id);
  return (
    <RemovedList
      title="Removed works"
      pages={removed}
      isInPlace={({ id }) => gone.has(id) && isListed(id) === true}
      keyOf={({ id }) => id}
      nameOf={({ title }) => title}
      putBack={({ id }, row) =>
        putBack(id, (change) => {
          leave(row, change, heading.current);
          again();
        })
      }
    >
      {({ title }) => (
        <p className={styles.name} dir="auto">
          {title}
        </p>
      )}
    </RemovedList>
  );
}
