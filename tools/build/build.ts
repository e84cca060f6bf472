/** Builds the site: the page with Vite, its first screens as HTML, then the service worker with its precache list. */
import { createHash } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, loadEnv, type LogLevel } from 'vite';
import { injectManifest } from 'workbox-build';
import { PATIENCE, readBuildGallery, ratingOf } from './buildGallery';
import { businessConstants, readBusiness, type BusinessFile } from './businessFile';
import { hashOfSources, leaveMark } from './mark';
import { quotesOf } from './proof';
import { prerenderSite, type Chunks } from './prerender';
import { writeSitemap } from './sitemap';
import { unfinished } from './unfinished';
import type { ReadResult } from '../../src/ports/reads';
import { ConfigError, readConfig } from '../../src/firebase/config';
import { readServiceTypes } from '../../src/firebase/rest/readers';
import { siteOriginFrom } from './siteOrigin';
import { isLocalMode } from '../../vite.config';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface BuildOptions {
  /** Where the site goes; `dist`, which is deployed, by default. */
  outDir?: string;
  logLevel?: LogLevel;
  /** Where a local backend answers while the site is built; `localhost` by default. */
  backendHost?: string;
  /** The facts of the business; the owner's file unless told. */
  businessFile?: string;
}

/** The site is built, but lacks what could not be read; the message says what. */
export class UnreadError extends Error {
  override name = 'UnreadError';
}

/**
 * Builds the whole site. Throws `ConfigError` when only some of the `VITE_FIREBASE_*` variables are set, or none
 * and the site goes to `dist`; `SiteUrlError`, `BusinessError`, and at its end `UnreadError`.
 */
export async function buildSite(options: BuildOptions = {}): Promise<void> {
  const outDir = path.resolve(root, options.outDir ?? 'dist');
  if (!path.relative(outDir, root).startsWith('..')) {
    throw new Error(`The site cannot be built into ${outDir}: that folder is emptied first.`);
  }
  const logLevel = options.logLevel ?? 'warn';
  const env = { ...loadEnv('production', root, 'VITE_'), ...process.env };
  const config = readConfig(env, options.backendHost ?? 'localhost');
  if (config.local && options.outDir === undefined) throw new ConfigError(NO_PROJECT);
  const sources = hashOfSources();
  const origin = siteOriginFrom(env);
  const known = readBusiness(options.businessFile);

  const types = await readServiceTypes(config, { signal: AbortSignal.timeout(PATIENCE) });
  const gallery = await readBuildGallery(config);
  const works = gallery.ok ? gallery.value.works : [];
  const voices = gallery.ok
    ? { rating: ratingOf(gallery.value), quotes: quotesOf(gallery.value) }
    : {};
  const define = businessConstants(known, voices);
  const built = await build({
    root,
    logLevel,
    // What a form offers that is opened for the first time without the network.
    define: { ...define, __SERVICE_TYPES__: JSON.stringify(types.ok ? types.value : []) },
    build: { outDir, emptyOutDir: true },
  });
  if (!('output' in built)) throw new Error('Vite has built more or less than one site.');
  const inlined = await prerenderSite({
    root,
    outDir,
    chunks: built.output,
    authDomain: config.authDomain,
    define,
    gallery: gallery.ok && works.length > 0 ? gallery.value : undefined,
  });
  await writeSitemap(outDir, origin, works);
  await nameManifest(outDir, known);
  const notPrecached = [...sdkFiles(built.output), ...inlined];
  await buildWorker(outDir, isLocalMode(env), notPrecached, logLevel);
  if (logLevel === 'info') {
    const { size } = await stat(path.join(outDir, 'sw.js'));
    console.log(`service worker: ${size} bytes`);
  }
  // Local sites are not deployed, and may be built without a backend.
  const unread = config.local
    ? []
    : unreadOf({ 'the gallery': gallery, 'the service types': types });
  const project = config.local ? null : config.projectId;
  leaveMark(outDir, { project, sources, unread: unread.map(({ what }) => what) });
  if (config.local) return;
  const left = unfinished(works, known);
  if (left.length > 0) console.warn(warning(SAMPLES, left, INVENTED));
  if (unread.length > 0) {
    const lines = unread.map(({ what, why }) => `${what}: ${why}`);
    throw new UnreadError(warning(LACKS, lines, UNREAD));
  }
}

const NO_PROJECT = `npm run build makes the site that is deployed, and no VITE_FIREBASE_* variable names a project.
Put the five values of your project into .env (docs/deploy.md). To look at the site here: npm start.`;

const SAMPLES = 'the built site shows visitors what is sample or made up:';
const INVENTED = 'Replace each as its line says, then build again (docs/deploy.md).';

function warning(title: string, lines: string[], advice: string): string {
  const line = '!'.repeat(80);
  return `\n${line}\nWARNING: ${title}\n${lines.map((each) => `  ${each}\n`).join('')}${advice}\n${line}`;
}

/** Told loudly, as the site works without: the pages read by themselves what is not in them. */
function unreadOf(reads: Record<string, ReadResult<unknown>>): { what: string; why: string }[] {
  return Object.entries(reads).flatMap(([what, read]) =>
    // An owner may have set no service types.
    read.ok || read.reason === 'missing'
      ? []
      : [{ what, why: read.reason === 'offline' ? 'no answer' : 'refused' }],
  );
}

const LACKS = 'the built site lacks what could not be read from the project:';
const UNREAD = `It works, but its first screens are empty until scripts run, for search engines, too.
Rules and documents come before the build: see "Once" in docs/deploy.md. Then build again.`;

/** What is installed has the name of the business. */
async function nameManifest(outDir: string, { business, shortName }: BusinessFile): Promise<void> {
  const file = path.join(outDir, 'manifest.webmanifest');
  const manifest = JSON.parse(await readFile(file, 'utf8')) as object;
  const named = { ...manifest, name: business.name, short_name: shortName ?? business.name };
  await writeFile(file, JSON.stringify(named));
}

/** The chunks with Firebase's SDK in them: of no use offline, and as large as all others together. */
function sdkFiles(output: Chunks): string[] {
  const isSdk = (id: string) => /node_modules\/@?firebase\//.test(id.replaceAll('\\', '/'));
  return output.flatMap((file) =>
    file.type === 'chunk' && file.moduleIds.some(isSdk) ? [file.fileName] : [],
  );
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
      '{index,work}.html',
      'assets/**/*.{js,css,woff2}',
      'favicon.svg',
      'manifest.webmanifest',
    ],
    globIgnores: notPrecached,
    // Vite's names carry the content's hash already.
    dontCacheBustURLsMatching: /^assets\//,
    manifestTransforms: [
      (entries) => ({ manifest: entries.map((entry) => withHeaders(entry, headers)) }),
    ],
  });
  for (const warning of warnings) console.warn(warning);
}

/** A page is kept with its headers, the policy among them: where only those have changed, it is new, too. */
function withHeaders<Entry extends { url: string; revision: string | null }>(
  entry: Entry,
  headers: string,
): Entry {
  if (!entry.url.endsWith('.html')) return entry;
  const hash = createHash('sha256').update(`${entry.revision}\n${headers}`);
  return { ...entry, revision: hash.digest('hex').slice(0, 32) };
}
