/**
 * The editor, on the screen or behind the lists: a sending goes on there. Its own code is asked for when there is something
 * to do for it; until then the lists know what was begun.
 */
import { useEffect, useEffectEvent, useState, useCallback } from 'react';
import { idOf, isForeign, type KeptWork, isBlankWork } from '../../../machines/workEditorContext';
import { log } from '../../lib/log';
import { RetryButton, Button } from '../../ui/Button';
import { focusOnMount, useNetwork } from '../../ui/hooks';
import { StateNotice } from '../../ui/Notice';
import { Loading } from '../../ui/Skeleton';
import { FlushButton } from '../Question';
import styles from '../OwnerPage.module.css';
import { ADD, changedIn, goTo, hashOf } from '../navigation';
import { usePorts } from '../ports';
import { useRead } from '../readAndWrite';
import type { KeptWorkStore } from '../data/keptWork';

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
  const { value: code, isFailed } = useRead(
    isWanted ? editor : undefined,
    'The code of the editor did not load.',
  );
  const onClose = () => goTo('');
  if (!isWanted) return null;
  if (!code) {
    if (!isListing) return <EditorComing isFailed={isFailed} onClose={onClose} />;
    return isFailed && <WaitsForEditor />;
  }
  const { OneTab, EditedWork, ports } = code;
  return (
    <OneTab onClose={isListing ? undefined : onClose}>
      <EditedWork
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

/** The work, or the correction of one, that was begun in the editor and is not stored; undefined without one. */
export async function begunWork(kept: KeptWorkStore): Promise<KeptWork | undefined> {
  const work = await kept.load();
  return work && !isBlankWork(work) ? work : undefined;
}

/**
 * The begun work, for a component: null where there is none, undefined until that is known. It is read again whenever the
 * component is shown, and when `stores` changes: by then the work may have been published.
 */
export function useBegunWork(
  kept: KeptWorkStore,
  isShown = true,
  stores = 0,
): KeptWork | null | undefined {
  const read = useCallback(async () => (await begunWork(kept)) ?? null, [kept]);
  const failure = 'The kept work could not be read.';
  const { value, isFailed } = useRead(isShown ? read : undefined, failure, stores);
  return isFailed ? null : value;
}

/** What is said of it. */
export const begunText = ({ stored }: KeptWork): string =>
  stored ? 'has a change that is not saved.' : 'is not published yet.';

/** What the page calls it. */
export const begunName = ({ title }: KeptWork): string => title.trim() || 'A work without a title';

export interface BegunProps {
  /** Undefined until it is known. */
  begun: KeptWork | null | undefined;
  open(address: string): (pressed: Element) => void;
}

/** Goes on with the begun work, or begins one. */
export function BegunWork({ begun, open }: BegunProps) {
  const { account } = usePorts();
  const isOther = isForeign(begun ?? null, account);
  const goOn = begun?.stored && !isOther ? hashOf(begun.stored.id) : ADD;
  return (
    <div data-coming={begun === undefined || undefined} className={styles.section}>
      {begun && (
        <p className={styles.begun}>
          {isOther ? (
            <span>{`This phone keeps a work that ${begun.account} has begun.`}</span>
          ) : (
            <>
              <strong dir="auto">{begunName(begun)}</strong> <span>{begunText(begun)}</span>
            </>
          )}
        </p>
      )}
      <Button
        variant="primary"
        icon="camera"
        wide
        // It keeps its place until it is known what it does.
        style={begun === undefined ? { visibility: 'hidden' } : undefined}
        onClick={({ currentTarget }) => open(goOn)(currentTarget)}
      >
        {begun && !isOther ? 'Go on with it' : 'Add a work'}
      </Button>
    </div>
  );
}
