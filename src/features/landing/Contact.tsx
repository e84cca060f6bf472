import { Icon } from '../../ui/Icon';
import { business } from '../business';
import { useWhatsappLink } from '../useWhatsappLink';
import styles from './Contact.module.css';

/** Where the business is and how to talk to it. */
export function Contact() {
  const whatsapp = useWhatsappLink();
  return (
    <section aria-labelledby="contact-title" className={styles.band}>
      <div className={styles.inner}>
        <h2 id="contact-title">Come by, or just write</h2>
        <div className={styles.links}>
          <a
            href={business.mapsUrl}
            target="_blank"
            rel="noopener noreferrer"
            className={styles.link}
          >
            <Icon name="map-pin" size="2.25rem" />
            <span className={styles.words}>
              <span className={styles.name}>Check our locals</span>
              <span className={styles.detail}>{business.area}</span>
            </span>
            <Icon name="arrow" size="1.5rem" />
          </a>
          <a href={whatsapp} target="_blank" rel="noopener noreferrer" className={styles.link}>
            <Icon name="whatsapp" size="2.25rem" />
            <span className={styles.words}>
              <span className={styles.name}>Whatsapp us</span>
              <span className={styles.number}>{business.phone}</span>
              <span className={styles.detail}>Click here to chat with us</span>
            </span>
            <Icon name="arrow" size="1.5rem" />
          </a>
        </div>
      </div>
    </section>
  );
}
