/** Renders the pages to HTML, so that the first screen needs neither a script nor a style sheet. */
import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Rolldown } from 'vite';
import type { RenderedPage } from '../../src/start/prerender';
import { FACES_ATTRIBUTE, SCRIPTS_ATTRIBUTE } from '../../src/contract/names';
import { openPicture } from '../openPicture';
import type { Terminal } from '../terminal';
import { allCards, type BuildGallery } from './buildGallery';
import { splitPrint } from './printStyles';
import { withPreview, type Previewed } from './previews';
import { writeWorkPages } from './workPages';

export type Chunks = readonly (Rolldown.OutputChunk | Rolldown.OutputAsset)[];

interface Site {
  root: string;
  /** The folder of the built page. Its index.html is the template; the other pages are written beside it. */
  outDir: string;
  chunks: Chunks;
  /** The gallery; undefined if the build could not read it, or if it is empty. */
  gallery: BuildGallery | undefined;
  /** The host of the page that the sign-in embeds as a frame. */
  authDomain: string;
  terminal: Terminal;
  /** The compile-time constants, the same for the page and the renderer. */
  define: Record<string, string>;
}

/**
 * Writes index.html, the page of all works, a page for each work of the gallery, work.html for all other works, and
 * 404.html. Returns the style sheets that every page contains, so that nothing fetches them.
 */
export async function prerenderSite(site: Site): Promise<string[]> {
  const folder = path.join(site.outDir, '.prerender');
  try {
    return await writePages(site, await loadRenderer(site, folder));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export type Renderer = typeof import('../../src/start/prerender');

async function loadRenderer({ root, define }: Site, folder: string): Promise<Renderer> {
  await build({
    root,
    define,
    logLevel: 'warn',
    configLoader: 'native',
    publicDir: false,
    // All packages are in the file: the folder may be where Node finds none.
    ssr: { noExternal: true },
    build: {
      ssr: path.join(root, 'src/start/prerender.tsx'),
      outDir: folder,
      emptyOutDir: true,
      rolldownOptions: { output: { entryFileNames: 'prerender.mjs', codeSplitting: false } },
    },
  });
  const { href } = pathToFileURL(path.join(folder, 'prerender.mjs'));
  // Without the question mark, a second build in this process would get the renderer of the first one.
  return (await import(`${href}?${performance.now()}`)) as Renderer;
}

/**
 * Builds the code of an inlined script, for engines that cannot run the app, too (tests/build/inlined.test.ts). It must
 * be the same in every build, because firebase.json has its hash. `isEs5`: what is written in ES5 stays so. Without
 * whitespace each string would be written as a template.
 */
export async function buildInlined(root: string, entry: string, isEs5 = false): Promise<string> {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      target: 'es2015',
      write: false,
      lib: { entry: path.join(root, entry), formats: ['iife'], name: 'gate' },
      rolldownOptions: {
        output: {
          minify: { compress: true, mangle: true, codegen: { removeWhitespace: !isEs5 } },
        },
      },
    },
  });
  const [output] = Array.isArray(built) ? built : [];
  const [chunk] = output?.output ?? [];
  if (chunk?.type !== 'chunk') throw new Error(`${entry} was not built.`);
  return chunk.code.trim();
}

const SCRIPT = /<script type="module" crossorigin src="\/([\w./-]+)"><\/script>/;
const STYLES = /<link rel="stylesheet" crossorigin href="\/([\w./-]+)">/g;
const ROOT = '<div id="root"></div>';
const HEAD = '<!--head-->';
async function writePages(site: Site, renderer: Renderer): Promise<string[]> {
  const { root, outDir, chunks, gallery, authDomain, terminal } = site;
  const template = await readFile(path.join(outDir, 'index.html'), 'utf8');
  // The policy in firebase.json allows frames of every Firebase project. This one allows only the project's own; a
  // browser loads a frame only if both policies allow it.
  const policy = `<meta http-equiv="Content-Security-Policy" content="frame-src https://${authDomain}">`;
  const bare = template
    .replaceAll(STYLES, '')
    .replace(SCRIPT, '')
    .replaceAll(/\n\s*/g, '')
    .replace(HEAD, () => policy + HEAD);
  // Replaces the app's script tag by the gate, which later imports the app's scripts, in this order.
  const scripts = scriptsOf(SCRIPT.exec(template)?.[1], chunks).join(' ');
  const gate = `<script ${SCRIPTS_ATTRIBUTE}="${scripts}">${await buildInlined(root, 'src/start/gate.ts')}</script>`;
  const failedStart = `<script>${await buildInlined(root, 'src/start/failedStart.ts', true)}</script>`;
  const scripted = bare.replace('</body>', () => `${gate}${failedStart}</body>`);

  const write = (name: string, html: string) => writeFile(path.join(outDir, name), html);
  // The shell comes first: the renderer keeps what it has rendered in memory, and the shell must have no work's data.
  const shell = await renderer.renderWorkShell();
  const landing = await renderer.renderLanding(gallery?.cards);
  const linked = [...template.matchAll(STYLES)].map(([, file]) => file!);
  const stylesBehind = (module: string) =>
    inlineStyles(
      outDir,
      stylesOf(module, chunks).filter((file) => !linked.includes(file)),
    );
  const base = await inlineStyles(outDir, linked);
  const ofWork = await stylesBehind('/src/app/WorkWithReviews.tsx');
  const ofAllWorks = await stylesBehind('/src/gallery/AllWorks.tsx');
  // Behind all others. Browsers fetch it last, and show the page without waiting for it.
  const paper = await writePrintStyles(outDir, base.print + ofWork.print + ofAllWorks.print);
  const styles = base.html + paper;
  const workStyles = base.html + ofWork.html + paper;

  await write('work.html', fill(scripted, shell, workStyles));
  const allWorks = await renderer.renderAllWorks(gallery && allCards(gallery));
  await mkdir(path.join(outDir, 'work'));
  await write('work/index.html', fill(scripted, allWorks, base.html + ofAllWorks.html + paper));
  const hero = await heroPreview(root);
  await write('index.html', await withPreview(fill(scripted, landing, styles), hero));
  if (gallery) {
    const page = (rendered: RenderedPage) => fill(scripted, rendered, workStyles);
    await writeWorkPages({ outDir, gallery, renderer, page, terminal });
  }
  const notFoundGate = `<script>${await buildInlined(root, 'src/start/notFoundGate.ts')}</script></body>`;
  // This page has no gate that would load the typeface of the headings later, so it is loaded at once.
  const faced = bare
    .replace('<html ', `<html ${FACES_ATTRIBUTE} `)
    .replace('</body>', () => notFoundGate);
  await write('404.html', fill(faced, await renderer.renderNotFound(), styles));
  return linked;
}

function fill(template: string, page: RenderedPage, styles: string): string {
  for (const mark of [ROOT, HEAD]) {
    if (!template.includes(mark)) throw new Error(`index.html has lost its ${mark}.`);
  }
  return template.replace(HEAD, () => page.head + styles).replace(ROOT, () => page.body);
}

/**
 * The preview of the landing page's comparison, as phones crop it and as it looks at first: before on the left, after
 * on the right. Both pictures have this one preview behind them, so that the page contains it only once.
 */
async function heroPreview(root: string): Promise<Previewed> {
  const file = (side: string) => path.join(root, `public/hero/${side}-tall-960.webp`);
  const { width, height } = await openPicture(file('before')).metadata();
  const left = { left: 0, top: 0, width: Math.round(width / 2), height };
  const before = await openPicture(file('before')).extract(left).toBuffer();
  const picture = await openPicture(file('after'))
    .composite([{ input: before, left: 0, top: 0 }])
    .png()
    .toBuffer();
  return {
    selectors: ['before', 'after'].map((side) => `img[src^="/hero/${side}-"]`),
    picture,
    media: '(max-width:44.99em) and (orientation:portrait)',
  };
}

/** The addresses of the app's scripts: first those that it imports, last its own. */
function scriptsOf(app: string | undefined, chunks: Chunks): string[] {
  const entry = chunks.find(({ fileName }) => fileName === app);
  if (entry?.type !== 'chunk') throw new Error('The built index.html has no module script.');
  return [...entry.imports, entry.fileName].map((name) => `/${name}`);
}

/**
 * Puts style sheets into the page, without their rules for paper. Adds disabled links to them, which are never fetched:
 * a chunk that is loaded later and needs the same sheet finds the link, and does not fetch it again.
 */
async function inlineStyles(
  outDir: string,
  files: string[],
): Promise<{ html: string; print: string }> {
  const texts = await Promise.all(files.map((file) => readFile(path.join(outDir, file), 'utf8')));
  const { screen, print } = splitPrint(texts.join(''));
  const links = files.map((file) => `<link rel="stylesheet" href="/${file}" disabled>`);
  const html = `<style>${screen.replaceAll('</', '<\\/')}</style>${links.join('')}`;
  return { html, print };
}

/** Writes the rules for paper into a file of their own. Returns the link to it. */
async function writePrintStyles(outDir: string, print: string): Promise<string> {
  const hash = createHash('sha256').update(print).digest('base64url').slice(0, 8);
  const file = `assets/print-${hash}.css`;
  await writeFile(path.join(outDir, file), print);
  return `<link rel="stylesheet" href="/${file}" media="print">`;
}

/** The style sheets of a chunk that is otherwise loaded later, for a page that shows it from the start. */
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
