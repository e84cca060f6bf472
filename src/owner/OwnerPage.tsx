import {
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { flushSync } from 'react-dom';
import type { Built } from '../contract/built';
import { PartBoundary } from '../shared/loading/PartBoundary';
import { Alert } from '../ui/Notice';
import { log } from '../lib/log';
import {
  type AccessPorts,
  ACCESS_PROBLEMS,
  useOwnerAccess,
  type OwnerAccessView,
} from './access/ownerAccessEffects';
import { AccessScreens, SignOut } from './access/AccessScreens';
import { MailAddress, OfflineLine, OwnerHeader } from './OwnerHeader';
import styles from './OwnerPage.module.css';
import type { ListedWork, OwnerDocumentsPort, PhonePort } from './ports';
import { usePages } from './List';
import { NextBuild } from './NextBuild';
import { useQuotes } from './reviews/ChosenQuotes';
import { OwnerArrivals } from './arrivals/OwnerArrivals';
import { OwnerReviews } from './reviews/OwnerReviews';
import { begunName, begunWork, hashOf, useBegunWork } from './works/begunWork';
import type { EditorCode } from './works/editorCode';
import { LazyEditor } from './works/lazyEditor';
import { OwnerWorks } from './works/OwnerWorks';
import type { EditorState } from './works/useWorkEditor';
import type { EditorPorts } from './works/workEditorEffects';

export interface OwnerPagePorts extends Omit<EditorPorts, 'publisher' | 'prepare'> {
  access: AccessPorts;
  documents: OwnerDocumentsPort;
  now(): Date;
  /** The new work. */
  kept: PhonePort;
  /** The correction of a stored one. */
  keptChange: PhonePort;
  /** What the site that is served now says of its build. Rejects when it cannot be read. */
  built(): Promise<Built | undefined>;
  /** Loads the code of the editor, once. */
  editor(): Promise<EditorCode>;
}

/** The owner's page: publish a work, correct one, take a review down, choose the quotes, see what was mailed. It reads no lead. */
export function OwnerPage({ ports }: { ports: OwnerPagePorts }) {
  const access = useOwnerAccess(ports.access);
  const { account, screen, problem, send } = access;
  useEffect(refuseStrayFiles, []);
  return (
    <div className={styles.page}>
      <OwnerHeader>
        <div className={styles.account}>
          {account && (
            <>
              <MailAddress address={account.email} />
              <SignOut
                unfinished={async () => {
                  const begun = await Promise.all([ports.kept, ports.keptChange].map(begunWork));
                  return begun.filter((work) => work !== undefined);
                }}
                onSignOut={() => {
                  // The editor ends before what it keeps is cleared.
                  flushSync(() => send({ type: 'signOut.clicked' }));
                  clearKept(ports);
                }}
              />
            </>
          )}
        </div>
      </OwnerHeader>
      <OfflineLine />
      <main className={styles.main}>
        {screen !== 'signedOut' && problem && <Alert>{ACCESS_PROBLEMS[problem]}</Alert>}
        {screen === 'owner' ? (
          <PartBoundary name="the owner’s page">
            <OwnerScreens key={account?.uid} ports={ports} access={access} />
          </PartBoundary>
        ) : (
          <AccessScreens {...access} kept={ports.kept} keptChange={ports.keptChange} />
        )}
      </main>
    </div>
  );
}

/** A file that is dropped beside a field would be opened by the browser in place of the page. Returns what ends this. */
function refuseStrayFiles(): () => void {
  const abort = new AbortController();
  const refuse = (event: DragEvent) => {
    const { target, dataTransfer } = event;
    const isForField = target instanceof HTMLInputElement && target.type === 'file';
    if (isForField || !dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    dataTransfer.dropEffect = 'none';
  };
  for (const type of ['dragover', 'drop'] as const)
    document.addEventListener(type, refuse, { signal: abort.signal });
  return () => abort.abort();
}

/** Whoever is next at this phone finds nothing of it. */
function clearKept({ kept, keptChange, chosen }: OwnerPagePorts): void {
  chosen.clear();
  for (const each of [kept, keptChange])
    each.clear().catch((error: unknown) => log('The kept work was not removed.', error));
}

/** Which screen the address names: the lists, a new work, or a stored work by its id (`hashOf`). */
const ADD = '#add';

/** The stored work that a hash names. */
function changedIn(hash: string): string | undefined {
  const [, id] = /^#change=(.+)$/.exec(hash) ?? [];
  try {
    return id && decodeURIComponent(id);
  } catch {
    // Somebody has cut the address.
    return undefined;
  }
}

function goTo(hash: string): void {
  location.hash = hash;
}

/** The address's hash, which a phone's Back button changes. */
const useHash = (): string => useSyncExternalStore(followHash, () => location.hash);

function followHash(onChange: () => void): () => void {
  window.addEventListener('hashchange', onChange);
  return () => window.removeEventListener('hashchange', onChange);
}

interface OwnerScreensProps {
  ports: OwnerPagePorts;
  access: OwnerAccessView;
}

function OwnerScreens({ ports, access }: OwnerScreensProps) {
  const hash = useHash();
  const isListing = hash !== ADD && changedIn(hash) === undefined;
  const { isRead, heading, leave } = usePlace(isListing);
  const [stores, setStores] = useState(0);
  const onStored = useCallback(() => setStores((count) => count + 1), []);
  const onSessionEnded = () => access.send({ type: 'session.ended' });
  const open = (address: string) => (pressed: Element) => {
    leave(pressed);
    goTo(address);
  };
  const editors = useEditors(hash, ports);
  return (
    <>
      <LazyEditor
        ports={ports}
        isWanted={!isListing || isGoingOn(editors.newWork) || editors.changing !== undefined}
        isShown={!isListing}
        onClose={() => goTo('')}
      >
        {(code, editorPorts) => (
          <Editors
            {...editors}
            code={code}
            ports={editorPorts}
            open={open}
            onStored={onStored}
            onSessionEnded={onSessionEnded}
          />
        )}
      </LazyEditor>
      {isListing && editors.changing === undefined && (
        <UnsavedChange kept={ports.keptChange} stores={stores} />
      )}
      {isRead && (
        // Hidden behind an editor, not taken away: the owner comes back to the same place of the same list.
        <div hidden={!isListing} className={styles.lists}>
          <h1 ref={heading} tabIndex={-1} className="visually-hidden">
            Owner’s page
          </h1>
          <Lists
            ports={ports}
            onSessionEnded={onSessionEnded}
            isShown={isListing}
            stores={stores}
            onAdd={isOnItsWay(editors.newWork) ? undefined : open(ADD)}
            onChange={(work, pressed) => open(hashOf(work.id))(pressed)}
          />
        </div>
      )}
    </>
  );
}

/** The two editors: whether they are open, on the screen or behind the lists. */
function useEditors(hash: string, ports: OwnerPagePorts) {
  const [newWork, setNewWork] = useState<EditorState>();
  const [change, setChange] = useState<EditorState>();
  const [lastChanged, setLastChanged] = useState<string>();
  const changed = changedIn(hash);
  // What is on its way goes on: the next one is opened behind it.
  const next = isOnItsWay(change) ? lastChanged : changed;
  if (next !== undefined && next !== lastChanged) setLastChanged(next);
  useUnfinishedWork(ports, (id) => {
    if (id === null) return setNewWork('continuing');
    setLastChanged(id);
    setChange('continuing');
  });
  return {
    isAdding: hash === ADD,
    newWork,
    setNewWork,
    /** The stored work on the screen. */
    changed,
    /** The stored work in the editor, also behind the lists. */
    changing: next ?? (isGoingOn(change) ? lastChanged : undefined),
    setChange,
  };
}

interface EditorsProps extends ReturnType<typeof useEditors> {
  code: EditorCode;
  ports: OwnerPagePorts & EditorPorts;
  open(address: string): (pressed: Element) => void;
  onStored(): void;
  onSessionEnded(): void;
}

/** The editor of the new work and that of a stored one. */
function Editors(props: EditorsProps) {
  const { isAdding, newWork, setNewWork, changed, changing, setChange, ports, open } = props;
  const { code, onStored, onSessionEnded } = props;
  const { OneTab, EditedWork } = code;
  const changePorts = useMemo(() => ({ ...ports, kept: ports.keptChange }), [ports]);
  const onClose = () => goTo('');
  const isListing = !isAdding && changed === undefined;
  const placeOf = (isShown: boolean) =>
    isShown ? 'screen' : isListing ? 'behindLists' : 'behindEditor';
  const editor = { onStored, onSessionEnded, onClose };
  return (
    <>
      {(isAdding || isGoingOn(newWork)) && (
        <OneTab
          lock={ports.kept.lock}
          what="This work"
          onClose={isListing ? undefined : onClose}
        >
          <EditedWork
            {...editor}
            ports={ports}
            id={null}
            place={placeOf(isAdding)}
            onState={setNewWork}
            onDismiss={() => setNewWork(undefined)}
            onOpen={open(ADD)}
          />
        </OneTab>
      )}
      {changing !== undefined && (
        <OneTab
          lock={ports.keptChange.lock}
          what="A change of a work"
          onClose={isListing ? undefined : onClose}
        >
          <EditedWork
            key={changing}
            {...editor}
            ports={changePorts}
            id={changing}
            place={placeOf(changed !== undefined)}
            onState={setChange}
            onDismiss={() => setChange(undefined)}
            onOpen={open(hashOf(changing))}
          />
        </OneTab>
      )}
    </>
  );
}

/** Says that a stored work was changed and the change not saved, as after a reload. */
function UnsavedChange({ kept, stores }: { kept: PhonePort; stores: number }) {
  const unsaved = useBegunWork(kept, true, stores);
  if (!unsaved) return null;
  return (
    <section aria-label="Changed work" className={styles.begun}>
      <p>
        <strong dir="auto">{begunName(unsaved)}</strong>{' '}
        <span>has a change that is not saved.</span>
      </p>
      <a href={hashOf(unsaved.workId ?? '')} className={styles.link}>
        Go on with it
      </a>
    </section>
  );
}

interface ListsProps extends Pick<OwnerScreensProps, 'ports'> {
  onSessionEnded(): void;
  isShown: boolean;
  stores: number;
  onAdd: ((pressed: Element) => void) | undefined;
  onChange(work: ListedWork, pressed: Element): void;
}

/** What is read here is shown by more than one section. */
function Lists({ ports, onSessionEnded, ...ofWorks }: ListsProps) {
  const { documents, kept } = ports;
  const works = usePages(documents.works, ofWorks.stores);
  const quotes = useQuotes(documents);
  const removed = usePages(documents.removedWorks);
  // It stands in its place, to be put back.
  const isRemoved = (id: string) => removed.items?.some((work) => work.id === id);
  return (
    <>
      {/* The lists are long, and the second one stands below all of the first. */}
      <nav aria-label="Lists" className={styles.jump}>
        <a href="#owner-works" className={styles.link}>
          Works
        </a>
        <a href="#owner-reviews" className={styles.link}>
          Reviews
        </a>
        <a href="#owner-arrivals" className={styles.link}>
          Arrivals
        </a>
        <a href="#owner-build" className={styles.link}>
          Build
        </a>
      </nav>
      <OwnerWorks
        {...ofWorks}
        documents={documents}
        pages={works}
        kept={kept}
        removed={removed}
        onRemoval={quotes.read}
        onSessionEnded={onSessionEnded}
      />
      <OwnerReviews
        documents={documents}
        quotes={quotes}
        removedWorks={removed.items}
        onSessionEnded={onSessionEnded}
      />
      <OwnerArrivals documents={documents} />
      <NextBuild
        readBuilt={ports.built}
        works={{ ...works, items: works.items?.filter(({ id }) => !isRemoved(id)) }}
        quotes={quotes.chosen}
      />
    </>
  );
}

/**
 * The owner's place in the lists: the scroll and the pressed button, to which every way out of an editor leads back. Where
 * there is none, after the sign-in, the heading has the focus, because the pressed button has gone.
 */
function usePlace(isListing: boolean) {
  const [isRead, setIsRead] = useState(isListing);
  if (isListing && !isRead) setIsRead(true);
  const heading = useRef<HTMLHeadingElement>(null);
  const left = useRef<{ top: number; pressed: Element }>(null);
  useLayoutEffect(() => {
    if (!isListing) return;
    const { top, pressed } = left.current ?? {};
    if (top !== undefined) window.scrollTo({ top, behavior: 'instant' });
    const target = pressed?.isConnected ? (pressed as HTMLElement) : heading.current;
    target?.focus({ preventScroll: true });
  }, [isListing]);
  return {
    /** Whether the lists were shown. Whoever opens an editor at once does not wait for them. */
    isRead,
    heading,
    leave(pressed: Element) {
      left.current = { top: window.scrollY, pressed };
    },
  };
}

/** The states in which a new work is on its way: they go on behind the lists. */
const ON_ITS_WAY: EditorState[] = [
  'preparing',
  'addressing',
  'publishing',
  'waiting',
  'exhausted',
  'continuing',
  'refused',
];

const isOnItsWay = (state: EditorState | undefined) =>
  state !== undefined && ON_ITS_WAY.includes(state);

/** The states in which there is something to say. */
const ENDS: EditorState[] = ['published', 'undone', 'conflicting', 'removed'];

/** Whether an editor has something to do, or to say, behind the lists. */
const isGoingOn = (state: EditorState | undefined) =>
  isOnItsWay(state) || (state !== undefined && ENDS.includes(state));

/** A publishing that was cut goes on, and its screen opens by itself: `goOn` gets the id of the work, null of a new one. */
function useUnfinishedWork(
  { kept, keptChange }: OwnerPagePorts,
  goOn: (id: string | null) => void,
): void {
  const onUnfinished = useEffectEvent(goOn);
  useEffect(() => {
    const lookAt = async (port: PhonePort, isNew: boolean) => {
      try {
        const work = await port.load();
        if (!work?.isSubmitted) return;
        const id = isNew ? null : work.workId;
        onUnfinished(id);
        if (!location.hash) location.hash = id === null ? ADD : hashOf(id);
      } catch (error) {
        log('The unfinished work could not be read.', error);
      }
    };
    void lookAt(kept, true).then(() => lookAt(keptChange, false));
  }, [kept, keptChange]);
}
