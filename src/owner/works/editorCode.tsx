/** The code of the editor: a chunk that comes with its first use (Editor.tsx). */
import { useEffect, useState, type ReactElement } from 'react';
import { useWorkEditor, type EditorScreenProps, type WorkEditorView } from './useWorkEditor';
import { EditorScreen } from './WorkEditor';
import { lockManager } from '../../lib/browser';
import { log } from '../../lib/log';
import { StateNotice } from '../../ui/Notice';
import { Loading } from '../../ui/Skeleton';
import { KEPT } from '../data/keptDatabase';
import styles from './WorkEditor.module.css';
import { Button } from '../../ui/Button';
import shared from '../OwnerPage.module.css';
import type { Going } from './Editor';
import { amounts, Quarters, SeePage, UndoChange } from './PublishScreens';
import { situationOf } from './situations';
import type { Firestore } from 'firebase/firestore/lite';
import type { BackendConfig } from '../../firebase/config';
import { createWorkPreparation } from '../../pictures/page/workPreparation';
import { createSendWork } from '../data/sendWork';
import type { EditorPorts } from './workEditorEffects';

interface EditedWorkProps extends EditorScreenProps {
  /** Behind the lists a sending goes on, and a line above them says how far it is. */
  isShown: boolean;
  /** Must stay the same. */
  onGoing(going: Going): void;
  /** The work has arrived, or its correction. Must stay the same. */
  onStored(): void;
  /** `pressed`: the button that opens the editor. */
  onOpen(pressed: Element): void;
  onDismiss(): void;
}

/** A work in its editor, a new one or a stored one (its React key is its id), until it is stored. */
export function EditedWork(given: EditedWorkProps) {
  const { isShown, onGoing, onStored, onOpen, onDismiss, ...props } = given;
  const view = useWorkEditor(props);
  const { state, send } = view;
  const going = goingOf(view);
  useEffect(() => onGoing(going), [onGoing, going]);
  const isDone = state === 'done';
  useEffect(() => {
    if (isDone) onStored();
  }, [onStored, isDone]);
  useEffect(() => {
    if (isShown) send({ type: 'editor.opened' });
  }, [isShown, send]);
  if (isShown) return <EditorScreen {...props} {...view} />;
  return <PublishingLine {...view} onOpen={onOpen} onDismiss={onDismiss} />;
}

function goingOf({ state, reason }: WorkEditorView): Going {
  if (state === 'preparing' || state === 'sending' || state === 'stopped') return 'onItsWay';
  const isTold = state === 'done' || state === 'conflicting';
  return isTold || (state === 'closed' && reason === 'removed') ? 'ended' : undefined;
}

interface OneTabProps {
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
export function OneTab({ onClose, children }: OneTabProps) {
  const state = useLock();
  if (state === 'held') return children;
  if (state === 'asking') return <Loading label="Opening the work…" className={styles.loading} />;
  return (
    <StateNotice
      icon="alert"
      title="This work is open in another tab."
      action={onClose && <Button onClick={onClose}>Back to the lists</Button>}
    >
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
  locks.request(KEPT, { signal }, hold).catch((error: unknown) => {
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
  const { state, id, title, workId, progress, before, onOpen, onDismiss } = props;
  const { line } = situationOf(props);
  if (line === undefined) return null;
  return (
    <section aria-label={id === null ? 'New work' : 'Changed work'} className={shared.begun}>
      <output>
        <strong dir="auto">{title.trim()}</strong> <span>{line}</span>
      </output>
      {progress && (
        <div>
          <p>{amounts(progress.sentBytes, progress.totalBytes)}</p>
          <Quarters {...progress} />
        </div>
      )}
      {state === 'done' ? (
        <div className={shared.actions}>
          <SeePage id={workId ?? ''} />
          {before && <UndoChange {...props} />}
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

export type EditorCode = ReturnType<typeof openEditor>;

interface EditorDeps {
  config: BackendConfig;
  firestore: Firestore;
  /** The header of the owner's calls to Storage. */
  authorization(): Promise<string>;
  /** By the site's clock. */
  now(): Promise<Date>;
}

export function openEditor(deps: EditorDeps) {
  const ports: Pick<EditorPorts, 'sendWork' | 'prepare'> = {
    sendWork: createSendWork(deps),
    prepare: createWorkPreparation(),
  };
  return { ports, EditedWork, OneTab };
}
