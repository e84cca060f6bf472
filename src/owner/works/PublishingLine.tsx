import { Button } from '../../ui/Button';
import styles from '../OwnerPage.module.css';
import { amounts, SeePage } from './PublishScreens';
import type { WorkEditorView } from './useWorkEditor';

interface PublishingLineProps extends WorkEditorView {
  /** Shows the editor again. */
  onOpen(): void;
}

/** What stands above the lists while a work is on its way, and when it has arrived. */
export function PublishingLine(props: PublishingLineProps) {
  const { state, title, workId, onOpen } = props;
  const isPublished = state === 'published';
  return (
    <section aria-label="New work" className={styles.begun}>
      <p aria-live="polite">
        <strong dir="auto">{title.trim()}</strong> <span>{sentence(props)}</span>
      </p>
      {isPublished ? (
        <SeePage id={workId ?? ''} />
      ) : (
        <Button variant="quiet" onClick={onOpen}>
          Show it
        </Button>
      )}
    </section>
  );
}

function sentence({ state, progress }: PublishingLineProps): string {
  switch (state) {
    case 'published':
      return 'is in the gallery.';
    case 'waiting':
      return 'gets no answer. It goes on by itself when the network is back.';
    case 'refused':
      return 'was refused by the server.';
    default:
      return progress
        ? `is being published: ${amounts(progress.sentBytes, progress.totalBytes)}.`
        : 'is being published.';
  }
}
