/**
 * How a page starts: the gate in the HTML (`gate.ts`) imports this file behind the first paint; `prerender.tsx` renders
 * the same pages in the build. It starts each part once, in tasks that a touch can interrupt, and renders or hydrates by what the HTML brings.
 */
import { startTransition, type ReactNode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
// Imported before the components, so that their styles come after these.
import '../ui/fonts.css';
import '../ui/tokens.css';
import '../ui/base.css';
import './prerendered.css';
import { App, shellOf } from '../app/App';
import { waitAtMost } from '../lib/promises';
import { createIdleQueue } from '../shared/loading/idle';
import { log } from '../lib/log';
import { createOnce } from '../shared/services';
import { createWorksStore, type WorksOfPage } from '../shared/works/worksStore';
import { createSafety, watchDeliveries } from '../update/safety';
import { startWorker } from '../update/startWorker';
import { createLazyRequestForm } from '../request/lazyRequestForm';
import { createServices } from '../app/createServices';
import { loadRequestContent } from '../request/RequestDialog';
import { meantAddress } from './meantAddress';
import { keepOneEntry, numberEntry } from './oneEntry';
import {
  FACES,
  FACES_ATTRIBUTE,
  LIVE_ATTRIBUTE,
  SHELL_ATTRIBUTE,
  STARTED_ATTRIBUTE,
  WORKS_ID,
} from '../contract/names';

/** Milliseconds that idle tasks wait for the worker's install. */
const INSTALL_PATIENCE = 15_000;

function start(): void {
  // If the font of the headings does not load, its fallback stays.
  showFaces().catch(() => undefined);
  keepOneEntry(window);
  numberEntry(window);
  mendAddress();
  // Before the router hears of it.
  window.addEventListener('popstate', mendAddress);
  const works = createWorksStore(readWorksOfPage());
  const safety = createSafety();
  let onShown = () => {};
  const shown = new Promise<void>((resolve) => {
    onShown = resolve;
  });
  const worker = startWorker(safety, shown);
  const queueIdleTask = createIdleQueue(
    waitAtMost(shown).then(() => waitAtMost(worker.ready, INSTALL_PATIENCE)),
    (isBusy) => safety.report('later', isBusy ? 'disturbance' : 'none'),
  );
  const { pageOutbox, ...ports } = createServices(works, queueIdleTask, onShown);
  const requestForm = createLazyRequestForm(async () => {
    const { runForm, formMachine } = await loadRequestContent();
    // The machine is made ahead, in a task of its own: on a slow phone, evaluating the code is a long one already.
    await new Promise((resolve) => setTimeout(resolve));
    formMachine();
    return () => runForm({ ...ports, safety });
  });

  // Each step runs in its own task, so that a phone can answer a touch in between.
  setTimeout(() => {
    render(
      <BrowserRouter>
        <App
          services={{ ...ports, requestForm, safety, worker, queueIdleTask, once: createOnce() }}
        />
      </BrowserRouter>,
    );
    // This opens the database.
    setTimeout(() => {
      pageOutbox.start();
      watchDeliveries(safety, ports.outbox.follow);
    });
  });
}

/** Up to four headings in each frame, of the large ones one: all together are one long task of a phone. */
async function showFaces(): Promise<void> {
  await document.fonts.load(FACES);
  const headings = [...document.querySelectorAll('main h1, main h2, main h3, main .heading')];
  const showNext = () => {
    if (headings.length === 0) {
      document.documentElement.setAttribute(FACES_ATTRIBUTE, '');
      return;
    }
    let isLarge = false;
    for (let count = 0; count < 4 && headings[0] && !isLarge; count += 1) {
      const heading = headings.shift()!;
      isLarge = heading.matches('h1, h2');
      if (isLarge) showIfItFits(heading);
      else heading.setAttribute(FACES_ATTRIBUTE, '');
    }
    requestAnimationFrame(showNext);
  };
  requestAnimationFrame(showNext);
}

/**
 * A large heading that breaks into other lines keeps the fallback, so that nothing moves under a reader. (Titles of cards
 * are not asked: those that are not on the screen would be laid out for it.)
 */
function showIfItFits(heading: Element): void {
  const before = heading.clientHeight;
  heading.setAttribute(FACES_ATTRIBUTE, '');
  if (heading.clientHeight !== before) heading.setAttribute(FACES_ATTRIBUTE, 'fallback');
}

function mendAddress(): void {
  const meant = meantAddress(location);
  if (meant !== undefined) history.replaceState(history.state, '', meant);
}

/**
 * The works that the HTML brings. They are in a data block, because what the page shows of them may be rewritten
 * already: a translator may be quicker than this script.
 */
function readWorksOfPage(): WorksOfPage {
  const works = document.getElementById(WORKS_ID)?.textContent;
  return works ? (JSON.parse(works) as WorksOfPage) : {};
}

function render(page: ReactNode): void {
  const root = document.getElementById('root')!;
  // Its title stands: React makes it the page's own, and a page whose code does not load has no other.
  for (const tag of document.querySelectorAll(`[${LIVE_ATTRIBUTE}]:not(title)`)) tag.remove();
  // Without a prerendered page for this address nothing can be hydrated: in development the page is empty.
  const shell = root.getAttribute(SHELL_ATTRIBUTE);
  if (!shell || shell !== shellOf(location.pathname)) createRoot(root).render(page);
  else hydrate(root, page);
  root.setAttribute(STARTED_ATTRIBUTE, '');
}

function hydrate(root: HTMLElement, page: ReactNode): void {
  // In a transition React hydrates in slices, which a touch can interrupt.
  startTransition(() => {
    hydrateRoot(root, page, {
      onRecoverableError: (error) => log('The page was rendered again.', error),
    });
  });
}

async function startWatched(): Promise<void> {
  if (import.meta.env.DEV && new URLSearchParams(location.search).has('machines'))
    (await import('./machinePanel')).showMachines();
  start();
}

// The timer is set in a promise's callback. If it were set while this module is evaluated, the engine would
// parse the module again.
void Promise.resolve().then(() => setTimeout(() => void startWatched()));
