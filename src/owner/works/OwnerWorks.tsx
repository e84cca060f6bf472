import { readableDate } from '../../lib/readableDate';
import { StateNotice } from '../../ui/Notice';
import { Picture } from '../../ui/Picture';
import { FlushButton, focusIfLost, useQuestion, Question } from '../Question';
import { useRef, useCallback } from 'react';
import { hasSettled, List, type PagesView } from '../List';
import { WorkLink } from '../OwnerHeader';
import styles from '../OwnerPage.module.css';
import { usePorts, type ListedWork, type RemovedWork, type WriteOutcome } from '../ports';
import { RemovedList, Undo, useRemovals } from '../Removals';
import { BegunWork, type BegunProps } from '../editor/begunWork';
import { FindWork } from './FindWork';
import { useHasBeen, useOwnerRead, useWrite, WriteProblem } from '../readAndWrite';
import { quotePath } from '../../firebase/rest/quotes';

interface OwnerWorksProps {
  pages: PagesView<ListedWork>;
  onChange(work: ListedWork, pressed: Element): void;
  /** The works that can be put back. */
  removed: PagesView<RemovedWork>;
  /** A work was removed, or put back: the quotes may be otherwise. */
  onMoved(): void;
  /** What stands above the list. */
  begin: BegunProps | false;
}

/** Section “Works”: the newest first. */
export function OwnerWorks(props: OwnerWorksProps) {
  const { pages, onChange, removed, onMoved, begin } = props;
  const { documents } = usePorts();
  const removals = useRemovals<Pick<ListedWork, 'id'>, RemovedWork>({
    removed,
    keyOf: ({ id }) => id,
    remove: ({ id }) => documents.works.remove(id),
    restore: ({ id }) => documents.works.restore(id),
    onMoved,
  });
  const { isGone, isBack, remove, putBack } = removals;
  const heading = useRef<HTMLHeadingElement>(null);
  const isThere = useHasBeen(hasSettled(pages) && hasSettled(removed));
  /** `among`: the list that has it, as it was read. */
  const row = (work: ListedWork, among: readonly ListedWork[]) =>
    isGone(work) ? (
      <Undo said="Removed" name={work.title} undo={() => putBack(work)} />
    ) : (
      <OwnerWork
        work={work}
        place={work.place && placeWithout(among.filter(isGone), work.place)}
        isBack={isBack(work)}
        remove={() => remove(work)}
        onChange={(pressed) => onChange(work, pressed)}
      />
    );
  return (
    <section
      aria-labelledby="owner-works"
      data-coming={!isThere || undefined}
      className={styles.section}
    >
      <h2 id="owner-works" ref={heading} tabIndex={-1}>
        Works
      </h2>
      {begin && <BegunWork {...begin} />}
      <FindWork pages={pages} row={row}>
        <p className={styles.hint}>The newest comes first. The gallery shows the oldest first.</p>
        <List
          pages={pages}
          noun="works"
          keyOf={({ id }) => id}
          empty={
            <StateNotice icon="kitchen" title="The gallery is empty.">
              Your first work makes it a gallery.
            </StateNotice>
          }
        >
          {(work) => row(work, pages.items ?? [])}
        </List>
      </FindWork>
      <RemovedList
        title="Removed works"
        removals={removals}
        list={pages}
        heading={heading}
        nameOf={({ title }) => title}
      >
        {({ title }) => (
          <p className={styles.name} dir="auto">
            {title}
          </p>
        )}
      </RemovedList>
    </section>
  );
}

type Place = NonNullable<ListedWork['place']>;

/** Where a work stands since these, which were there when the list was read, are gone. */
const placeWithout = (gone: readonly ListedWork[], { number, of }: Place): Place => ({
  number: number - gone.filter(({ place }) => place && place.number < number).length,
  of: of - gone.length,
});

interface OwnerWorkProps {
  work: ListedWork;
  place: Place | undefined;
  /** It was put back just now. */
  isBack: boolean;
  remove(): Promise<WriteOutcome>;
  onChange(pressed: Element): void;
}

function OwnerWork({ work, place, isBack, remove, onChange }: OwnerWorkProps) {
  const { cover } = work;
  const { isAsking, ask, keep, afterNo } = useQuestion();
  return (
    <article className={styles.work}>
      <span className={styles.thumb}>
        <Picture
          image={{ ...cover, url: cover.thumb || cover.url }}
          alt=""
          sizes="96px"
          width={640}
          height={480}
        />
      </span>
      <div className={styles.about}>
        <h3 className={styles.name} dir="auto">
          {work.title}
        </h3>
        <p className={styles.hint}>
          <time dateTime={work.created}>{readableDate(work.created)}</time>
          {place && <span>{` · number ${place.number} of ${place.of} in the gallery`}</span>}
        </p>
      </div>
      <div className={styles.actions}>
        <FlushButton
          onClick={({ currentTarget }) => onChange(currentTarget)}
          aria-label={`Change ${work.title}`}
        >
          Change
        </FlushButton>
        <WorkLink id={work.id} aria-label={`See its page (${work.title})`} className={styles.link}>
          See its page
        </WorkLink>
        {!isAsking && (
          <FlushButton
            ref={afterNo ?? (isBack ? focusIfLost : undefined)}
            onClick={ask}
            aria-label={`Remove ${work.title}`}
          >
            Remove
          </FlushButton>
        )}
      </div>
      {isAsking && <RemoveWork work={work} remove={remove} onKeep={keep} />}
    </article>
  );
}

interface RemoveWorkProps {
  work: ListedWork;
  remove(): Promise<WriteOutcome>;
  onKeep(): void;
}

/** Asks whether a work shall be removed, says what goes with it, and removes it. */
function RemoveWork({ work, remove, onKeep }: RemoveWorkProps) {
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
  const { documents } = usePorts();
  const count = useCallback(async () => {
    const [work, reviews, quotes] = await Promise.all([
      documents.works.read(id),
      documents.reviews.count(id),
      documents.quotes.list(),
    ]);
    const pictures = work ? work.before.length + work.after.length : 0;
    const path = quotePath({ work: id, review: '' });
    const all = ['Its page', ...some(pictures, 'picture'), ...some(reviews, 'review')];
    return {
      what: new Intl.ListFormat('en-GB').format(all),
      quotes: quotes.filter(({ entry }) => String(entry).startsWith(path)).length,
    };
  }, [id, documents]);
  return useOwnerRead(count, 'What goes with the work could not be counted.').value ?? NOT_COUNTED;
}
