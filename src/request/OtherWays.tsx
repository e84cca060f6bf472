import { useWhatsappLink } from '../shared/business';
import { CallLink } from '../shared/CallLink';
import { ButtonLink } from '../ui/Button';
import styles from './OtherWays.module.css';

/** Beside whatever waits or fails: a call needs no data. */
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
