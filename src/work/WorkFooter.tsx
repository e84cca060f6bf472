import { Link } from 'react-router-dom';
import type { GalleryWork } from '../domain/types';
import { useAdjacentWorks, type NamedWork } from '../shared/works/worksStore';
import { ButtonLink } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { noBreakBeforeDash } from '../ui/stringHelpers';
import styles from './WorkPage.module.css';

/** The address of the request form, with the work that the visitor likes. */
export const requestLike = (title: string): string =>
  `/?like=${encodeURIComponent(title)}#request-service`;

/** The end of a work's page: a link to request something like it, and links to the works before and after it. */
export function WorkFooter({ work: { id, title } }: { work: GalleryWork }) {
  const { previous, next } = useAdjacentWorks(id);
  return (
    <div className={styles.footer}>
      <ButtonLink variant="primary" icon="brush" href={requestLike(title)}>
        I want something like this
      </ButtonLink>
      {(previous ?? next) && (
        <nav aria-label="More works" className={styles.adjacentWorks}>
          {previous && <AdjacentWork work={previous} rel="prev" />}
          {next && <AdjacentWork work={next} rel="next" />}
        </nav>
      )}
    </div>
  );
}

const LABELS = { prev: 'Previous work', next: 'Next work' };

function AdjacentWork({ work: { id, title }, rel }: { work: NamedWork; rel: keyof typeof LABELS }) {
  return (
    <Link to={`/work/${encodeURIComponent(id)}`} rel={rel} className={styles.adjacentWork}>
      <Icon name="arrow" size="1.25rem" />
      <span>
        <span className={styles.adjacentLabel}>{LABELS[rel]}</span>{' '}
        <span className={styles.adjacentTitle} dir="auto">
          {noBreakBeforeDash(title)}
        </span>
      </span>
    </Link>
  );
}
