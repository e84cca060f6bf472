import styles from './PrivacyNote.module.css';

/** What is kept where, at the foot of the form; tests/browser/privacy.spec.ts holds it to that. */
export function PrivacyNote() {
  return (
    <section aria-label="Privacy" className={styles.note}>
      <dl className={styles.places}>
        <dt>On this device</dt>
        <dd>
          What you write, until it is sent or you delete it. Then only its number and the time.
        </dd>
        <dt>With us</dt>
        <dd>What you send, on Google’s servers, to contact you about it.</dd>
        <dt>In pictures</dt>
        <dd>Not the place they were taken, unless your browser cannot open them.</dd>
      </dl>
    </section>
  );
}
