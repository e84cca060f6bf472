/**
 * The editor, on the screen or behind the lists: a sending goes on there. Its own code is asked for when there is something
 * to do for it.
 */
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { idOf, isForeign } from '../../../machines/workEditorContext';
import { log } from '../../lib/log';
import { Button, RetryButton } from '../../ui/Button';
import { focusOnMount, useNetwork, useWhenOnline } from '../../ui/hooks';
import { StateNotice } from '../../ui/Notice';
import { Loading } from '../../ui/Skeleton';
import styles from '../OwnerPage.module.css';
import type { OwnerPagePorts } from '../OwnerPage';
import { ADD, changedIn, goTo, hashOf } from '../navigation';
import type { EditorCode } from './editorCode';
import type { Refusal } from './workEditorEffects';

/** What goes on behind the lists: a work is on its way, or there is something to say of it. */
export type Going = 'onItsWay' | 'ended' | undefined;

/** The address of a work's editor; `id` is null for a new one. */
const addressOf = (id: string | null) => (id === null ? ADD : hashOf(id));

/** Which work the editor has: the one that the address names, unless another one is on its way. */
export function useEditor(hash: string, ports: OwnerPagePorts, account: string) {
  const [going, setGoing] = useState<Going>();
  /** The id of the work that it had last; null for a new one. */
  const [last, setLast] = useState<string | null>();
  const named = hash === ADD ? null : changedIn(hash);
  // The one that the address names waits for it.
  const next = going === 'onItsWay' ? last : named;
  if (next !== undefined && next !== last) setLast(next);
  useUnfinishedWork(ports, account, (id) => {
    setLast(id);
    setGoing('onItsWay');
  });
  return {
    /** It is not on the screen. */
    isListing: named === undefined,
    /** Undefined where it has none. */
    edited: next === undefined && going ? last : next,
    going,
    setGoing,
  };
}

/** A sending that was cut goes on, and its screen opens by itself. One of another account waits for that. */
function useUnfinishedWork(
  { kept }: OwnerPagePorts,
  account: string,
  goOn: (id: string | null) => void,
): void {
  const onUnfinished = useEffectEvent(goOn);
  useEffect(() => {
    kept.load().then(
      (work) => {
        if (!work?.isSubmitted || isForeign(work, account)) return;
        onUnfinished(idOf(work));
        if (!location.hash) location.hash = addressOf(idOf(work));
      },
      (error: unknown) => log('The unfinished work could not be read.', error),
    );
  }, [kept, account]);
}

interface EditorProps extends Omit<ReturnType<typeof useEditor>, 'going'> {
  ports: OwnerPagePorts;
  account: string;
  open(address: string): (pressed: Element) => void;
  onStored(): void;
  onRefusal(refusal: Refusal): void;
}

export function Editor({ isListing, edited, setGoing, open, ports, ...props }: EditorProps) {
  const { code, isFailed } = useEditorCode(ports.editor, edited !== undefined);
  const editorPorts = useMemo(() => code && { ...ports, ...code.ports }, [ports, code]);
  const onClose = () => goTo('');
  if (edited === undefined) return null;
  if (!code || !editorPorts) {
    if (!isListing) return <EditorComing isFailed={isFailed} onClose={onClose} />;
    return isFailed && <WaitsForEditor />;
  }
  const { OneTab, EditedWork } = code;
  return (
    <OneTab onClose={isListing ? undefined : onClose}>
      <EditedWork
        key={edited}
        {...props}
        ports={editorPorts}
        id={edited}
        isShown={!isListing}
        onClose={onClose}
        onGoing={setGoing}
        onDismiss={() => setGoing(undefined)}
        onOpen={open(addressOf(edited))}
      />
    </OneTab>
  );
}

/** Undefined until it is there. Asked for when it is first wanted, and again when the network is back. */
function useEditorCode(ask: () => Promise<EditorCode>, isWanted: boolean) {
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
const WaitsForEditor = () => (
  <NotLoaded
    title="What you have sent off waits: the editor did not load."
    ifOffline="It goes on when the network is back."
  />
);

/** In the place of the editor until its code is there. */
function EditorComing({ isFailed, onClose }: { isFailed: boolean; onClose(): void }) {
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
