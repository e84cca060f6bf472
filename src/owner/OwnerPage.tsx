import {
  useCallback,
  useEffect,
  useLayoutEffect,
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
import { begunName, begunWork } from './works/begunWork';
import type { EditorCode } from './works/editorCode';
import { LazyEditor } from './works/lazyEditor';
import { OwnerWorks } from './works/OwnerWorks';
import type { EditorState } from './works/useWorkEditor';
import type { EditorPorts } from './works/workEditorEffects';

export interface OwnerPagePorts extends Omit<EditorPorts, 'publisher' | 'prepare'> {
  access: AccessPorts;
  documents: OwnerDocumentsPort;
  now(): Date;
  kept: PhonePort;
  /** What the site that is served now says of its build. Rejects when it cannot be read. */
  built(): Promise<Built | undefined>;
  /** Loads the code of the editor, once. */
  editor(): Promise<EditorCode>;
}

/** The owner's page: publish a work, take a review down, choose the quotes, see what was mailed. It reads no lead. */
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
                unpublished={async () => {
                  const begun = await begunWork(ports.kept);
                  return begun && begunName(begun);
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
          <AccessScreens {...access} kept={ports.kept} />
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
function clearKept({ kept, changes, chosen }: OwnerPagePorts): void {
  chosen.clear();
  changes.forget();
  kept.clear().catch((error: unknown) => log('The kept work was not removed.', error));
}

/** Which screen the address names: the lists, a new work, or a stored work by its id. */
const ADD = '#add';

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
  const [stored, setStored] = useState<ListedWork | null>(null);
  const [newWork, setNewWork] = useState<EditorState>();
  const isAdding = hash === ADD;
  const changed = stored && hash === hashOf(stored.id) ? stored : null;
  const isListing = !isAdding && !changed;
  const { isRead, heading, leave } = usePlace(isListing);
  useUnfinishedWork(ports);
  const onSessionEnded = () => access.send({ type: 'session.ended' });
  const [stores, setStores] = useState(0);
  const onStored = useCallback(() => setStores((count) => count + 1), []);
  const onClose = () => {
    // Its address, one step back, leads to the lists then: what this page knows of the work may be old.
    setStored(null);
    goTo('');
  };
  const onAdd = (pressed: Element) => {
    leave(pressed);
    goTo(ADD);
  };
  const isOnItsWay = newWork !== undefined && ON_ITS_WAY.includes(newWork);
  return (
    <>
      <LazyEditor
        ports={ports}
        isWanted={!isListing || isOnItsWay}
        isShown={!isListing}
        onClose={onClose}
      >
        {({ OneTab, NewWork, ChangeEditor, storedWork }, editorPorts) => {
          const editor = { ports: editorPorts, onSessionEnded, onClose };
          return (
            <>
              {(isAdding || isOnItsWay || newWork === 'published') && (
                <OneTab>
                  <NewWork
                    {...editor}
                    isShown={isAdding}
                    onState={setNewWork}
                    onStored={onStored}
                    onOpen={onAdd}
                  />
                </OneTab>
              )}
              {changed && (
                <ChangeEditor
                  key={changed.id}
                  {...editor}
                  stored={storedWork(changed)}
                  onStored={onStored}
                />
              )}
            </>
          );
        }}
      </LazyEditor>
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
            onAdd={isOnItsWay ? undefined : onAdd}
            onChange={(work, pressed) => {
              leave(pressed);
              setStored(work);
              goTo(hashOf(work.id));
            }}
          />
        </div>
      )}
    </>
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
      <OwnerWorks {...ofWorks} documents={documents} pages={works} kept={kept} />
      <OwnerReviews documents={documents} quotes={quotes} onSessionEnded={onSessionEnded} />
      <OwnerArrivals documents={documents} />
      <NextBuild readBuilt={ports.built} works={works} quotes={quotes.chosen} />
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

const hashOf = (id: string) => `#change=${encodeURIComponent(id)}`;

/** A publishing that was cut goes on: its screen opens by itself. */
function useUnfinishedWork({ kept }: OwnerPagePorts): void {
  useEffect(() => {
    kept.load().then(
      (work) => {
        if (work?.isSubmitted) goTo(ADD);
      },
      (error: unknown) => log('The unfinished work could not be read.', error),
    );
  }, [kept]);
}
