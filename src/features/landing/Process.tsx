import styles from './Process.module.css';

const STEPS = [
  {
    title: 'Tell us what you have',
    text: 'Send a request with a few words and up to two pictures, or write to us on WhatsApp. It takes two minutes.',
  },
  {
    title: 'Choose how it will look',
    text: 'We look at your cabinets together and agree on color, finish, hardware and price.',
  },
  {
    title: 'Get your kitchen back',
    text: 'Doors and drawers are cleaned, repaired, sanded, finished and hung straight again.',
  },
];

/** How it goes, in three steps. */
export function Process() {
  return (
    <section aria-labelledby="process-title">
      <h2 id="process-title" className={styles.title}>
        How it works
      </h2>
      <ol className={styles.steps}>
        {STEPS.map(({ title, text }, index) => (
          <li key={title} className={styles.step}>
            <span className={styles.number} aria-hidden="true">
              {index + 1}
            </span>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
