/**
 * `npm run bench -- [rounds, 3] [lighthouse|interactions|offline|sending|line|scale|photos|owner|blocking]`: how fast the built site is. Lighthouse
 * against a floor for each page: the page as it was in November 2026, without script and without faces of its
 * own (`tests/floor`), so that it does not move with the page. Then what a visitor does, the start without a
 * network, and a lead over slow 4G. Medians of interleaved runs. Only if they are named: `line` (first and largest paint on
 * lines of real packets; as root), `scale` (the growth with what exists), `photos` (the owner's phone while it prepares
 * some), `owner` (the owner's page on such a line; as root) and `blocking` (what the page's threads do while the live
 * gallery starts). Words like `before=../old` name other checkouts of the project, with their packages, for `line`, `owner`
 * and `blocking`.
 */
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createHosting } from '../../backend/hosting/index';
import { startSiteBackend } from '../../tools/start/siteBackend';
import { buildSite, setLocalEnvironment } from '../../tools/start/buildSite';
import { storedWorks } from '../support/serverContent';
import { benchBlocking } from './blocking';
import { buildCheckout } from './checkouts';
import { benchInteractions } from './interactions';
import { benchPages } from './lighthouse';
import { benchRealLine } from './realLine';
import { benchOfflineStart } from './offlineStart';
import { benchOwner } from './ownerOnLine';
import { benchPhotos } from './ownerPhotos';
import { benchScale } from './scale';
import { benchSending } from './benchSending';

const HOST = '127.0.0.1';
const ROOT = join(import.meta.dirname, '../..');
/** A running `npm start` is not in the way. */
const PORTS = { hosting: 5500, firestore: 8580, auth: 9599, storage: 9699 };
const SITE = `http://${HOST}:${PORTS.hosting}`;
const PARTS = [
  'lighthouse',
  'interactions',
  'offline',
  'sending',
  'line',
  'scale',
  'photos',
  'owner',
  'blocking',
];

/** A copy of the site, with the floor's pages in it. */
function writeFloor(siteDir: string, floorDir: string, work: string): void {
  cpSync(siteDir, floorDir, { recursive: true });
  const page = (name: string) => join(ROOT, 'tests/floor', name);
  cpSync(page('landing.html'), join(floorDir, 'index.html'));
  cpSync(page('work.html'), join(floorDir, 'work', work, 'index.html'));
  cpSync(page('leastWorker.js'), join(floorDir, 'leastWorker.js'));
}

/** `name=path`. */
function named(word: string): { name: string; path: string } {
  const [name = '', path = ''] = word.split('=');
  return { name, path };
}

const given = process.argv.slice(2);
const [rounds, ...words] = /^\d/.test(given[0] ?? '') ? (given as [string]) : ['3', ...given];
const chosen = words.filter((word) => !word.includes('='));
const others = words.filter((word) => word.includes('='));
if (!/^[1-9]\d?$/.test(rounds) || !chosen.every((part) => PARTS.includes(part)))
  throw new Error(`Usage: npm run bench -- [rounds 1-99] [${PARTS.join('|')}] [name=folder …]`);
const has = (part: string) => chosen.length === 0 || chosen.includes(part);
const folder = mkdtempSync(join(tmpdir(), 'lighthouse-'));
const [siteDir, floorDir] = [join(folder, 'site'), join(folder, 'floor')];
// Canonical addresses have to be those under test.
setLocalEnvironment(PORTS, ROOT, HOST);
const backend = await startSiteBackend({ host: HOST, ports: PORTS, siteDir, quiet: true });
const configFile = join(ROOT, 'firebase.json');
const { handle } = createHosting({ siteDir: floorDir, configFile });
const server = createServer((req, res) => void handle(req, res)).listen(0, HOST);
const stop = async () => {
  server.close();
  server.closeAllConnections();
  await backend.stop();
};
try {
  await buildSite(siteDir, HOST);
  const { id } = storedWorks(backend)[0]!;
  writeFloor(siteDir, floorDir, id);
  if (!server.listening) await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const floor = `http://${HOST}:${port}`;
  const times = Number(rounds);
  if (has('lighthouse')) await benchPages(SITE, floor, ['/', `/work/${id}`], times);
  const before = others.map(named).map(({ name, path }) => ({ name, root: resolve(path) }));
  const checkouts = [...before, { name: 'this', root: ROOT }];
  if (chosen.includes('line')) {
    const sites = [
      { name: 'this', folder: siteDir, configFile },
      { name: 'floor', folder: floorDir, configFile },
    ];
    for (const checkout of before.toReversed())
      sites.unshift(await buildCheckout(checkout, join(folder, `line-${checkout.name}`), HOST));
    const pictures = `http://${HOST}:${PORTS.storage}`;
    await benchRealLine(sites, ['/', `/work/${id}`], { folder, pictures, rounds: times });
  }
  if (chosen.includes('blocking'))
    await benchBlocking(checkouts, { folder, host: HOST, rounds: times });
  if (has('interactions')) await benchInteractions(SITE, `/work/${id}`, times);
  if (chosen.includes('photos')) await benchPhotos(SITE, join(folder, 'photos'), times);
  if (has('offline')) await benchOfflineStart(SITE, floor, folder, times, stop);
  // On the same ports, behind a slow line.
  await stop();
  if (chosen.includes('scale')) await benchScale({ host: HOST, siteDir, ports: PORTS });
  if (chosen.includes('owner')) {
    const place = { host: HOST, siteDir, ports: PORTS };
    await benchOwner(checkouts, place, { folder, configFile, rounds: times });
  }
  if (has('sending')) await benchSending(HOST, siteDir, PORTS, times);
} finally {
  await stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
