import { useEffect, useEffectEvent, useState } from 'react';
import type { ListedWork } from '../../domain/types';
import { readableDate } from '../../lib/readableDate';
import { Button } from '../../ui/Button';
import { StateNotice } from '../../ui/Notice';
import { Picture } from '../../ui/Picture';
import { List, usePages } from '../List';
import styles from '../OwnerPage.module.css';
import type { KeptWorkPort, OwnerDocumentsPort } from '../ports';
import { begunName, useBegunWork } from './EditedWork';

interface OwnerWorksProps {
  documents: OwnerDocumentsPort;
  kept: KeptWorkPort;
  /** Opens the editor of a new work, with what is kept of it. Undefined while a work is on its way. */
  onAdd: ((pressed: Element) => void) | undefined;
  onChange(work: ListedWork, pressed: Element): void;
  /** Not while an editor is in front of the list. */
  isShown: boolean;
  /** How often this page has stored a work: the list is read anew each time. */
  stores: number;
}

/** Section “Works”: as the gallery has them, the oldest first. */
export function OwnerWorks(props: OwnerWorksProps) {
  const { documents, kept, onAdd, onChange, isShown, stores } = props;
  const pages = usePages(documents.works);
  const begun = useBegunWork(kept, isShown, stores);
  const [storesAtFirst] = useState(stores);
  const again = useEffectEvent(pages.again);
  useEffect(() => {
    if (stores > storesAtFirst) again();
  }, [stores, storesAtFirst]);
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
          onClick={({ currentTarget }) => onAdd(currentTarget)}
        >
          {begun ? 'Go on with it' : 'Add a work'}
        </Button>
      )}
      <p className={styles.hint}>In the gallery’s order: the oldest comes first.</p>
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
        {(work) => <OwnerWork work={work} onChange={(pressed) => onChange(work, pressed)} />}
      </List>
    </section>
  );
}

interface OwnerWorkProps {
  work: ListedWork;
  onChange(pressed: Element): void;
}

function OwnerWork({ work, onChange }: OwnerWorkProps) {
  const { cover } = work;
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
