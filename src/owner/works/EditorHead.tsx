import { useEffect, useRef, type ReactNode } from 'react';
import { Button } from '../../ui/Button';
import styles from './WorkEditor.module.css';

/** The heading of the screen, which has the focus: the pressed button has gone with its screen. */
export function EditorHead({ children, onClose }: { children: ReactNode; onClose(): void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    // In braces: newer browsers return a promise, which is no cleanup.
    window.scrollTo({ top: 0, behavior: 'instant' });
  }, []);
  return (
    <div className={styles.head}>
      <Button variant="quiet" className={styles.back} onClick={onClose}>
        Back to the lists
      </Button>
      <h1 ref={heading} tabIndex={-1} className={styles.title}>
        {children}
      </h1>
    </div>
  );
}
