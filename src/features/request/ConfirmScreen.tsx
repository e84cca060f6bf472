import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import styles from './Screens.module.css';

/** Asks before a record that is to be edited takes the place of what stands in the form. */
export function ConfirmScreen({ onAnswer }: { onAnswer(replace: boolean): void }) {
  return (
    <div className={styles.screen}>
      <span className={styles.badge}>
        <Icon name="retry" size="2rem" />
      </span>
      <p className={styles.label}>There is another request in the form</p>
      <p className={styles.text}>
        Replace what you have written with the request that was not accepted?
      </p>
      <div className={styles.answers}>
        <Button variant="primary" onClick={() => onAnswer(true)}>
          Replace it
        </Button>
        <Button onClick={() => onAnswer(false)}>Keep what I have written</Button>
      </div>
    </div>
  );
}
