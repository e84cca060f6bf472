import { useCallback, useEffect, useState } from 'react';
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
import type { ListedWork, OwnerDocumentsPort, PhonePort } from './ports';
import { usePages } from './List';
import { NextBuild } from './NextBuild';
import { useQuotes } from './reviews/ChosenQuotes';
import { OwnerArrivals } from './arrivals/OwnerArrivals';
import { OwnerReviews } from './reviews/OwnerReviews';
import { ADD, goTo, hashOf, useHash, usePlace } from './navigation';
import { begunWork, UnsavedChange } from './works/begunWork';
import type { EditorCode } from './works/editorCode';
import { Editors, useEditors } from './works/Editors';
import { OwnerWorks } from './works/OwnerWorks';
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
              <Address address={account.email} />
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

interface OwnerScreensProps {
  ports: OwnerPagePorts;
  access: OwnerAccessView;
}

/** The lists, and the editors on the screen or behind them. */
function OwnerScreens({ ports, access }: OwnerScreensProps) {
  const editors = useEditors(useHash(), ports);
  const { isListing } = editors;
  const { isRead, heading, leave } = usePlace(isListing);
  const [stores, setStores] = useState(0);
  const onStored = useCallback(() => setStores((count) => count + 1), []);
  const onSessionEnded = () => access.send({ type: 'session.ended' });
  const open = (address: string) => (pressed: Element) => {
    leave(pressed);
    goTo(address);
  };
  return (
    <>
      <Editors
        {...editors}
        ports={ports}
        open={open}
        onStored={onStored}
        onSessionEnded={onSessionEnded}
      />
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
            onAdd={editors.canAdd ? open(ADD) : undefined}
            onChange={(work, pressed) => open(hashOf(work.id))(pressed)}
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
