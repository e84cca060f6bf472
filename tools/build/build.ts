/**
 * Builds the site: the page with Vite, the HTML of its first screens, then the service worker with its precache list.
 */
import { createHash } from 'node:crypto';
import { appendFile, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, loadEnv, type LogLevel } from 'vite';
import { injectManifest } from 'workbox-build';
import { builtOf, PATIENCE, readBuildGallery, ratingOf, type BuildGallery } from './buildGallery';
import type { Built } from '../../src/contract/built';
import { buildOwner } from './buildOwner';
import { businessConstants, readBusiness, type BusinessFile } from './businessFile';
import { hashOfSources, leaveMark } from './mark';
import { quotesOf } from './proof';
import { prerenderSite, type Chunks } from './prerender';
import { isWithin, replaceFolder } from './replaceFolder';
import { unfinished } from './unfinished';
import { ownTerminal } from '../terminal';
import { ToolError } from '../toolErrors';
import type { QuoteName, ServiceType } from '../../src/domain/types';
import { ConfigError, readConfig, type BackendConfig } from '../../src/firebase/config';
import { readQuotes } from '../../src/firebase/rest/quotes';
import { readServiceTypes } from '../../src/firebase/rest/readDocuments';
import { checkTokenSync, siteOriginFrom } from './siteOrigin';
import type { ReadResult } from '../../src/lib/results';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface BuildOptions {
  /** The folder for the built site. By default `dist`, which is the one that is deployed. */
  outDir?: string;
  logLevel?: LogLevel;
  /** The host on which a local backend answers during the build; `localhost` by default. */
  backendHost?: string;
  /** Whether that backend must answer. Without it, a local site is built without a gallery, and says nothing. */
  needsBackend?: boolean;
  /** The file with the facts of the business. By default the owner's file, or the sample if there is none. */
  businessFile?: string;
}

/** The site is built, but parts of the project could not be read. The message names what is missing in it. */
export class UnreadError extends ToolError {
  override name = 'UnreadError';
}

/**
 * Builds the whole site, and puts it into the place of an earlier one. Throws `ConfigError` if only some of the
 * `VITE_FIREBASE_*` variables are set, or if none is set and the site goes to `dist`. Throws `ToolError` for
 * facts and addresses that cannot be used, and, after the build, `UnreadError`.
 */
export async function buildSite(options: BuildOptions = {}): Promise<void> {
  const target = targetOf(options.outDir ?? 'dist');
  const logLevel = options.logLevel ?? 'warn';
  // A value from the environment would put React's development build into the site.
  process.env['NODE_ENV'] = 'production';
  const env = { ...loadEnv('production', root, 'VITE_'), ...process.env };
  const config = configOf(env, options);
  const sources = hashOfSources();
  const origin = siteOriginFrom(env);
  checkTokenSync(env);
  const known = readBusiness(options.businessFile);

  const types = await readServiceTypes(config, { signal: AbortSignal.timeout(PATIENCE) });
  const gallery = await readBuildGallery(config);
  const quotes = await readQuotes(config, { signal: AbortSignal.timeout(PATIENCE) });
  const works = gallery.ok ? gallery.value.works : [];
  const unread =
    config.local && !options.needsBackend
      ? []
      : unreadOf({ 'the gallery': gallery, 'the service types': types, 'the quotes': quotes });
  const project = config.local ? null : config.projectId;
  await replaceFolder(target, async (outDir) => {
    await writeSite({ outDir, logLevel, origin, config, known, types, gallery, quotes });
    leaveMark(outDir, { project, sources, unread: unread.map(({ what }) => what) });
  });
  const left = config.local ? [] : unfinished(works, known);
  if (left.length > 0) console.warn(warning(HAS_SAMPLES, left, REPLACE_SAMPLES));
  if (unread.length > 0) throw unreadError(unread, config.local);
}

/** The project of the site. A site for this machine alone never goes to the folder that is deployed. */
function configOf(env: Parameters<typeof readConfig>[0], options: BuildOptions): BackendConfig {
  const config = readConfig(env, options.backendHost ?? 'localhost');
  if (config.local && options.outDir === undefined) throw new ConfigError(NO_PROJECT);
  return config;
}

/** The folder to be replaced, which must not be one that has the project in it. */
function targetOf(outDir: string): string {
  const target = path.resolve(root, outDir);
  if (!isWithin(target, root)) return target;
  throw new ToolError(
    `The site cannot be built into ${target}, because the build replaces that folder. Choose another one.`,
  );
}

function unreadError(unread: ReturnType<typeof unreadOf>, local: boolean): UnreadError {
  const lines = unread.map(({ what, why }) => `${what}: ${why}`);
  return new UnreadError(warning(LACKS, lines, local ? READ_LOCAL : READ_THEM));
}

interface Parts {
  outDir: string;
  logLevel: LogLevel;
  origin: string;
  config: BackendConfig;
  known: BusinessFile;
  types: ReadResult<ServiceType[]>;
  gallery: ReadResult<BuildGallery>;
  quotes: ReadResult<QuoteName[]>;
}

/** Writes all files of the site into an empty folder. */
async function writeSite({
  outDir,
  logLevel,
  origin,
  config,
  known,
  types,
  gallery,
  quotes,
}: Parts) {
  const works = gallery.ok ? gallery.value.works : [];
  const voices = gallery.ok
    ? {
        rating: ratingOf(gallery.value),
        quotes: quotesOf(gallery.value, quotes.ok ? quotes.value : []),
      }
    : {};
  const define = businessConstants(known, voices);
  const built = await build({
    root,
    logLevel,
    configLoader: 'native',
    // The form offers these service types if it is opened for the first time without the network.
    define: { ...define, __SERVICE_TYPES__: JSON.stringify(types.ok ? types.value : []) },
    build: { outDir, emptyOutDir: true },
  });
  if (!('output' in built)) throw new Error('Vite has not built exactly one site.');
  const inlined = await prerenderSite({
    root,
    outDir,
    chunks: built.output,
    authDomain: config.authDomain,
    define,
    terminal: ownTerminal(),
    gallery: gallery.ok && works.length > 0 ? gallery.value : undefined,
  });
  const { authDomain, local } = config;
  const told: Built = {
    at: new Date().toISOString(),
    ...(gallery.ok && builtOf(gallery.value, quotes.ok ? quotes.value : undefined)),
  };
  await buildOwner({ root, outDir, logLevel, define, authDomain, local, built: told });
  // The sitemap itself is made by a function (functions/src/core/livePages.ts), which knows works that no build knows.
  await appendFile(path.join(outDir, 'robots.txt'), `\nSitemap: ${origin}/sitemap.xml\n`);
  await nameManifest(outDir, known);
  const notPrecached = [...sdkFiles(built.output), ...inlined];
  await buildWorker(outDir, config.local, notPrecached, logLevel);
  if (logLevel === 'info') {
    const { size } = await stat(path.join(outDir, 'sw.js'));
    console.log(`service worker: ${size} bytes`);
  }
}

const NO_PROJECT = `The site cannot be built for the web, because no Firebase project is named (VITE_FIREBASE_*).
Run npm run setup -- --project YOUR-PROJECT-ID, which writes the file .env, then build again (docs/deploy.md).
To look at the site on this machine only: npm start`;

const HAS_SAMPLES = 'the built site shows visitors samples and made-up facts:';
const REPLACE_SAMPLES = 'Replace each one as its line says, then build again (docs/deploy.md).';

function warning(title: string, lines: string[], advice: string): string {
  const line = '!'.repeat(80);
  return `\n${line}\nWARNING: ${title}\n${lines.map((each) => `  ${each}\n`).join('')}${advice}\n${line}`;
}

/**
 * The parts that could not be read, and why. The owner is warned loudly about them, because the site seems to work
 * without: its pages read these parts later.
 */
function unreadOf(reads: Record<string, ReadResult<unknown>>): { what: string; why: string }[] {
  return Object.entries(reads).flatMap(([what, read]) => {
    // `missing` is no failure: an owner may have set no service types.
    if (read.ok || read.reason === 'missing') return [];
    return [{ what, why: read.reason === 'offline' ? 'Firestore does not answer' : 'refused' }];
  });
}

const LACKS = 'the built site lacks parts that could not be read:';
const READ_LOCAL = `The backend of this machine serves them, but the build did not reach it.
Look for a proxy in the environment (HTTP_PROXY, NODE_USE_ENV_PROXY), and whether /etc/hosts names localhost.`;
const READ_THEM = `The site works, but its first screens are empty until scripts run, also for search engines.
The rules and the documents must be in the project before the build: do action 8 of docs/deploy.md again.`;

/** Writes the name of the business into the manifest, so that the installed app has it. */
async function nameManifest(outDir: string, { business, shortName }: BusinessFile): Promise<void> {
  const file = path.join(outDir, 'manifest.webmanifest');
  const manifest = JSON.parse(await readFile(file, 'utf8')) as object;
  const named = { ...manifest, name: business.name, short_name: shortName ?? business.name };
  await writeFile(file, JSON.stringify(named));
}

/**
 * The files that contain Firebase's SDK. They are of no use offline, and as large as all others together. To Vite a
 * worker is no chunk but an asset: the only scripts among those are the live gallery's.
 */
function sdkFiles(output: Chunks): string[] {
  const isSdk = (id: string) => /node_modules\/@?firebase\//.test(id.replaceAll('\\', '/'));
  return output
    .filter((file) =>
      file.type === 'chunk' ? file.moduleIds.some(isSdk) : file.fileName.endsWith('.js'),
    )
    .map(({ fileName }) => fileName);
}

async function buildWorker(
  outDir: string,
  local: boolean,
  notPrecached: string[],
  logLevel: LogLevel,
): Promise<void> {
  await build({
    root,
    logLevel,
    configFile: false,
    publicDir: false,
    define: {
      __LOCAL__: JSON.stringify(local),
      'process.env.NODE_ENV': JSON.stringify('production'),
    },
    // Workbox brings an older idb, whose calls are the same.
    resolve: { dedupe: ['idb'] },
    build: {
      target: 'es2022',
      outDir,
      emptyOutDir: false,
      reportCompressedSize: false,
      lib: {
        entry: path.join(root, 'sw/sw.ts'),
        formats: ['iife'],
        name: 'sw',
        fileName: () => 'sw.js',
      },
    },
  });
  const worker = path.join(outDir, 'sw.js');
  const headers = await readFile(path.join(root, 'firebase.json'), 'utf8');
  const { warnings } = await injectManifest({
    swSrc: worker,
    swDest: worker,
    globDirectory: outDir,
    globPatterns: [
      '{index,work,work/index}.html',
      'assets/**/*.{js,css,woff2}',
      'favicon.svg',
      'manifest.webmanifest',
    ],
    globIgnores: notPrecached,
    // The names that Vite gives contain a hash of the content already.
    dontCacheBustURLsMatching: /^assets\//,
    manifestTransforms: [
      (entries) => ({
        manifest: pagesLast(entries).map((entry) => withHeaders(entry, headers)),
      }),
    ],
  });
  for (const warning of warnings) console.warn(warning);
}

const isPage = ({ url }: { url: string }): boolean => url.endsWith('.html');

/** The worker restores them in this order, up to what a newer build does not have (sw/routes.ts). */
const pagesLast = <Entry extends { url: string }>(entries: Entry[]): Entry[] => [
  ...entries.filter((entry) => !isPage(entry)),
  ...entries.filter(isPage),
];

/**
 * The worker stores a page together with its headers, such as the policy. If only the headers change, the page must get
 * a new revision, too.
 */
function withHeaders<Entry extends { url: string; revision: string | null }>(
  entry: Entry,
  headers: string,
): Entry {
  if (!isPage(entry)) return entry;
  const hash = createHash('sha256').update(`${entry.revision}\n${headers}`);
  return { ...entry, revision: hash.digest('hex').slice(0, 32) };
}
