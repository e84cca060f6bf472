import { Button } from '../../ui/Button';
import { Logo } from '../../ui/Logo';
import styles from './InstallHint.module.css';
import type { InstallOffer } from './useInstallPrompt';

/** After everything there is to see: the site can be kept as an app. Shown where browsers offer that. */
export function InstallHint({ install, dismiss }: InstallOffer) {
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
        <Button onClick={install}>Install</Button>
        <Button variant="quiet" onClick={dismiss}>
          Not now
        </Button>
      </div>
    </aside>
  );
}
