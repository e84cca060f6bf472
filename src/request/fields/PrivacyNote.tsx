import { Icon } from '../../ui/Icon';
import styles from './PrivacyNote.module.css';

/** How we use a request, in one sentence, and what is stored where (tests/delivery/privacy.spec.ts) in the details. */
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
            A request that waits stays here until it is sent or you delete it. One that you have
            only begun stays for seven days after your last change. Of a request that was sent, only
            the number and the time stay here.
          </dd>
          <dt>With us</dt>
          <dd>
            What you send is on Google’s servers and in our mail. Call or write to us to have it
            deleted.
          </dd>
          <dt>In pictures</dt>
          <dd>
            We remove the place where a picture was taken. Only a HEIC or AVIF picture that your
            browser cannot convert is sent as it is.
          </dd>
        </dl>
      </details>
    </section>
  );
}
