import { useEffect, useState, type ReactElement } from 'react';
import { lockManager } from '../../lib/browser';
import { log } from '../../lib/log';
import { waitAtMost } from '../../lib/promises';
import { Button } from '../../ui/Button';
import { StateNotice } from '../../ui/Notice';
import { Loading } from '../../ui/Skeleton';
import { KEPT } from './kept/keptDatabase';
import { usePorts } from '../ports';
import styles from './WorkEditor.module.css';

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
  const { kept } = usePorts();
  const [state, setState] = useState<'asking' | 'waiting' | 'held'>('asking');
  useEffect(() => {
    /** The next tab reads what the phone has, so it waits until all is written; not for ever: a file may never be read. */
    const written = () => waitAtMost(kept.settled());
    let tab = new AbortController();
    const ask = async () => {
      const { signal } = (tab = new AbortController());
      // This page may just have closed the editor. Until all is written, it still has the lock itself.
      await written();
      if (signal.aborted) return;
      const timer = setTimeout(
        () => setState((now) => (now === 'asking' ? 'waiting' : now)),
        PATIENCE,
      );
      signal.addEventListener('abort', () => clearTimeout(timer));
      holdUntil(signal, () => setState('held'));
    };
    void ask();
    // Safari before version 26 lets a page in its cache of pages keep its locks (WebKit bug 283528), and nobody can close it.
    const onHide = () => tab.abort();
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      // Another page may have gone on with the work: it is opened anew.
      setState('asking');
      void ask();
    };
    window.addEventListener('pagehide', onHide);
    window.addEventListener('pageshow', onShow);
    return () => {
      window.removeEventListener('pageshow', onShow);
      void written().then(() => {
        tab.abort();
        window.removeEventListener('pagehide', onHide);
      });
    };
  }, [kept]);
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
