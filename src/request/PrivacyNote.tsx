import { Icon } from '../ui/Icon';
import styles from './PrivacyNote.module.css';

/** What becomes of what is sent, in a sentence; what is kept where (tests/delivery/privacy.spec.ts) on demand. */
export function PrivacyNote() {
  return (
    <section aria-label="Privacy" className={styles.note}>
      <p>We use what you send to contact you about your cabinets, and for nothing else.</p>
      <details className={styles.more}>
        <summary>
          How we handle it
          <Icon name="chevron" size="1rem" />
        </summary>
        <dl className={styles.places}>
          <dt>On this device</dt>
          <dd>
            What you write stays here until it is sent or you delete it, and for no more than seven
            days after your last change. Then only the request’s number and its time stay.
          </dd>
          <dt>With us</dt>
          <dd>
            What you send is on Google’s servers and in our mail until you ask us to delete it.
          </dd>
          <dt>In pictures</dt>
          <dd>
            We do not get the place where a picture was taken, unless your browser cannot open the
            picture.
          </dd>
        </dl>
      </details>
    </section>
  );
}
