import { type ComponentProps, type ReactElement, Fragment } from 'react';
import { business } from '../shared/business/businessFacts';
import { useNetwork } from '../ui/hooks';
import { Icon, Logo } from '../ui/Icon';
import styles from './OwnerPage.module.css';

export function OwnerHeader({ children }: { children: ReactElement }) {
  return (
    <header className={styles.header}>
      {/* The site is another build. */}
      <a href="/" className={styles.brand}>
        <Logo size={40} />
        <span>
          <span className={styles.brandName}>{business.name}</span>
          <span className={styles.brandPart}>Owner’s page</span>
        </span>
      </a>
      {children}
    </header>
  );
}

/** Nothing of this page works without the network, so it says when there is none. */
export function OfflineLine() {
  const network = useNetwork();
  return (
    <output>
      {network !== 'online' && (
        <span className={styles.offline}>
          <Icon name="wifi-off" />
          <span>
            {`${network === 'offline' ? 'You are offline.' : 'Nothing answers.'} This page goes on when the network is back.`}
          </span>
        </span>
      )}
    </output>
  );
}

interface WorkLinkProps extends ComponentProps<'a'> {
  id: string;
}

/** Leads to a work's page in another tab: what is being written here stays. */
export const WorkLink = ({ id, children, ...given }: WorkLinkProps) => (
  <a {...given} href={`/work/${encodeURIComponent(id)}`} target="_blank" rel="noopener">
    {children}
  </a>
);

/** A mail address or a path. In a narrow place it goes to the next line behind its dots, its @ and its slashes. */
export function Address({ address }: { address: string }) {
  const parts = address.match(/[^.@/]*[.@/]|[^.@/]+$/g) ?? [address];
  return (
    <span translate="no">
      {parts.map((part, index) => (
        <Fragment key={index}>
          <span>{part}</span>
          <wbr />
        </Fragment>
      ))}
    </span>
  );
}
