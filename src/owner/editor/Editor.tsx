/**
 * The editor, on the screen or behind the lists: a sending goes on there. Its own code is asked for when there is something
 * to do for it; until then the lists know what was begun.
 */
import { useEffect, useEffectEvent, useState } from 'react';
import { idOf, isForeign } from '../../../machines/workEditorContext';
import { log } from '../../lib/log';
import { RetryButton } from '../../ui/Button';
import { focusOnMount, useNetwork } from '../../ui/hooks';
import { StateNotice } from '../../ui/Notice';
import { Loading } from '../../ui/Skeleton';
import { FlushButton } from '../Question';
import styles from '../OwnerPage.module.css';
import { ADD, changedIn, goTo, hashOf } from '../navigation';
import { usePorts } from '../ports';
import { useOwnerRead } from '../readAndWrite';
import { begunWork } from './begunWork';

/** What goes on behind the lists: a work is on its way, or there is something to say of it. */
export type Going = 'onItsWay' | 'ended' | undefined;

/** The address of a work's editor; `id` is null for a new one. */
const addressOf = (id: string | null) => (id === null ? ADD : hashOf(id));

/**
 * Which work the editor has, by its id; null for a new one, undefined for none:
 *
 *     going     | the address names a work | the address is of the lists
 *     undefined | that one                 | none
 *     onItsWay  | the one on its way, for which the named one waits
 *     ended     | that one                 | the one that has ended
 */
export function useEditor(hash: string) {
  const [going, setGoing] = useState<Going>();
  /** The one that the editor had last. */
  const [last, setLast] = useState<string | null>();
  const named = hash === ADD ? null : changedIn(hash);
  const isListing = named === undefined;
  const hasLast = going === 'onItsWay' || (going === 'ended' && isListing);
  const edited = hasLast ? last : named;
  if (edited !== undefined && edited !== last) setLast(edited);
  useUnfinishedWork((id) => {
    setLast(id);
    setGoing('onItsWay');
  });
  return {
    /** The editor is not on the screen. */
    isListing,
    edited,
    going,
    setGoing,
  };
}

/** A sending that was cut goes on, and its screen opens by itself. One of another account waits for that. */
function useUnfinishedWork(goOn: (id: string | null) => void): void {
  const { kept, account } = usePorts();
  const onUnfinished = useEffectEvent(goOn);
  useEffect(() => {
    begunWork(kept).then(
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
  open(address: string): (pressed: Element) => void;
  onStored(): void;
}

export function Editor({ isListing, edited, setGoing, open, ...props }: EditorProps) {
  const { editor } = usePorts();
  const isWanted = edited !== undefined;
  const { value: code, isFailed } = useOwnerRead(
    isWanted ? editor : undefined,
    'The code of the editor did not load.',
  );
  const onClose = () => goTo('');
  if (!isWanted) return null;
  if (!code) {
    if (!isListing) return <EditorComing isFailed={isFailed} onClose={onClose} />;
    return isFailed && <WaitsForEditor />;
  }
  const { OneTab, WorkEditor, ports } = code;
  return (
    <OneTab onClose={isListing ? undefined : onClose}>
      <WorkEditor
        key={edited}
        {...props}
        code={ports}
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
      <FlushButton onClick={onClose}>Back to the lists</FlushButton>
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
