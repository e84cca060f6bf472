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
import { StateNotice } from '../../ui/Notice';
import { Loading } from '../../ui/Skeleton';
import styles from './WorkEditor.module.css';
import { Button } from '../../ui/Button';
import shared from '../OwnerPage.module.css';
import { amounts, Quarters, SeePage, UndoChange } from './PublishScreens';

interface EditedWorkProps extends EditorScreenProps {
  /** On the screen, or behind what is: a publishing goes on there, and a line above the lists says how far it is. */
  place: 'screen' | 'behindLists' | 'behindEditor';
  /** Must stay the same. */
  onState(state: EditorState): void;
  /** The work has arrived, or its correction. Must stay the same. */
  onStored(): void;
  /** `pressed`: the button that opens the editor. */
  onOpen(pressed: Element): void;
  onDismiss(): void;
}

/** A work in its editor, a new one or a stored one (its React key is its id), until it is published. */
export function EditedWork(given: EditedWorkProps) {
  const { place, onState, onStored, onOpen, onDismiss, ...props } = given;
  const isShown = place === 'screen';
  const view = useWorkEditor(props);
  const { state, send } = view;
  useEffect(() => onState(state), [onState, state]);
  useEffect(() => {
    if (state === 'published' || state === 'undone') onStored();
  }, [onStored, state]);
  useEffect(() => {
    if (isShown) send({ type: 'editor.opened' });
  }, [isShown, send]);
  if (isShown) return <EditorScreen {...props} {...view} />;
  return (
    place === 'behindLists' && <PublishingLine {...view} onOpen={onOpen} onDismiss={onDismiss} />
  );
}

interface OneTabProps {
  lock: string;
  /** What this lock is of: “This work”. */
  what: string;
  /** Leads back to the lists; undefined where they are shown. */
  onClose: (() => void) | undefined;
  children: ReactElement;
}

/** Milliseconds. A lock that is free is there long before. */
const PATIENCE = 500;

/**
 * Shows the editor in one tab of this browser at a time: two of them would overwrite each other's work. The next one
 * goes on when the first is closed. Where a browser has no locks, each tab shows it.
 */
export function OneTab({ lock, what, onClose, children }: OneTabProps) {
  const state = useLock(lock);
  if (state === 'held') return children;
  if (state === 'asking') return <Loading label="Opening the work…" className={styles.loading} />;
  return (
    <StateNotice
      icon="alert"
      title={`${what} is open in another tab.`}
      action={onClose && <Button onClick={onClose}>Back to the lists</Button>}
    >
      It opens here as soon as it is closed there.
    </StateNotice>
  );
}

function useLock(lock: string): 'asking' | 'waiting' | 'held' {
  const [state, setState] = useState<'asking' | 'waiting' | 'held'>('asking');
  useEffect(() => {
    let leave = () => {};
    const ask = () => {
      const stop = new AbortController();
      const timer = setTimeout(
        () => setState((now) => (now === 'asking' ? 'waiting' : now)),
        PATIENCE,
      );
      holdUntil(lock, stop.signal, () => setState('held'));
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
  }, [lock]);
  return state;
}

/** Calls `onHeld` when this tab has the lock, and keeps it until `signal`. */
function holdUntil(lock: string, signal: AbortSignal, onHeld: () => void): void {
  const hold = () =>
    new Promise<void>((resolve) => {
      onHeld();
      signal.addEventListener('abort', () => resolve());
    });
  const locks = lockManager();
  if (!locks) return onHeld();
  locks.request(lock, { signal }, hold).catch((error: unknown) => {
    if (signal.aborted) return;
    log('This browser gives no lock.', error);
    onHeld();
  });
}

interface PublishingLineProps extends WorkEditorView {
  /** Takes the line away, and the editor with it: another tab can correct a work then. */
  onDismiss(): void;
  /** Shows the editor again. */
  onOpen(pressed: Element): void;
}

/** What stands above the lists while a work is on its way, and when it has arrived. */
export function PublishingLine(props: PublishingLineProps) {
  const { state, id, title, workId, progress, before, problem, send, onOpen, onDismiss } = props;
  const isStored = state === 'published' || state === 'undone';
  const sentences = id === null ? SENTENCES : { ...SENTENCES, ...SENTENCES_OF_CHANGE };
  const sentence = problem === 'titleTaken' ? 'needs another title.' : sentences[state];
  return (
    <section aria-label={id === null ? 'New work' : 'Changed work'} className={shared.begun}>
      <p aria-live="polite">
        <strong dir="auto">{title.trim()}</strong> <span>{sentence ?? SENDING}</span>
      </p>
      {progress && !isStored && (
        <div>
          <p>{amounts(progress.sentBytes, progress.totalBytes)}</p>
          <Quarters {...progress} />
        </div>
      )}
      {isStored ? (
        <div className={shared.actions}>
          <SeePage id={workId ?? ''} />
          {before && <UndoChange state={state} send={send} />}
          <Button variant="quiet" icon="close" onClick={onDismiss}>
            Hide this
          </Button>
        </div>
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
  conflicting: 'stands in the gallery in another version.',
  removed: 'is gone: somebody has removed it.',
  waiting: 'gets no answer. It goes on by itself when the network is back.',
  exhausted: 'is not taken for now: the quota of your Firebase project is used up.',
  refused: 'was refused by the server.',
};

const SENTENCES_OF_CHANGE: Partial<Record<EditorState, string>> = {
  published: 'is changed.',
  undone: 'is again as it was before.',
  conflicting: 'was changed by somebody else meanwhile.',
};
