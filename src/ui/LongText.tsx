import { useId, useState } from 'react';
import styles from './LongText.module.css';
import { classNames } from './stringHelpers';

interface LongTextProps {
  text: string;
  /** Whether the text is folded: not where no script runs, because no button works there. */
  canFold?: boolean;
  /** What the text is, for the button's name where a page has many of them. */
  of?: string;
}

/** A long text is folded, so that one review does not fill the screen. */
export function LongText({ text, canFold = true, of }: LongTextProps) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const isFoldable = canFold && isLong(text);
  const isFolded = isFoldable && !isOpen;
  const label = isOpen ? 'Show less' : 'Show all';
  return (
    <>
      <p id={id} className={classNames(styles.text, isFolded && styles.folded)} dir="auto">
        {text}
      </p>
      {isFoldable && (
        <button
          type="button"
          className={styles.unfold}
          aria-expanded={isOpen}
          aria-controls={id}
          aria-label={of && `${label} ${of}`}
          onClick={() => setIsOpen(!isOpen)}
        >
          {label}
        </button>
      )}
    </>
  );
}

/** Characters of a line on a phone, about. */
const LINE = 40;
/** A text of more lines is folded to eight (`.folded`). A few more are not worth a press. */
const MOST_LINES = 12;

function isLong(text: string): boolean {
  const lines = text.split('\n').map((line) => Math.max(1, Math.ceil(line.length / LINE)));
  return lines.reduce((sum, each) => sum + each, 0) > MOST_LINES;
}
