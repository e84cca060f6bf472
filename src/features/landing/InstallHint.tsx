import { Button } from '../../ui/Button';
import { Logo } from '../../ui/Logo';
import styles from './InstallHint.module.css';

interface InstallHintProps {
  onInstall(): void;
  onDismiss(): void;
}

/** After everything there is to see: the site can be kept as an app. Shown where browsers offer that. */
export function InstallHint({ onInstall, onDismiss }: InstallHintProps) {
  return (
    <aside className={styles.hint} aria-labelledby="install-title">
      <Logo size={40} />
      <div className={styles.words}>
        <h2 id="install-title" className={styles.title}>
          Keep us at hand
        </h2>
        <p className={styles.text}>
          Install this site as an app: our work and the request form open without a connection, too.
        </p>
      </div>
      <div className={styles.actions}>
        <Button onClick={onInstall}>Install</Button>
        <Button variant="quiet" onClick={onDismiss}>
          Not now
        </Button>
      </div>
    </aside>
  );
}
