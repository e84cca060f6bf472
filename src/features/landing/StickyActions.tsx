import { ButtonLink } from '../../ui/Button';
import { useWhatsappLink } from '../useWhatsappLink';
import styles from './StickyActions.module.css';

/** The two ways to reach the business, always under the thumb on phones. */
export function StickyActions() {
  const whatsapp = useWhatsappLink();
  return (
    <nav aria-label="Contact" className={styles.bar}>
      <ButtonLink variant="primary" href="/#request-service" wide>
        Request
      </ButtonLink>
      <ButtonLink icon="whatsapp" href={whatsapp} external wide>
        WhatsApp
      </ButtonLink>
    </nav>
  );
}
