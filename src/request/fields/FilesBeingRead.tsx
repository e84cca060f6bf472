import { useEffect, useState } from 'react';
import { shallowEqual } from '@xstate/react';
import { awaitedIn, type RequestFormSnapshot } from '../../../machines/requestFormView';
import { quoted } from '../../shared/sendingTexts';
import { Spinner } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import styles from './FilesBeingRead.module.css';
import { useForm, useFormSelector } from '../useForm';

/** Milliseconds after which reading is shown. Most files take less. */
const SHOWN_AFTER = 400;
/** How many files of a large choice are named: the first ones. */
const MOST_NAMED = 4;

const readingIn = ({ context }: RequestFormSnapshot) => context.choice.reading;

/** Names the files that are still being read. Each can be left out. */
export function FilesBeingRead() {
  const form = useForm();
  const reading = useFormSelector(readingIn);
  const isReading = reading.length > 0;
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsShown(isReading), isReading ? SHOWN_AFTER : 0);
    return () => clearTimeout(timer);
  }, [isReading]);
  if (!isShown || !isReading) return null;
  const named = reading.slice(0, MOST_NAMED);
  const others = reading.slice(MOST_NAMED);
  return (
    <div className={styles.reading}>
      <output className={styles.status}>
        <Spinner />
        <span>{reading.length === 1 ? 'Reading a file…' : `Reading ${reading.length} files…`}</span>
      </output>
      <ul role="list" className={styles.files}>
        {named.map(({ id, name }) => (
          <li key={id} className={styles.file}>
            <span className={styles.name}>{name}</span>
            <button
              type="button"
              className={styles.leave}
              aria-label={`Leave out ${name}`}
              onClick={() => form.leaveOut(id)}
            >
              <Icon name="close" size="1.125rem" />
            </button>
          </li>
        ))}
        {others.length > 0 && (
          <li className={styles.file}>
            <span className={styles.name}>{`${others.length} more`}</span>
            <button
              type="button"
              className={styles.leave}
              aria-label={`Leave out ${others.length} more`}
              onClick={() => others.forEach(({ id }) => form.leaveOut(id))}
            >
              <Icon name="close" size="1.125rem" />
            </button>
          </li>
        )}
      </ul>
    </div>
  );
}

export function AwaitedFiles() {
  const names = useFormSelector(awaitedIn, shallowEqual);
  if (names.length === 0) return null;
  return (
    <div className={styles.awaited}>
      <output className={styles.status}>
        <Spinner />
        <span>{`Still reading ${quoted(names)}.`}</span>
      </output>
      <p className={styles.note}>
        {`If you close this page, your request goes without ${names.length === 1 ? 'it' : 'them'}.`}
      </p>
    </div>
  );
}
