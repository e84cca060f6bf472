import { readableClock, readableDate, readableMoment } from '../../lib/readableDate';
import { Button } from '../../ui/Button';
import { List, usePages } from '../List';
import shared from '../OwnerPage.module.css';
import type { Arrival, Arrivals, MailNews, OwnerDocumentsPort } from '../ports';
import styles from './OwnerArrivals.module.css';

/** Section “Arrivals”: whether the newest requests were mailed. No word of a visitor is here. */
export function OwnerArrivals({ documents }: { documents: OwnerDocumentsPort }) {
  const pages = usePages(documents.arrivals);
  return (
    <section aria-labelledby="owner-arrivals" className={shared.section}>
      <h2 id="owner-arrivals">Arrivals</h2>
      <p className={shared.hint}>
        The newest requests, and whether your mail server has taken them. What they say stands in
        the mails.
      </p>
      <Button
        variant="quiet"
        icon="retry"
        busy={pages.items && pages.state === 'reading'}
        onClick={pages.again}
        className={shared.flush}
      >
        Look for new requests
      </Button>
      <List pages={pages} noun="arrivals" keyOf={() => 'arrivals'} empty={null}>
        {(arrivals) => <Report {...arrivals} />}
      </List>
    </section>
  );
}

const isoOf = (time: number) => new Date(time).toISOString();

function Report({ newest, week = 0, ran }: Arrivals) {
  return (
    <div className={styles.report}>
      {ran === undefined ? (
        <p>The hourly function has not run yet.</p>
      ) : (
        <div>
          <p>{`${week} ${week === 1 ? 'request' : 'requests'} came in seven days.`}</p>
          <p
            className={shared.hint}
          >{`Counted by the hourly function, last on ${readableMoment(isoOf(ran))}.`}</p>
        </div>
      )}
      {/* Where some were counted, they may be older than the mails to this address. */}
      {newest.length === 0 && ran === undefined && <p>No request has come yet.</p>}
      <ul role="list" className={styles.arrivals}>
        {newest.map((arrival) => (
          <OneArrival key={arrival.id} {...arrival} />
        ))}
      </ul>
      <h3>A number that is not in your mailbox?</h3>
      <ol role="list" className={styles.steps}>
        <li>Look into spam: search all mail for the number.</li>
        <li>Mark that mail as no spam, and add its sender to your contacts.</li>
        <li>Make a filter for this sender: “Never send it to spam”.</li>
      </ol>
    </div>
  );
}

function OneArrival({ id, created, text, pictures }: Arrival) {
  return (
    <li className={styles.arrival}>
      <p className={shared.line}>
        <strong>{`#${id}`}</strong>
        <time dateTime={isoOf(created)}>{readableMoment(isoOf(created))}</time>
      </p>
      <p className={styles.mails}>
        {text && <span>{`Text: ${newsOf(text, created)}`}</span>}
        {pictures && <span>{`Pictures: ${newsOf(pictures, created)}`}</span>}
      </p>
    </li>
  );
}

function newsOf({ state, since, due }: MailNews, created: number): string {
  const shown = (time: number) => {
    const [then, asked] = [isoOf(time), isoOf(created)];
    return readableDate(then) === readableDate(asked) ? readableClock(then) : readableMoment(then);
  };
  const time = shown(since);
  return {
    mailed: `mailed ${time}`,
    mailedWithoutWords: `went without its words ${time}${due === undefined ? '' : `; they are tried again ${shown(due)}`}`,
    waiting: 'waiting',
    refused: 'not taken, goes without its words',
  }[state];
}
