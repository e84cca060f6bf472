import { Spinner } from '../ui/Button';
import styles from './Opening.module.css';

export function Opening() {
  return (
    <div className={styles.opening}>
      <span className={styles.spinner}>
        <Spinner />
      </span>
      <p>Opening the form…</p>
    </div>
  );
}
