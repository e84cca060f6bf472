import { useCallback, useEffect, useState, type ReactNode } from 'react';
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
import { Address, OfflineLine, OwnerHeader } from './OwnerHeader';
import styles from './OwnerPage.module.css';
import type { OwnerDocumentsPort, PhonePort } from './ports';
import { usePages } from './List';
import { NextBuild } from './NextBuild';
import { useQuotes } from './reviews/ChosenQuotes';
import { OwnerRequests } from './requests/OwnerRequests';
import { OwnerReviews } from './reviews/OwnerReviews';
import { goTo, hashOf, useHash, usePlace } from './navigation';
import { BegunWork, begunWork, useBegunWork } from './works/begunWork';
import type { EditorCode } from './works/editorCode';
import { Editor, useEditor } from './works/Editor';
import { OwnerWorks } from './works/OwnerWorks';
import type { EditorPorts, Refusal } from './works/workEditorEffects';
import { isForeign } from '../../machines/workEditorContext';

export interface OwnerPagePorts extends Omit<EditorPorts, 'sendWork' | 'prepare'> {
  access: AccessPorts;
  documents: OwnerDocumentsPort;
  now(): Date;
  /** The one work that is in the editor. */
  kept: PhonePort;
  /** What the site that is served now says of its build. Rejects when it cannot be read. */
  built(): Promise<Built | undefined>;
  /** Loads the code of the editor, once. */
  editor(): Promise<EditorCode>;
}

/** The owner's page: read the requests, publish a work, correct one, take a review down, choose the quotes. */
export function OwnerPage({ ports }: { ports: OwnerPagePorts }) {
  const access = useOwnerAccess(ports.access);
  const { account, screen, problem, send } = access;
  useEffect(refuseStrayFiles, []);
  const signOut = account && {
    async unfinished() {
      const begun = await begunWork(ports.kept);
      return begun && !isForeign(begun, account.email) ? begun : undefined;
    },
    onSignOut() {
      // The editor ends before what it keeps is cleared.
      flushSync(() => send({ type: 'signOut.clicked' }));
      void clearKept(ports, account.email);
    },
  };
  return (
    <div className={styles.page}>
      <OwnerHeader>
        <div className={styles.account}>
          {account && signOut && (
            <>
              <Address address={account.email} />
              <SignOut {...signOut}>Sign out</SignOut>
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
          <AccessScreens {...access} kept={ports.kept} signOut={signOut} />
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

/** Whoever is next at this phone finds nothing of it. What another account has begun stays for that one. */
async function clearKept({ kept, chosen }: OwnerPagePorts, account: string): Promise<void> {
  chosen.clear();
  try {
    if (!isForeign(await kept.load(), account)) await kept.clear();
  } catch (error) {
    log('The kept work was not removed.', error);
  }
}

interface OwnerScreensProps {
  ports: OwnerPagePorts;
  access: OwnerAccessView;
}

/** The lists, and the editor on the screen or behind them. */
function OwnerScreens({ ports, access }: OwnerScreensProps) {
  const account = access.account?.email ?? '';
  const editor = useEditor(useHash(), ports, account);
  const { isListing, going } = editor;
  const { isRead, heading, leave } = usePlace(isListing);
  const [stores, setStores] = useState(0);
  const onStored = useCallback(() => setStores((count) => count + 1), []);
  const onRefusal = (refusal: Refusal) => {
    if (refusal === 'sessionEnded') access.send({ type: 'session.ended' });
    else ports.access.ownership.lookAgain();
  };
  const begun = useBegunWork(ports.kept, isListing, stores);
  const open = (address: string) => (pressed: Element) => {
    leave(pressed);
    goTo(address);
  };
  return (
    <>
      <Editor
        {...editor}
        ports={ports}
        account={account}
        open={open}
        onStored={onStored}
        onRefusal={onRefusal}
      />
      {isRead && (
        // Hidden behind an editor, not taken away: the owner comes back to the same place of the same list.
        <div hidden={!isListing} className={styles.lists}>
          <h1 ref={heading} tabIndex={-1} className="visually-hidden">
            Owner’s page
          </h1>
          <Lists ports={ports} onRefusal={onRefusal} stores={stores} open={open}>
            {going !== 'onItsWay' && (
              // What has ended stands in the line above the lists.
              <BegunWork begun={going ? null : begun} account={account} open={open} />
            )}
          </Lists>
        </div>
      )}
    </>
  );
}

interface ListsProps extends Pick<OwnerScreensProps, 'ports'> {
  onRefusal(refusal: Refusal): void;
  stores: number;
  open(address: string): (pressed: Element) => void;
  /** What can be added. */
  children: ReactNode;
}

/** What is read here is shown by more than one section. */
function Lists({ ports, onRefusal, stores, open, children }: ListsProps) {
  const { documents } = ports;
  const works = usePages(documents.works, stores);
  const quotes = useQuotes(documents);
  const removed = usePages(documents.removedWorks);
  // It stands in its place, to be put back.
  const isRemoved = (id: string) => removed.items?.some((work) => work.id === id);
  return (
    <>
      {/* The lists are long, and each stands below all of the one before. */}
      <nav aria-label="Lists" className={styles.jump}>
        <a href="#owner-requests" className={styles.link}>
          Requests
        </a>
        <a href="#owner-works" className={styles.link}>
          Works
        </a>
        <a href="#owner-reviews" className={styles.link}>
          Reviews
        </a>
        <a href="#owner-build" className={styles.link}>
          Build
        </a>
      </nav>
      <OwnerRequests documents={documents} onRefusal={onRefusal} />
      <OwnerWorks
        documents={documents}
        pages={works}
        stores={stores}
        removed={removed}
        onChange={(work, pressed) => open(hashOf(work.id))(pressed)}
        onRemoval={quotes.read}
        onRefusal={onRefusal}
      >
        {children}
      </OwnerWorks>
      <OwnerReviews
        documents={documents}
        quotes={quotes}
        removedWorks={removed.items}
        onRefusal={onRefusal}
      />
      <NextBuild
        readBuilt={ports.built}
        works={{ ...works, items: works.items?.filter(({ id }) => !isRemoved(id)) }}
        quotes={quotes.chosen}
      />
    </>
  );
}
