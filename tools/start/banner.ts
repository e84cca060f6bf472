import type { Backend } from '../../backend/backend';
import { painterFor } from '../terminal';

const paint = painterFor(process.stdout);

export interface Banner {
  backend: Backend;
  site: string;
  dataDir: string;
  host: string;
  startedInMs: number;
}

export function banner({ backend, site, dataDir, host, startedInMs }: Banner): string {
  const { origins } = backend;
  const row = (label: string, address: string) =>
    `  ${paint('dim', label.padEnd(10))} ${paint('cyan', address)}`;
  return [
    '',
    `  ${paint('green', '✔')} ${paint('bold', 'Ready')} ${paint('dim', `in ${seconds(startedInMs)}`)}`,
    '',
    `  ${paint('dim', 'Site'.padEnd(10))} ${paint(['bold', 'cyan'], site)}`,
    row('Owner', `${site}/owner`),
    row('Data', `${origins.firestore}/`),
    row('Firestore', origins.firestore),
    row('Auth', origins.auth),
    row('Storage', origins.storage),
    '',
    ...limitsOf(host, process.env).map((line) => `  ${line}\n`),
    paint('dim', `  The data are kept in ${dataDir}. Ctrl-C stops.`),
    '',
  ].join('\n');
}

/** What does not work at this address. */
export function limitsOf(host: string, env: NodeJS.ProcessEnv): string[] {
  const limits = [];
  if (!/^(localhost|127\..*|0\.0\.0\.0)$/.test(host)) limits.push(NOT_SECURE);
  if (env['CODESPACES'] === 'true') limits.push(CODESPACES);
  return limits;
}

const NOT_SECURE =
  'At this address a browser allows no service worker, because it is not HTTPS: nothing works\n' +
  '  offline, and a request is only sent while its page is open. With localhost all of it works.';
const CODESPACES =
  'In a codespace, open the site through VS Code on your own machine, which gives localhost the\n' +
  '  four ports. In the browser each port has a host of its own: only the built pages are shown.';

export function step(text: string): void {
  console.log(paint('dim', `  ${text}`));
}

export function failure(message: string): void {
  const [first, ...rest] = message.split('\n');
  const mark = painterFor(process.stderr)('red', '✖');
  console.error([`\n  ${mark} ${first}`, ...rest.map((line) => `  ${line}`), ''].join('\n'));
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
