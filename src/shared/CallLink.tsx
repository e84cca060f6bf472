import { ButtonLink } from '../ui/Button';
import { business, telLink } from './businessFacts';
import styles from './CallLink.module.css';

/** Calls the business, with its number in sight. */
export function CallLink() {
  return (
    <ButtonLink icon="phone" href={telLink(business.phone)}>
      <span>
        Call <span className={styles.number}>{business.phone}</span>
      </span>
    </ButtonLink>
  );
}
