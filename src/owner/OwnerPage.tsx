import { useCallback, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { log } from '../lib/log';
import { PartBoundary } from '../shared/loading/PartBoundary';
import { Alert } from '../ui/Notice';
import { ACCESS_PROBLEMS, AccessScreens, SignOut, useOwnerAccess } from './access/AccessScreens';
import { Address, OfflineLine, OwnerHeader } from './OwnerHeader';
import { clearOf } from './editor/kept/keptWork';
import styles from './OwnerPage.module.css';
import { PortsProvider, usePorts, type OwnerPagePorts, type Refusal } from './ports';
import { usePages } from './List';
import { NextBuild } from './NextBuild';
import { useQuotes } from './reviews/ChosenQuotes';
import { OwnerRequests } from './requests/OwnerRequests';
import { OwnerReviews } from './reviews/OwnerReviews';
import { goTo, hashOf, useHash, usePlace } from './navigation';
import { begunWork, useBegunWork, type BegunProps } from './editor/begunWork';
import { Editor, useEditor } from './editor/Editor';
import { OwnerWorks } from './works/OwnerWorks';
import { isForeign } from '../../machines/workEditorContext';

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
      clearOf(account.email, ports.kept).catch((error: unknown) =>
        log('The kept work was not removed.', error),
      );
    },
  };
  const onRefusal = (refusal: Refusal) =>
    send({ type: refusal === 'sessionEnded' ? 'session.ended' : 'write.refused' });
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
            <PortsProvider value={{ ...ports, account: account?.email ?? '', onRefusal }}>
              <OwnerScreens key={account?.uid} />
            </PortsProvider>
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

/** The lists, and the editor on the screen or behind them. */
function OwnerScreens() {
  const { kept } = usePorts();
  const editor = useEditor(useHash());
  const { isListing, going } = editor;
  const { isRead, heading, leave } = usePlace(isListing);
  const [stores, setStores] = useState(0);
  const onStored = useCallback(() => setStores((count) => count + 1), []);
  const begun = useBegunWork(kept, isListing, stores);
  const open = (address: string) => (pressed: Element) => {
    leave(pressed);
    goTo(address);
  };
  return (
    <>
      <Editor {...editor} open={open} onStored={onStored} />
      {isRead && (
        // Hidden behind an editor, not taken away: the owner comes back to the same place of the same list.
        <div hidden={!isListing} className={styles.lists}>
          <h1 ref={heading} tabIndex={-1} className="visually-hidden">
            Owner’s page
          </h1>
          <Lists
            stores={stores}
            open={open}
            // What has ended stands in the line above the lists.
            begin={going !== 'onItsWay' && { begun: going ? null : begun, open }}
          />
        </div>
      )}
    </>
  );
}

const SECTIONS = ['Requests', 'Works', 'Reviews', 'Build'];

interface ListsProps {
  stores: number;
  open(address: string): (pressed: Element) => void;
  begin: BegunProps | false;
}

/** What is read here is shown by more than one section. */
function Lists({ stores, open, begin }: ListsProps) {
  const { documents } = usePorts();
  const works = usePages(documents.works.list, stores);
  const [moves, setMoves] = useState(0);
  const quotes = useQuotes(moves);
  const removed = usePages(documents.works.removed);
  // It stands in its place, to be put back.
  const isRemoved = (id: string) => removed.items?.some((work) => work.id === id);
  return (
    <>
      {/* The lists are long, and each stands below all of the one before. */}
      <nav aria-label="Lists" className={styles.jump}>
        {SECTIONS.map((name) => (
          <a key={name} href={`#owner-${name.toLowerCase()}`} className={styles.link}>
            {name}
          </a>
        ))}
      </nav>
      <OwnerRequests />
      <OwnerWorks
        pages={works}
        removed={removed}
        onChange={(work, pressed) => open(hashOf(work.id))(pressed)}
        onMoved={() => setMoves((count) => count + 1)}
        begin={begin}
      />
      <OwnerReviews quotes={quotes} removedWorks={removed.items} moves={moves} />
      <NextBuild
        works={{ ...works, items: works.items?.filter(({ id }) => !isRemoved(id)) }}
        quotes={quotes.chosen}
      />
    </>
  );
}
