/** Renders the built site's pages to HTML, so that the first screen needs no script and no style sheet. */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { build, type Rolldown } from 'vite';
import type { RenderedPage } from '../../src/start/prerender';
import type { GalleryWork } from '../../src/domain/types';
import { PATIENCE, type BuildGallery } from './buildGallery';
import { divideStyles } from './divideStyles';
import { withPreview, type Previewed } from './previews';

export type Chunks = readonly (Rolldown.OutputChunk | Rolldown.OutputAsset)[];

interface Site {
  root: string;
  /** The built page, whose index.html is the template; it gets the others beside it. */
  outDir: string;
  /** What Vite said it has built. */
  chunks: Chunks;
  /** The gallery, if the build could read it. */
  gallery: BuildGallery | undefined;
  /** The host of the sign-in's frame. */
  authDomain: string;
  /** The compile-time constants of the page, which the renderer shares. */
  define: Record<string, string>;
}

/**
 * Writes index.html, a page for each work known now, work.html for all others, and 404.html. Returns the
 * style sheets that are in every page, so that nothing fetches them.
 */
export async function prerenderSite(site: Site): Promise<string[]> {
  // In there, so that Node finds the packages the renderer imports.
  const folder = await mkdtemp(path.join(site.root, 'node_modules/.prerender-'));
  try {
    return await writePages(site, await loadRenderer(site, folder));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Renderer = typeof import('../../src/start/prerender');

async function loadRenderer({ root, define }: Site, folder: string): Promise<Renderer> {
  await build({
    root,
    define,
    logLevel: 'warn',
    publicDir: false,
    build: {
      ssr: path.join(root, 'src/start/prerender.tsx'),
      outDir: folder,
      emptyOutDir: true,
      rolldownOptions: { output: { entryFileNames: 'prerender.mjs' } },
    },
  });
  return (await import(pathToFileURL(path.join(folder, 'prerender.mjs')).href)) as Renderer;
}

/** The gate's code: the same in every build, because its hash stands in firebase.json. */
async function buildGate(root: string): Promise<string> {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      target: 'es2022',
      write: false,
      lib: { entry: path.join(root, 'src/start/gate.ts'), formats: ['iife'], name: 'gate' },
    },
  });
  const [output] = Array.isArray(built) ? built : [];
  const [chunk] = output?.output ?? [];
  if (chunk?.type !== 'chunk') throw new Error('The gate was not built.');
  return chunk.code.trim();
}

const SCRIPT = /\s*<script type="module" [^>]*src="\/([^"]+)"[^>]*><\/script>/;
const STYLES = /\s*<link rel="stylesheet" [^>]*href="\/([^"]+)">/g;
const ROOT = '<div id="root"></div>';
const HEAD = '<!--head-->';
/** Ids that are folder names everywhere; works with others come with the shell of all works. */
const PLAIN_ID = /^[\w-]{1,100}$/;

async function writePages(site: Site, renderer: Renderer): Promise<string[]> {
  const { root, outDir, chunks, gallery, authDomain, define } = site;
  const template = await readFile(path.join(outDir, 'index.html'), 'utf8');
  // The policy of firebase.json knows no project: its frames may be of any. Both have to allow one.
  const policy = `<meta http-equiv="Content-Security-Policy" content="frame-src https://${authDomain}">`;
  const bare = template
    .replaceAll(STYLES, '')
    .replace(SCRIPT, '')
    .replaceAll(/\n\s*/g, '')
    .replace(HEAD, () => policy + HEAD);
  // The app's script tag gives way to the gate, which imports the script later, after what it imports.
  const scripts = scriptsOf(SCRIPT.exec(template)?.[1], chunks).join(' ');
  const gate = `<script data-app="${scripts}">${await buildGate(root)}</script></body>`;
  const scripted = bare.replace('</body>', () => gate);

  const write = (name: string, html: string) => writeFile(path.join(outDir, name), html);
  // The shell of all works first: what was rendered before stays in the renderer's memory.
  const shell = await renderer.renderWorkShell();
  const landing = await renderer.renderLanding(gallery?.cards);
  const pages = new Map<GalleryWork, RenderedPage>();
  for (const work of gallery?.works.filter(({ id }) => PLAIN_ID.test(id)) ?? []) {
    const reviews = gallery?.reviews.get(work.id);
    pages.set(work, await renderer.renderWork(work, gallery!.works, reviews));
  }

  const linked = [...template.matchAll(STYLES)].map(([, file]) => file!);
  const all = await readStyles(outDir, linked);
  const { first } = divideStyles(all, classesOf([landing, shell, ...pages.values()]));
  /** The style sheets of a part that is loaded later elsewhere. */
  const partStyles = async (module: string) => {
    const files = stylesOf(module, chunks).filter((file) => !linked.includes(file));
    return inlineStyles(await readStyles(outDir, files), files);
  };
  const factStyles =
    define['__FACTS__'] === 'null' ? '' : await partStyles('/src/landing/Facts.tsx');
  const ofLanding = divideLanding(all, landing, factStyles);
  const restLink = await writeRest(outDir, ofLanding.rest);
  const styles = inlineStyles(ofLanding.first, linked) + restLink + factStyles;
  const workStyles =
    inlineStyles(first, linked) + restLink + (await partStyles('/src/app/WorkRoute.tsx'));

  await write('work.html', fill(scripted, shell, workStyles));
  const hero = await heroPreview(root);
  await write('index.html', await withPreview(fill(scripted, landing, styles), hero));
  for (const [work, page] of pages) {
    await mkdir(path.join(outDir, 'work', work.id), { recursive: true });
    const cover = await coverPreview(work);
    const html = fill(scripted, page, workStyles);
    await write(`work/${work.id}/index.html`, await withPreview(html, cover));
  }
  // Without the gate nothing would bring the face of the headings later.
  const faced = bare.replace('<html ', '<html data-faces ');
  await write('404.html', fill(faced, await renderer.renderNotFound(), inlineStyles(all, linked)));
  return linked;
}

function fill(template: string, page: RenderedPage, styles: string): string {
  for (const mark of [ROOT, HEAD]) {
    if (!template.includes(mark)) throw new Error(`index.html has lost its ${mark}.`);
  }
  return template.replace(HEAD, () => page.head + styles).replace(ROOT, () => page.body);
}

/**
 * The landing page's comparison as phones crop it and as it stands at first: before on the left, after on the
 * right. Both of its pictures have this behind them, so that it is in the page once.
 */
async function heroPreview(root: string): Promise<Previewed> {
  const file = (side: string) => path.join(root, `public/hero/${side}-tall-960.webp`);
  const { width, height } = await sharp(file('before')).metadata();
  const left = { left: 0, top: 0, width: Math.round(width / 2), height };
  const before = await sharp(file('before')).extract(left).toBuffer();
  const picture = await sharp(file('after'))
    .composite([{ input: before, left: 0, top: 0 }])
    .png()
    .toBuffer();
  return {
    selectors: ['before', 'after'].map((side) => `img[src^="/hero/${side}-"]`),
    picture,
    media: '(max-width:44.99em) and (orientation:portrait)',
  };
}

/** The cover of a work; undefined where it cannot be had. */
async function coverPreview({ cover }: GalleryWork): Promise<Previewed | undefined> {
  if (!cover.url) return undefined;
  const signal = AbortSignal.timeout(PATIENCE);
  const bytes = await fetch(cover.thumb || cover.url, { signal })
    .then((answer) => (answer.ok ? answer.arrayBuffer() : undefined))
    .catch(() => undefined);
  const selectors = [`img[src=${JSON.stringify(cover.url)}]`];
  return bytes && { selectors, picture: Buffer.from(bytes) };
}

/** The addresses of the app's script, the last one, and of those it imports. */
function scriptsOf(app: string | undefined, chunks: Chunks): string[] {
  const entry = chunks.find(({ fileName }) => fileName === app);
  if (entry?.type !== 'chunk') throw new Error('The built index.html has no module script.');
  return [...entry.imports, entry.fileName].map((name) => `/${name}`);
}

async function readStyles(outDir: string, files: string[]): Promise<string> {
  const texts = await Promise.all(files.map((file) => readFile(path.join(outDir, file), 'utf8')));
  return texts.join('');
}

/**
 * Style sheets as part of the page. Beside them stand links that are disabled, hence never fetched:
 * a chunk that is loaded later and shares a sheet sees that it is there.
 */
function inlineStyles(text: string, files: string[]): string {
  const links = files.map((file) => `<link rel="stylesheet" href="/${file}" disabled>`);
  return `<style>${text.replaceAll('</', '<\\/')}</style>${links.join('')}`;
}

/** The landing page's styles; what only dialogs and notices use is not among the first, nor their tokens. */
function divideLanding(all: string, landing: RenderedPage, more: string) {
  const classes = classesOf([landing]);
  const { first } = divideStyles(all, classes);
  return divideStyles(all, classes, first + more);
}

/** The classes that stand in the pages' markup. */
function classesOf(pages: RenderedPage[]): Set<string> {
  const attributes = pages.flatMap(({ body }) => [...body.matchAll(/ class="([^"]*)"/g)]);
  return new Set(attributes.flatMap(([, names]) => names!.split(' ')));
}

/**
 * What the landing page shows only by scripts (dialogs, notices) has a style sheet of its own, which holds up
 * no paint; returns its link. The app puts it into force (src/start/main.tsx).
 */
async function writeRest(outDir: string, rest: string): Promise<string> {
  const hash = createHash('sha256').update(rest).digest('hex').slice(0, 8);
  const file = `assets/rest-${hash}.css`;
  await writeFile(path.join(outDir, file), rest);
  return `<link rel="stylesheet" href="/${file}" media="not all">`;
}

/** The style sheets of a chunk that is loaded later, for a page that shows it from the start. */
function stylesOf(module: string, chunks: Chunks): string[] {
  const styles = new Set<string>();
  const seen = new Set<unknown>();
  const collect = (chunk: Chunks[number] | undefined) => {
    if (chunk?.type !== 'chunk' || chunk.isEntry || seen.has(chunk)) return;
    seen.add(chunk);
    for (const name of chunk.imports) collect(chunks.find(({ fileName }) => fileName === name));
    for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(style);
  };
  const start = chunks.find(
    (chunk) => chunk.type === 'chunk' && chunk.facadeModuleId?.endsWith(module),
  );
  if (!start) throw new Error(`Nothing was built from ${module}.`);
  collect(start);
  return [...styles];
}
