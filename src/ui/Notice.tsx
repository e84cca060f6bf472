import type { ReactNode } from 'react';
import type { ReadFailure } from '../ports/reads';
import { Icon, type IconName } from './Icon';
import styles from './Notice.module.css';

/** A message that is announced at once. Render it when there is something to say, not before. */
export function Alert({ children, id }: { children: ReactNode; id?: string | undefined }) {
  return (
    <div role="alert" id={id} className={styles.alert}>
      <Icon name="alert" size="1.4em" />
      <div>{children}</div>
    </div>
  );
}

interface StateNoticeProps {
  icon: IconName;
  /** One sentence: what is the case. */
  title: ReactNode;
  /** What it means for the visitor. */
  children?: ReactNode;
  /** A way on. */
  action?: ReactNode;
}

/** A calm panel in the place of what could not be shown; announced politely. */
export function StateNotice({ icon, title, children, action }: StateNoticeProps) {
  return (
    <div aria-live="polite" className={styles.notice}>
      <Icon name={icon} size="2rem" />
      <p>
        <strong>{title}</strong>
      </p>
      {children && <p className={styles.text}>{children}</p>}
      {action}
    </div>
  );
}

/** What to say of a read that failed without being offline. */
export const SLOW_CONNECTION = 'We could not be reached. Your connection may be slow right now.';

interface ReadFailedProps {
  failure: ReadFailure;
  /** Title and text for visitors without a connection, then for all others. */
  offline: [string, string];
  failed: [string, string?];
  action: ReactNode;
}

/** In the place of what could not be read. */
export function ReadFailed({ failure, offline, failed, action }: ReadFailedProps) {
  const isOffline = failure === 'offline';
  const [title, text] = isOffline ? offline : failed;
  return (
    <StateNotice icon={isOffline ? 'wifi-off' : 'cloud-wait'} title={title} action={action}>
      {text}
    </StateNotice>
  );
}
