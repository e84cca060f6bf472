import styles from './Spinner.module.css';

/** A turning ring in the current colour, hidden from screen readers: say beside it what goes on. */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />;
}
