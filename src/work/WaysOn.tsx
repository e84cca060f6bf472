import { Link } from 'react-router-dom';
import type { GalleryWork } from '../domain/types';
import { useBeside, type NamedWork } from '../shared/worksStore';
import { ButtonLink } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { tiedDashes } from '../ui/tiedDashes';
import styles from './WorkPage.module.css';

/** The address of the request form that knows which work somebody likes. */
export const requestLike = (title: string): string =>
  `/?like=${encodeURIComponent(title)}#request-service`;

/** Behind the pictures: a request for something like them, and the works before and after. */
export function WaysOn({ work: { id, title } }: { work: GalleryWork }) {
  const { previous, next } = useBeside(id);
  return (
    <div className={styles.waysOn}>
      <ButtonLink variant="primary" icon="brush" href={requestLike(title)}>
        I want something like this
      </ButtonLink>
      {(previous ?? next) && (
        <nav aria-label="More works" className={styles.neighbours}>
          {previous && <Neighbour work={previous} rel="prev" />}
          {next && <Neighbour work={next} rel="next" />}
        </nav>
      )}
    </div>
  );
}

const NAMES = { prev: 'Previous work', next: 'Next work' };

function Neighbour({ work: { id, title }, rel }: { work: NamedWork; rel: keyof typeof NAMES }) {
  return (
    <Link to={`/work/${encodeURIComponent(id)}`} rel={rel} className={styles.neighbour}>
      <Icon name="arrow" size="1.25rem" />
      <span>
        <span className={styles.neighbourKind}>{NAMES[rel]}</span>{' '}
        <span className={styles.neighbourTitle} dir="auto">
          {tiedDashes(title)}
        </span>
      </span>
    </Link>
  );
}
