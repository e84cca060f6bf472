import { Icon, type IconName } from '../../ui/Icon';
import { Logo } from '../../ui/Logo';
import { business } from '../business';
import styles from './SiteFooter.module.css';

const NETWORKS: { icon: IconName; label: string; href: string }[] = [
  { icon: 'instagram', label: 'Instagram', href: business.instagram },
  { icon: 'facebook', label: 'Facebook', href: business.facebook },
  { icon: 'tiktok', label: 'Tiktok', href: business.tiktok },
];

/** Who this is, where, and the same ways to reach it as above. */
export function SiteFooter() {
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <div className={styles.who}>
          <Logo size={48} />
          <div>
            <p className={styles.name}>{business.name}</p>
            <p className={styles.area}>Cabinet refinishing in {business.area}</p>
          </div>
        </div>
        <div className={styles.ways}>
          <a href={`tel:${business.phone.replace(/[^+\d]/g, '')}`} className={styles.phone}>
            {business.phone}
          </a>
          <ul className={styles.networks}>
            {NETWORKS.map(({ icon, label, href }) => (
              <li key={icon}>
                <a
                  href={href}
                  target="_blank"
                  rel="noopener noreferrer"
                  aria-label={label}
                  className={styles.network}
                >
                  <Icon name={icon} />
                </a>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </footer>
  );
}
