import { startTransition, type ReactNode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
// Before the components, whose styles come after these.
import '../ui/fonts.css';
import '../ui/tokens.css';
import '../ui/base.css';
import './prerendered.css';
import { worksOfCards } from '../gallery/prerenderedCards';
import { App, shellOf } from '../app/App';
import { createLater, patiently } from '../shared/idle';
import { log } from '../lib/log';
import { EMBEDDED, putGalleryOfPage, putWorkOfPage, type EmbeddedWork } from '../shared/worksStore';
import { createSafety, watchDeliveries, watchRequestsInMemory } from '../update/safety';
import { startWorker } from '../update/startWorker';
import { createServices } from '../app/createServices';

/** How long code that is loaded in advance waits for the worker's install, in milliseconds. */
const INSTALL_PATIENCE = 15_000;

function start(): void {
  // The gate does so in a built page.
  if (import.meta.env.DEV) document.documentElement.dataset['faces'] = '';
  // The styles of what only scripts bring about (tools/build/prerender.ts).
  const rest = document.querySelector<HTMLLinkElement>('link[media="not all"]');
  if (rest) rest.media = 'all';
  const isWork = shellOf(location.pathname) === 'work';
  const work = document.getElementById(EMBEDDED)?.textContent;
  if (isWork && work) putWorkOfPage(JSON.parse(work) as EmbeddedWork);
  const cards = isWork ? undefined : worksOfCards();
  if (cards) putGalleryOfPage(cards);
  const safety = createSafety();
  let onShown = () => {};
  const shown = new Promise<void>((resolve) => {
    onShown = resolve;
  });
  const worker = startWorker(safety, shown);
  const later = createLater(
    patiently(shown).then(() => patiently(worker.ready, INSTALL_PATIENCE)),
    (isBusy) => safety.report('later', isBusy ? 'disturbance' : 'none'),
  );
  const { pageOutbox, ...ports } = createServices(later, onShown);

  // Each in a task of its own: a phone answers a touch in between.
  setTimeout(() => {
    render(
      <BrowserRouter>
        <App services={{ ...ports, safety, worker, later }} />
      </BrowserRouter>,
    );
    // Opens the database.
    setTimeout(() => {
      pageOutbox.start();
      watchDeliveries(safety, ports.outbox.follow);
      watchRequestsInMemory(safety, ports.outbox.follow);
    });
  });
}

function render(page: ReactNode): void {
  const root = document.getElementById('root')!;
  // For tests and tools that have to know.
  root.dataset['app'] = 'started';
  // Development brings an empty page, and /index.html is the landing page under another address.
  const { shell } = root.dataset;
  if (!shell || shell !== shellOf(location.pathname)) return createRoot(root).render(page);
  // As a transition React hydrates in slices, too.
  startTransition(() => {
    hydrateRoot(root, page, {
      onRecoverableError: (error) => log('The page was rendered again.', error),
    });
  });
}

// Set while this module is evaluated, a timer would make the engine parse it again; set in a promise's
// callback it does not.
void Promise.resolve().then(() => setTimeout(start));
