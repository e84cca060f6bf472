import { readableDate } from '../../lib/readableDate';
import { Button } from '../../ui/Button';
import { StateNotice } from '../../ui/Notice';
import { Picture } from '../../ui/Picture';
import { List, type PagesView } from '../List';
import styles from '../OwnerPage.module.css';
import type { KeptWorkPort, ListedWork, OwnerDocumentsPort } from '../ports';
import { begunName, useBegunWork } from './begunWork';
import { FindWork } from './FindWork';

interface OwnerWorksProps {
  documents: OwnerDocumentsPort;
  pages: PagesView<ListedWork>;
  kept: KeptWorkPort;
  /** Opens the editor of a new work, with what is kept of it. Undefined while a work is on its way. */
  onAdd: ((pressed: Element) => void) | undefined;
  onChange(work: ListedWork, pressed: Element): void;
  /** Not while an editor is in front of the list. */
  isShown: boolean;
  /** How often this page has stored a work: the list is read anew each time. */
  stores: number;
}

/** Section “Works”: the newest first. */
export function OwnerWorks(props: OwnerWorksProps) {
  const { documents, pages, kept, onAdd, onChange, isShown, stores } = props;
  const begun = useBegunWork(kept, isShown, stores);
  const row = (work: ListedWork) => (
    <OwnerWork work={work} onChange={(pressed) => onChange(work, pressed)} />
  );
  return (
    <section aria-labelledby="owner-works" className={styles.section}>
      <h2 id="owner-works">Works</h2>
      {onAdd && begun && (
        <p className={styles.begun}>
          <strong dir="auto">{begunName(begun)}</strong> <span>is not published yet.</span>
        </p>
      )}
      {onAdd && (
        <Button
          variant="primary"
          icon="camera"
          wide
          // It keeps its place until it is known what it does.
          style={begun === undefined ? { visibility: 'hidden' } : undefined}
          onClick={({ currentTarget }) => onAdd(currentTarget)}
        >
          {begun ? 'Go on with it' : 'Add a work'}
        </Button>
      )}
      <FindWork documents={documents} pages={pages} stores={stores} row={row}>
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
          {row}
        </List>
      </FindWork>
    </section>
  );
}

interface OwnerWorkProps {
  work: ListedWork;
  onChange(pressed: Element): void;
}

function OwnerWork({ work, onChange }: OwnerWorkProps) {
  const { cover, place } = work;
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
        <div className={styles.actions}>
          <Button
            variant="quiet"
            onClick={({ currentTarget }) => onChange(currentTarget)}
            aria-label={`Change ${work.title}`}
            className={styles.flush}
          >
            Change
          </Button>
          <a
            href={`/work/${encodeURIComponent(work.id)}`}
            target="_blank"
            rel="noopener"
            aria-label={`See its page (${work.title})`}
            className={styles.link}
          >
            See its page
          </a>
        </div>
      </div>
    </article>
  );
}
