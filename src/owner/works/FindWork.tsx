import { useDeferredValue, useEffect, useId, useMemo, useState, type ReactNode } from 'react';
import { MAX_WORK_TITLE } from '../../domain/constants';
import { folded } from '../../domain/workFiles';
import { List, usePages, type PagesView } from '../List';
import sharedStyles from '../../ui/Fields.module.css';
import { classNames } from '../../ui/stringHelpers';
import field from '../Field.module.css';
import styles from '../OwnerPage.module.css';
import { usePorts, type ListedWork } from '../ports';
import { useHasBeen } from '../readAndWrite';

interface FindWorkProps {
  /** The list as far as it was read. */
  pages: PagesView<ListedWork>;
  /** `among`: the list that has the work. */
  row(work: ListedWork, among: readonly ListedWork[]): ReactNode;
  /** What is shown while nothing is looked for. */
  children: ReactNode;
}

/**
 * Finds works by their titles. Firestore has no such search, so the titles of all works are read when the owner begins
 * one, unless the list has them all.
 */
export function FindWork({ pages, row, children }: FindWorkProps) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const words = wordsOf(useDeferredValue(typed));
  const isFinding = words.length > 0;
  const isBegun = useHasBeen(isFinding);
  const isWhole = pages.items !== undefined && !pages.hasMore;
  return (
    <>
      <search className={field.field}>
        <label htmlFor={id} className={field.label}>
          Find a work by its title
        </label>
        <input
          id={id}
          type="search"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          maxLength={MAX_WORK_TITLE}
          autoComplete="off"
          enterKeyHint="search"
          className={classNames(sharedStyles.control, field.control)}
        />
      </search>
      {isWhole ? (
        <Found pages={pages} words={words} row={row} />
      ) : (
        isBegun && <InAllTitles words={words} listed={pages.version} row={row} />
      )}
      {/* Hidden, not taken away: the place in it stays. */}
      <div hidden={isFinding} className={styles.section}>
        {children}
      </div>
    </>
  );
}

interface InAllTitlesProps extends Pick<FindWorkProps, 'row'> {
  words: string[];
  /** The version of the list. */
  listed: number;
}

function InAllTitles({ listed, ...given }: InAllTitlesProps) {
  const { documents } = usePorts();
  const isFinding = given.words.length > 0;
  const [version, setVersion] = useState(listed);
  // A store makes the titles old, which are read again when somebody looks for one.
  if (isFinding && version !== listed) setVersion(listed);
  const pages = usePages(documents.works.titles, version);
  const { hasMore, state, more } = pages;
  useEffect(() => {
    if (hasMore && state === 'idle') more();
  });
  return <Found pages={pages} {...given} />;
}

/** So many are shown. Who does not see the work types another word. */
const MOST_FOUND = 40;

interface FoundProps {
  pages: PagesView<ListedWork>;
  words: string[];
  row: FindWorkProps['row'];
}

function Found({ pages, words, row }: FoundProps) {
  const { items } = pages;
  const titles = useMemo(() => items?.map(({ title }) => folded(title)) ?? [], [items]);
  const isFinding = words.length > 0;
  const found = isFinding ? items?.filter((_, at) => hasAll(titles[at]!, words)) : [];
  return (
    <>
      {/* There before it says something, or it is not announced. */}
      <output className={styles.found}>
        {isFinding ? statusOf(pages, found?.length ?? 0) : ''}
      </output>
      {isFinding && (
        <List
          pages={{ ...pages, items: found?.slice(0, MOST_FOUND), hasMore: false }}
          noun="titles"
          keyOf={({ id }) => id}
          empty={null}
        >
          {(work) => row(work, items ?? [])}
        </List>
      )}
    </>
  );
}

/** What is said of a search that has found so many works. */
function statusOf({ items = [], hasMore, state }: PagesView<ListedWork>, found: number): string {
  const of = items[0]?.place?.of;
  if (state === 'reading' || (hasMore && state === 'idle'))
    return `Reading the titles: ${items.length}${of === undefined ? '' : ` of ${of}`}…`;
  return hasMore ? '' : endOf(found, items.length, of);
}

/** The same when all titles were read: `read` of them, which are not all works of a gallery beyond `MOST_TITLES`. */
function endOf(found: number, read: number, of = read): string {
  if (found > MOST_FOUND)
    return `${found} works have this in their title. The newest ${MOST_FOUND} are shown.`;
  if (found > 0) return found === 1 ? 'One work.' : `${found} works.`;
  return `None of the ${read < of ? `newest ${read} ` : ''}works has this in its title.`;
}

/** Letters and digits alone: a phone that takes dictation ends with a full stop. */
const wordsOf = (typed: string) =>
  folded(typed)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Whether each word stands somewhere in the title, in any order. */
const hasAll = (title: string, words: readonly string[]) =>
  words.every((word) => title.includes(word));
