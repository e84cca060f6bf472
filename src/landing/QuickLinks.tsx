import { classNames } from '../ui/stringHelpers';
import { Icon } from '../ui/Icon';
import { Link } from '../ui/Link';
import { NETWORKS } from '../shared/business/contactLinks';
import styles from './QuickLinks.module.css';

const LINKS = [
  { label: 'Request service', icon: 'brush', href: '#request-service', look: 'request' },
  { label: 'Our work', icon: 'kitchen', href: '#gallerySection', look: 'work' },
  // For an unknown name a plain door is drawn.
  ...NETWORKS.map(({ icon = 'door', ...network }) => ({
    ...network,
    icon,
    look: 'plain' as const,
  })),
] as const;

/** Three go into a row of a phone, and of four only two, so that none is alone in the next one. */
const SMALL = NETWORKS.length === 4 ? { flexBasis: 'min(40%, 9rem)' } : undefined;

/** Tiles that look like doors: two large ones lead within this site, small ones (three, as specified) to other sites. */
export function QuickLinks() {
  return (
    // `data-fold`: the worker sends the page up to here first (sw/firstScreen.ts).
    <nav data-fold="" aria-label="Quick links" className={styles.nav}>
      <ul
        role="list"
        className={styles.tiles}
        // The style sheet's columns are made for three small tiles. With more or fewer, the tiles share the rows evenly.
        style={NETWORKS.length === 3 ? undefined : { display: 'flex' }}
        data-testid="tiles"
      >
        {LINKS.map(({ label, icon, href, look }) => (
          <li
            key={label}
            className={classNames(styles.box, look === 'plain' && styles.small)}
            style={look === 'plain' ? SMALL : undefined}
          >
            <Link
              to={href}
              {...(look === 'plain' ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
              className={classNames(styles.door, styles[look])}
            >
              <Icon name={icon} size={look === 'plain' ? '1.75rem' : '2.25rem'} />
              <span className={look === 'plain' ? undefined : styles.name}>{label}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
