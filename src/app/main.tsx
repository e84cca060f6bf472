import { startTransition } from 'react';

import { ServicesProvider } from '../features/services';
import { worksStore } from '../features/worksStore';
import '../ui/fonts.css';
import '../ui/tokens.css';
import '../ui/base.css';
// Of what only the build renders; no modules, because nothing here uses their names.
import '../features/landing/NotFound.css';
import './NoScript.css';
import { App } from './App';
import { AppContextProvider } from './context';
import { CrashScreen } from './CrashScreen';
import { embeddedWorks, originAt } from './embedded';
import { log } from './log';
import { startNavigation } from './navigation';
import { createSafety, watchDeliveries } from './safety';
import { createServices } from './services';
import { createRoot, hydrateRoot } from './react';
import { isPrerendered } from './shells';
import { createVersionPort } from './version';
import { startWorker } from './worker';

function start(): void {
  const works = embeddedWorks();
  if (works) worksStore.put(works, originAt(location.pathname));
  startNavigation();
  const services = createServices();
  const safety = createSafety();
  const unsaved = createSafety();
  watchDeliveries(safety, services.outbox.subscribe);
  const worker = startWorker({ safety, reload: () => location.reload(), log });
  services.start();
  const version = createVersionPort(services.config, worker, unsaved);

  const page = (
    <CrashScreen log={log}>
      <AppContextProvider value={{ services, safety, unsaved, version }}>
        <ServicesProvider value={services}>
          <App />
        </ServicesProvider>
      </AppContextProvider>
    </CrashScreen>
  );
  const root = document.getElementById('root')!;
  // For tests and tools that have to know.
  root.dataset['app'] = 'started';
  // Development brings an empty page, and /index.html is the landing page under another address.
  if (isPrerendered()) {
    // As a transition React hydrates in slices, and answers a touch in between.
    startTransition(() => {
      hydrateRoot(root, page, {
        onRecoverableError: (error) => log('The prerendered page had to be rendered again.', error),
      });
    });
  } else {
    createRoot(root).render(page);
  }
}

// In a task of its own, so that a phone can answer a touch in between. By way of a promise, because
// a timer or a request on the stack of all this code would have the engine parse it once more.
void Promise.resolve().then(() => setTimeout(start));
