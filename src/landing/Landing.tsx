/**
 * The landing page, and the frame that every page of the site has (`SiteLayout.tsx`). The build renders it, and it
 * needs no script to be read.
 */
import { memo, type ReactNode } from 'react';
import { Icon } from '../ui/Icon';
import { business, TRADE_IN_TOWN } from '../shared/business/businessFacts';
import { useWhatsappLink } from '../shared/business/contactLinks';
import { PageHead } from '../shared/PageHead';
import { Facts } from './Facts';
import { Hero } from './Hero';
import styles from './Landing.module.css';
import { QuickLinks } from './QuickLinks';
import { HAS_CLIENTS_OR_TEAM, ClientsAndTeam } from './ClientsAndTeam';

/**
 * The landing page. The gallery is passed in, because it belongs to another feature. Memoised, because a dialog that
 * opens or closes by its hash need not render the page again.
 */
export const Landing = memo(function Landing({ gallery }: { gallery: ReactNode }) {
  return (
    <>
      <PageHead
        path="/"
        title={`${TRADE_IN_TOWN} | ${business.name}`}
        description={`${business.trade} in ${business.area}: see our work, read reviews and request a service in two minutes.`}
      />
      <Hero />
      <QuickLinks />
      <div className={styles.section}>
        <Process />
      </div>
      <Contact />
      <div className={styles.section}>{gallery}</div>
      {HAS_CLIENTS_OR_TEAM && (
        <div className={styles.section}>
          <ClientsAndTeam />
        </div>
      )}
      {__FACTS__ && (
        <div className={styles.section}>
          <Facts facts={__FACTS__} />
        </div>
      )}
    </>
  );
});

const STEPS = [
  {
    title: 'Tell us what you have',
    text: 'Send a request with a few words and up to two pictures, or write to us on WhatsApp. It takes two minutes.',
  },
  {
    title: 'Choose how it will look',
    text: 'We look at your cabinets together and agree on color, finish, hardware and price.',
  },
  {
    title: 'Get your kitchen back',
    text: 'Doors and drawers are cleaned, repaired, sanded, finished and hung straight again.',
  },
];

function Process() {
  return (
    <section aria-labelledby="process-title">
      <h2 id="process-title" className={styles.title}>
        How it works
      </h2>
      <ol role="list" className={styles.steps}>
        {STEPS.map(({ title, text }, index) => (
          <li key={title} className={styles.step}>
            <span className={styles.number} aria-hidden="true">
              {index + 1}
            </span>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Contact() {
  const whatsapp = useWhatsappLink();
  return (
    <section aria-labelledby="contact-title" className={styles.band}>
      <div className={styles.inner}>
        <h2 id="contact-title">{__HAS_STREET__ ? 'Come by, or just write' : 'We come to you'}</h2>
        <div className={styles.links}>
          <a
            href={business.mapsUrl}
            target="_blank"
            rel="noopener noreferrer"
            className={styles.link}
          >
            <Icon name="map-pin" size="2.25rem" />
            <span className={styles.words}>
              <span className={styles.name}>Check our locals</span>{' '}
              <span className={styles.detail}>{business.area}</span>
            </span>
            <Icon name="arrow" size="1.5rem" />
          </a>{' '}
          <a href={whatsapp} target="_blank" rel="noopener noreferrer" className={styles.link}>
            <Icon name="whatsapp" size="2.25rem" />
            <span className={styles.words}>
              <span className={styles.name}>Whatsapp us</span>{' '}
              <span className={styles.phone}>{business.whatsapp}</span>{' '}
              <span className={styles.detail}>Click here to chat with us</span>
            </span>
            <Icon name="arrow" size="1.5rem" />
          </a>
        </div>
      </div>
    </section>
  );
}
