import type { ReactNode } from 'react';
import styles from './Alert.module.css';
import { Icon } from './Icon';

/** A message that is announced at once. Render it when there is something to say, not before. */
export function Alert({ children, id }: { children: ReactNode; id?: string | undefined }) {
  return (
    <div role="alert" id={id} className={styles.alert}>
      <Icon name="alert" size="1.4em" />
      <div>{children}</div>
    </div>
  );
}
