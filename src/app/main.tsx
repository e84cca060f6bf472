import { createRoot } from 'react-dom/client';
import '../ui/fonts.css';
import '../ui/tokens.css';
import '../ui/base.css';
import { App } from './App';
import { startNavigation } from './navigation';
import { createServices } from './services';
import { startWorker } from './worker';

startNavigation();
const services = createServices();
createRoot(document.getElementById('root')!).render(<App services={services} />);
startWorker(services);
