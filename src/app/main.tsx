import { createRoot } from 'react-dom/client';
import { ServicesProvider } from '../features/services';
import '../ui/fonts.css';
import '../ui/tokens.css';
import '../ui/base.css';
import { App } from './App';
import { AppContextProvider } from './context';
import { CrashScreen } from './CrashScreen';
import { log } from './log';
import { startNavigation } from './navigation';
import { createSafety, watchDeliveries } from './safety';
import { createServices } from './services';
import { createVersionPort } from './version';
import { startWorker } from './worker';

startNavigation();
const services = createServices();
const safety = createSafety();
watchDeliveries(safety, services.outbox.subscribe);
const worker = startWorker({ safety, reload: () => location.reload(), log });
services.start();
const version = createVersionPort(services.config, worker);

createRoot(document.getElementById('root')!).render(
  <CrashScreen log={log}>
    <AppContextProvider value={{ services, safety, version }}>
      <ServicesProvider value={services}>
        <App />
      </ServicesProvider>
    </AppContextProvider>
  </CrashScreen>,
);
