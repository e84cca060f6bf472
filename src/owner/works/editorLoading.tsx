/** The editor's code is asked for when there is something to do for it; what is said while it is not there. */
import { useCallback, useEffect, useState } from 'react';
import { log } from '../../lib/log';
import { Button, RetryButton } from '../../ui/Button';
import { focusOnMount, useNetwork, useWhenOnline } from '../../ui/hooks';
import { StateNotice } from '../../ui/Notice';
import { Loading } from '../../ui/Skeleton';
import styles from '../OwnerPage.module.css';
import type { EditorCode } from './editorCode';

/** Undefined until it is there. Asked for when it is first wanted, and again when the network is back. */
export function useEditorCode(ask: () => Promise<EditorCode>, isWanted: boolean) {
  const [code, setCode] = useState<EditorCode>();
  const [isFailed, setIsFailed] = useState(false);
  const load = useCallback(() => {
    ask().then(setCode, (error: unknown) => {
      log('The code of the editor did not load.', error);
      setIsFailed(true);
    });
  }, [ask]);
  useEffect(() => {
    if (!isWanted) return undefined;
    load();
    return () => setIsFailed(false);
  }, [isWanted, load]);
  useWhenOnline(isFailed && isWanted && !code, load);
  return { code, isFailed: isFailed && isWanted };
}

/** Above the lists, where a work is on its way. */
export function WaitsForEditor() {
  return (
    <NotLoaded
      title="What you have sent off waits: the editor did not load."
      ifOffline="It goes on when the network is back."
    />
  );
}

/** In the place of the editor until its code is there. */
export function EditorComing({ isFailed, onClose }: { isFailed: boolean; onClose(): void }) {
  return (
    <div className={styles.section}>
      <Button variant="quiet" className={styles.flush} onClick={onClose}>
        Back to the lists
      </Button>
      <h1 ref={focusOnMount} tabIndex={-1} className="visually-hidden">
        Opening the work
      </h1>
      {isFailed ? (
        <NotLoaded
          title="The editor did not load."
          ifOffline="It opens here when the network is back."
        />
      ) : (
        <Loading label="Opening the work…" className={styles.loading} />
      )}
    </div>
  );
}

/** Where the code stays away although the page is online, a deployment may have removed it. */
function NotLoaded({ title, ifOffline }: { title: string; ifOffline: string }) {
  const isOnline = useNetwork() === 'online';
  return (
    <StateNotice
      icon={isOnline ? 'cloud-wait' : 'wifi-off'}
      title={title}
      // The address says what is being opened, and what was entered is kept on the phone.
      action={isOnline ? <RetryButton onClick={() => location.reload()} /> : undefined}
    >
      {isOnline ? 'There may be a newer version of this page.' : ifOffline}
    </StateNotice>
  );
}
