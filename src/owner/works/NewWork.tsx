import { useEffect, useState, type ReactElement } from 'react';
import {
  useWorkEditor,
  type EditorScreenProps,
  type EditorState,
  type WorkEditorView,
} from './useWorkEditor';
import { EditorScreen } from './WorkEditor';
import { lockManager } from '../../lib/browser';
import { log } from '../../lib/log';
import { WORK_LOCK } from '../data/keeping';
import { StateNotice } from '../../ui/Notice';
import { Loading } from '../../ui/Skeleton';
import styles from './WorkEditor.module.css';
import { Button } from '../../ui/Button';
import shared from '../OwnerPage.module.css';
import { amounts, Quarters, SeePage } from './PublishScreens';

interface NewWorkProps extends Omit<EditorScreenProps, 'stored'> {
  /** Whether the editor is on the screen. Behind the lists, a publishing goes on, with a line that says how far it is. */
  isShown: boolean;
  onState(state: EditorState): void;
  /** The work has arrived. Must stay the same. */
  onStored(): void;
  /** `pressed`: the button that opens the editor. */
  onOpen(pressed: Element): void;
}

/** The one new work: its editor, from the first letter until it is published. */
export function NewWork({ isShown, onState, onStored, onOpen, ...given }: NewWorkProps) {
  const props = { ...given, stored: null };
  const view = useWorkEditor(props);
  const { state, send } = view;
  useEffect(() => onState(state), [onState, state]);
  useEffect(() => {
    if (state === 'published') onStored();
  }, [onStored, state]);
  useEffect(() => {
    // Whoever opens the editor again after a work was published adds another one. In any other state this does nothing.
    if (isShown) send({ type: 'work.added' });
  }, [isShown, send]);
  if (isShown) return <EditorScreen {...props} {...view} />;
  return <PublishingLine {...view} onOpen={onOpen} />;
}

/** Milliseconds. A lock that is free is there long before. */
const PATIENCE = 500;

/**
 * Shows the editor in one tab of this browser at a time: two of them would overwrite each other's work. The next one
 * goes on when the first is closed. Where a browser has no locks, each tab shows it.
 */
export function OneTab({ children }: { children: ReactElement }) {
  const state = useLock();
  if (state === 'held') return children;
  if (state === 'asking') return <Loading label="Opening the work…" className={styles.loading} />;
  return (
    <StateNotice icon="alert" title="This work is open in another tab.">
      It opens here as soon as it is closed there.
    </StateNotice>
  );
}

function useLock(): 'asking' | 'waiting' | 'held' {
  const [state, setState] = useState<'asking' | 'waiting' | 'held'>('asking');
  useEffect(() => {
    let leave = () => {};
    const ask = () => {
      const stop = new AbortController();
      const timer = setTimeout(
        () => setState((now) => (now === 'asking' ? 'waiting' : now)),
        PATIENCE,
      );
      holdUntil(stop.signal, () => setState('held'));
      leave = () => {
        clearTimeout(timer);
        stop.abort();
      };
    };
    ask();
    // Safari before version 26 lets a page in its cache of pages keep its locks (WebKit bug 283528), and nobody can close it.
    const onHide = () => leave();
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      // Another page may have gone on with the work: it is opened anew.
      setState('asking');
      ask();
    };
    window.addEventListener('pagehide', onHide);
    window.addEventListener('pageshow', onShow);
    return () => {
      window.removeEventListener('pagehide', onHide);
      window.removeEventListener('pageshow', onShow);
      leave();
    };
  }, []);
  return state;
}

/** Calls `onHeld` when this tab has the lock, and keeps it until `signal`. */
function holdUntil(signal: AbortSignal, onHeld: () => void): void {
  const hold = () =>
    new Promise<void>((resolve) => {
      onHeld();
      signal.addEventListener('abort', () => resolve());
    });
  const locks = lockManager();
  if (!locks) return onHeld();
  locks.request(WORK_LOCK, { signal }, hold).catch((error: unknown) => {
    if (signal.aborted) return;
    log('This browser gives no lock.', error);
    onHeld();
  });
}

interface PublishingLineProps extends WorkEditorView {
  /** Shows the editor again. */
  onOpen(pressed: Element): void;
}

/** What stands above the lists while a work is on its way, and when it has arrived. */
export function PublishingLine(props: PublishingLineProps) {
  const { state, title, workId, progress, onOpen } = props;
  const isPublished = state === 'published';
  return (
    <section aria-label="New work" className={shared.begun}>
      <p aria-live="polite">
        <strong dir="auto">{title.trim()}</strong> <span>{SENTENCES[state] ?? SENDING}</span>
      </p>
      {progress && !isPublished && (
        <div>
          <p>{amounts(progress.sentBytes, progress.totalBytes)}</p>
          <Quarters {...progress} />
        </div>
      )}
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
