import { Button } from '../../ui/Button';
import styles from '../OwnerPage.module.css';
import { amounts, SeePage } from './PublishScreens';
import type { EditorState, WorkEditorView } from './useWorkEditor';

interface PublishingLineProps extends WorkEditorView {
  /** Shows the editor again. */
  onOpen(pressed: Element): void;
}

/** What stands above the lists while a work is on its way, and when it has arrived. */
export function PublishingLine(props: PublishingLineProps) {
  const { state, title, workId, progress, onOpen } = props;
  const isPublished = state === 'published';
  return (
    <section aria-label="New work" className={styles.begun}>
      <p aria-live="polite">
        <strong dir="auto">{title.trim()}</strong> <span>{SENTENCES[state] ?? SENDING}</span>
      </p>
      {progress && !isPublished && <p>{amounts(progress.sentBytes, progress.totalBytes)}</p>}
      {isPublished ? (
        <SeePage id={workId ?? ''} />
      ) : (
        <Button variant="quiet" onClick={({ currentTarget }) => onOpen(currentTarget)}>
          Show it
        </Button>
      )}
    </section>
  );
}

const SENDING = 'is being published.';

const SENTENCES: Partial<Record<EditorState, string>> = {
  published: 'is in the gallery.',
  waiting: 'gets no answer. It goes on by itself when the network is back.',
  exhausted: 'is not taken for now: the quota of your Firebase project is used up.',
  refused: 'was refused by the server.',
};
