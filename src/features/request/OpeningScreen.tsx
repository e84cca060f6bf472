import { Spinner } from '../../ui/Spinner';
import styles from './OpeningScreen.module.css';

/** In the place of the form while its code is on its way. */
export function OpeningScreen() {
  return (
    <div className={styles.opening}>
      <span className={styles.spinner}>
        <Spinner />
      </span>
      <output>Opening the form…</output>
    </div>
  );
}
