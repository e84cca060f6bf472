import type { ReactNode } from 'react';
import type { Facts as GivenFacts } from '../contract/business';
import { MAX_STARS } from '../domain/constants';
import { business } from '../shared/business/businessFacts';
import { Icon } from '../ui/Icon';
import styles from './Facts.module.css';

/** The facts that the owner has given, without the contact data that stand elsewhere. */
export function Facts({ facts }: { facts: GivenFacts }) {
  const { hours, priceRange, warranty, license, insurance, street, email, questions, rating } =
    facts;
  const stateAndCode = [business.region, business.postalCode].filter(Boolean).join(' ');
  const rows: Record<string, ReactNode> = {
    Hours: hours?.map((open) => <Hours key={open.days[0] + open.opens} {...open} />),
    Prices: priceRange,
    Warranty: warranty,
    License: license,
    Insurance: insurance,
    Reviews: rating && <Rating {...rating} />,
    Address: street && [street, business.locality, stateAndCode].join(', '),
    Email: email && <a href={`mailto:${email}`}>{breakable(email)}</a>,
  };
  const given = Object.entries(rows).filter(([, value]) => value);
  return (
    <section aria-labelledby="facts-title" className={styles.section}>
      <h2 id="facts-title">Good to know</h2>
      <div className={styles.parts}>
        {given.length > 0 && (
          <dl className={styles.facts}>
            {given.map(([name, value]) => (
              <div key={name} className={styles.fact}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
        {questions && (
          <div>
            {questions.map(({ question, answer }) => (
              <details key={question} className={styles.question}>
                <summary>
                  <span>{question}</span>
                  <Icon name="chevron" size="1.25rem" />
                </summary>
                <p>{answer}</p>
              </details>
            ))}
          </div>
        )}
      </div>
    </section>
  );
}

function Hours({ days, opens, closes }: NonNullable<GivenFacts['hours']>[number]) {
  const last = days[days.length - 1];
  return (
    <span className={styles.hours}>
      <span>{days.length > 1 ? `${days[0]} – ${last}` : last}</span>{' '}
      <span>{`${clock(opens)} – ${clock(closes)}`}</span>
    </span>
  );
}

/** A time as it is read out: `17:30` becomes `5:30 PM`, and `08:00` `8 AM`. */
function clock(time: string): string {
  const [hour, minute] = time.split(':');
  const minutes = minute === '00' ? '' : `:${minute}`;
  return `${Number(hour) % 12 || 12}${minutes} ${Number(hour) < 12 ? 'AM' : 'PM'}`;
}

/** An email address that narrow windows may only break before `@` and dots. */
const breakable = (email: string) =>
  email.split(/(?=[@.])/).map((part, index) => [index > 0 && <wbr key={part} />, part]);

function Rating({ average, count }: NonNullable<GivenFacts['rating']>) {
  return (
    <span className={styles.rating}>
      <Icon name="star" size="1.15em" />
      <span>
        {`${average.toFixed(1)} out of ${MAX_STARS} from ${count === 1 ? '1 review' : `${count} reviews`}`}
      </span>
    </span>
  );
}
