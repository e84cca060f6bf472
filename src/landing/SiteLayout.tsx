import type { CSSProperties, ReactNode } from 'react';
import { isLongName } from '../contract/business';
import { ButtonLink } from '../ui/Button';
import { Icon, Logo } from '../ui/Icon';
import { Link } from '../ui/Link';
import { business } from '../shared/business/businessFacts';
import { NETWORKS, telLink, useWhatsappLink } from '../shared/business/contactLinks';
import styles from './SiteLayout.module.css';

export function SiteLayout({ children }: { children: ReactNode }) {
  return (
    <div className={styles.layout}>
      <a href="#main" className={styles.skip}>
        Skip to content
      </a>
      <Header />
      <main id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      <Footer />
      <StickyActions />
    </div>
  );
}

/**
 * The head of every page. Its button is hidden while the page shows its own one, if the browser supports view
 * timelines.
 */
function Header() {
  return (
    <header
      className={styles.header}
      style={{ '--letters': business.name.length } as CSSProperties}
      data-long={isLongName(business.name) || undefined}
    >
      <Link to="/" className={styles.logo}>
        <Logo size={40} />
        <span className={styles.business}>{business.name}</span>
      </Link>
      <nav aria-label="Main" className={styles.nav}>
        {/* The button comes first: while it is hidden, it leaves no gap between or after the others. */}
        <ButtonLink
          variant="primary"
          icon="brush"
          href="/#request-service"
          className={styles.request}
        >
          Request service
        </ButtonLink>{' '}
        <Link to="/#gallerySection" className={styles.link}>
          Our work
        </Link>{' '}
        <a href={telLink(business.phone)} className={styles.call}>
          <Icon name="phone" size="1.25rem" />
          <span className={styles.number}>{business.phone}</span>
        </a>
      </nav>
    </header>
  );
}

function Footer() {
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <div className={styles.who}>
          <Logo size={48} />
          <div>
            <p className={styles.name}>{business.name}</p>
            <p className={styles.area}>{`Cabinet refinishing in ${business.area}`}</p>
          </div>
        </div>
        <div className={styles.ways}>
          <a href={telLink(business.phone)} className={styles.phone}>
            {business.phone}
          </a>
          <ul role="list" className={styles.networks}>
            {NETWORKS.map(({ icon, label, href }) => (
              <li key={href}>
                <a
                  href={href}
                  target="_blank"
                  rel="noopener noreferrer"
                  aria-label={label}
                  className={styles.network}
                  style={icon ? undefined : { padding: '0 8px' }}
                >
                  {icon ? <Icon name={icon} /> : label}
                </a>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </footer>
  );
}

/**
 * The bar of actions on phones: the two ways to reach the business, within reach of the thumb. It is hidden while the
 * page shows the same actions, if the browser supports view timelines.
 */
function StickyActions() {
  const whatsapp = useWhatsappLink();
  return (
    <nav aria-label="Contact" className={styles.bar}>
      <ButtonLink variant="primary" icon="brush" href="/#request-service">
        Request service
      </ButtonLink>{' '}
      <ButtonLink icon="whatsapp" href={whatsapp} external>
        Whatsapp us
      </ButtonLink>
    </nav>
  );
}
