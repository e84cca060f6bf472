import { Button } from '../../ui/Button';
import { focusOnMount } from '../focusOnMount';
import styles from './WorkEditor.module.css';

interface DiscardQuestionProps {
  /** What is not lost, or not known. */
  children: string;
  onDiscard(): void;
  onKeep(): void;
}

/** Asks before the work is deleted from this phone. */
export function DiscardQuestion({ children, onDiscard, onKeep }: DiscardQuestionProps) {
  return (
    <fieldset
      ref={focusOnMount}
      tabIndex={-1}
      aria-label="Discard this work?"
      className={styles.question}
    >
      <p>
        <strong>Discard this work?</strong> <span>Its title and pictures go from this page.</span>{' '}
        <span>{children}</span>
      </p>
      <div className={styles.foot}>
        <Button icon="trash" onClick={onDiscard}>
          Yes, discard it
        </Button>
        <Button variant="quiet" onClick={onKeep}>
          Keep it
        </Button>
      </div>
    </fieldset>
  );
}
