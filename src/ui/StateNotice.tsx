import type { ReactNode } from 'react';
import { Icon, type IconName } from './Icon';
import styles from './StateNotice.module.css';

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
