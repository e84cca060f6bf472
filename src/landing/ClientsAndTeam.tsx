import type { Person, Quote } from '../contract/business';
import { MAX_STARS } from '../domain/constants';
import { Icon } from '../ui/Icon';
import { Link } from '../ui/Link';
import { noBreakBeforeDash } from '../ui/stringHelpers';
import styles from './ClientsAndTeam.module.css';

interface ClientsAndTeamProps {
  quotes?: Quote[];
  team?: Person[];
}

export const HAS_CLIENTS_OR_TEAM = __QUOTES__.length + __TEAM__.length > 0;

export function ClientsAndTeam({ quotes = __QUOTES__, team = __TEAM__ }: ClientsAndTeamProps) {
  return (
    <div className={styles.parts}>
      {quotes.length > 0 && (
        <section aria-labelledby="clients-title" className={styles.part}>
          <h2 id="clients-title" data-sample={quotes.some(({ isSample }) => isSample) || undefined}>
            What our clients say
          </h2>
          <div className={styles.quotes}>
            {quotes.map(({ text, stars, work }) => (
              <figure key={text} className={styles.quote}>
                <blockquote dir="auto">{text}</blockquote>
                <figcaption>
                  <span className={styles.stars}>
                    <Icon name="star" size="1.1em" />
                    <span aria-hidden="true">{stars}</span>{' '}
                    <span className="visually-hidden">{`${stars} out of ${MAX_STARS} stars`}</span>
                  </span>{' '}
                  <Link to={`/work/${encodeURIComponent(work.id)}`} dir="auto">
                    {noBreakBeforeDash(work.title)}
                  </Link>
                </figcaption>
              </figure>
            ))}
          </div>
        </section>
      )}
      {team.length > 0 && (
        <section aria-labelledby="team-title" className={styles.part}>
          <h2 id="team-title">Who comes to you</h2>
          <ul role="list" className={styles.team}>
            {team.map(({ name, years, photo }) => (
              <li key={name} className={styles.person}>
                {photo && <img src={photo} alt="" width={96} height={96} loading="lazy" />}
                <span>
                  <span className={styles.name}>{name}</span>
                  {years !== undefined && (
                    <span className={styles.years}>
                      {`${years === 1 ? '1 year' : `${years} years`} of refinishing cabinets`}
                    </span>
                  )}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
