import { Icon } from '../../ui/Icon';
import { useOnline } from '../useOnline';
import styles from './OfflineHint.module.css';

/** Says that there is no network, in a live region that is always there. */
export function OfflineHint() {
  const isOnline = useOnline();
  return (
    <output className={styles.region}>
      {!isOnline && (
        <span className={styles.hint}>
          <Icon name="wifi-off" size="1.125rem" />
          You are offline
        </span>
      )}
    </output>
  );
}
