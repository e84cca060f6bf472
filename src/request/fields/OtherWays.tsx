import { business } from '../../shared/business/businessFacts';
import { telLink, useWhatsappLink } from '../../shared/business/contactLinks';
import { CallLink } from '../../shared/business/CallLink';
import { ButtonLink } from '../../ui/Button';
import styles from './OtherWays.module.css';

/** A call needs no data connection. */
export function OtherWays() {
  const whatsapp = useWhatsappLink();
  return (
    <div className={styles.others}>
      <p>You can also reach us directly:</p>
      <div className={styles.links}>
        <CallLink />
        <ButtonLink icon="whatsapp" href={whatsapp} external>
          WhatsApp
        </ButtonLink>
      </div>
    </div>
  );
}

export function OtherWaysInLine() {
  return (
    <p className={styles.line}>
      You can also call <a href={telLink(business.phone)}>{business.phone}</a> or write on{' '}
      <a href={useWhatsappLink()} target="_blank" rel="noopener noreferrer">
        WhatsApp
      </a>
      .
    </p>
  );
}
