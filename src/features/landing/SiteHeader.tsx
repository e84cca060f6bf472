import { Link } from 'react-router-dom';
import { ButtonLink } from '../../ui/Button';
import { Logo } from '../../ui/Logo';
import { business } from '../business';
import styles from './SiteHeader.module.css';

/** The logo, which leads home, and, where there is room, the two ways on. */
export function SiteHeader() {
  return (
    <header className={styles.header}>
      <Link to="/" className={styles.logo}>
        <Logo size={40} />
        <span>{business.name}</span>
      </Link>
      <nav aria-label="Main" className={styles.nav}>
        <Link to="/#gallerySection" className={styles.link}>
          Our work
        </Link>
        <ButtonLink href="/#request-service">Request service</ButtonLink>
      </nav>
    </header>
  );
}
