import type { ReactElement, ReactNode } from 'react';
import { useNetwork } from './hooks';
import { Icon, type IconName } from './Icon';
import styles from './Notice.module.css';
import type { ReadFailure } from '../lib/results';

/** A message that screen readers announce at once. Render it only when there is something to say. */
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
  /** One sentence: what has happened. */
  title: ReactNode;
  /** What it means for the visitor. */
  children?: ReactNode;
  /** What the visitor can do now. */
  action?: ReactElement | undefined;
}

/** A panel in place of content that cannot be shown. Screen readers announce it politely. */
export function StateNotice({ icon, title, children, action }: StateNoticeProps) {
  return (
    <div className={styles.notice}>
      <Icon name={icon} size="2rem" />
      <output className={styles.words}>
        <strong>{title}</strong>
        {children && <span className={styles.text}>{children}</span>}
      </output>
      {action}
    </div>
  );
}

export const NOT_REACHED =
  'We could not be reached. Your connection may be slow, or a blocker in your browser may be in the way.';

interface ReadFailedProps {
  failure: ReadFailure;
  /** Title and text for when nothing answers and the browser says that it is offline. */
  offline: [string, string];
  /** Title and text in all other cases. */
  failed: [string, string?];
  action: ReactElement;
}

export function ReadFailed({ failure, offline, failed, action }: ReadFailedProps) {
  // Where the browser believes that it is online, one server may be out of reach, or blocked.
  const isOffline = useNetwork() === 'offline' && failure === 'offline';
  const [title, text] = isOffline ? offline : failed;
  return (
    <StateNotice icon={isOffline ? 'wifi-off' : 'cloud-wait'} title={title} action={action}>
      {text}
    </StateNotice>
  );
}
