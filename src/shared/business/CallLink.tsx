import { ButtonLink } from '../../ui/Button';
import { business } from './businessFacts';
import { telLink } from './contactLinks';
import styles from './CallLink.module.css';

export function CallLink() {
  return (
    <ButtonLink icon="phone" href={telLink(business.phone)}>
      Call <span className={styles.number}>{business.phone}</span>
    </ButtonLink>
  );
}
