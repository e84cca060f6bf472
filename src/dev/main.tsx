/** `/dev/machines`: a development page of its own, with the site in a frame. */
import { createRoot } from 'react-dom/client';
import '../ui/fonts.css';
import '../ui/tokens.css';
import '../ui/base.css';
import { createMachineLog } from './machineLog';
import { MachinesPage } from './MachinesPage';

const log = createMachineLog(() => Date.now());
// Before the frame exists: nothing is missed.
window.machineInspector = log.inspect;
const site = new URLSearchParams(location.search).get('site') ?? '/';
createRoot(document.getElementById('root')!).render(<MachinesPage log={log} site={site} />);
