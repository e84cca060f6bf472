/** Renders the built site's pages to HTML, so that the first screen needs no script and no style sheet. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type LogLevel, type Rolldown } from 'vite';
import type { BuildGallery } from './buildGallery';
import type { RenderedPage } from '../../src/start/prerender';

interface Site {
  root: string;
  /** The built page, whose index.html is the template; it gets the others beside it. */
  outDir: string;
  /** What Vite said it has built. */
  chunks: readonly (Rolldown.OutputChunk | Rolldown.OutputAsset)[];
  /** The gallery, if the build could read it. */
  gallery: BuildGallery | undefined;
  logLevel: LogLevel;
}

/**
 * Writes index.html, a page for each work known now, work.html for all others, and 404.html. Returns the
 * style sheets that are in every page, so that nothing fetches them.
 */
export async function prerenderSite(site: Site): Promise<string[]> {
  // In there, so that Node finds the packages the renderer imports.
  const folder = await mkdtemp(path.join(site.root, 'node_modules/.prerender-'));
  try {
    return await writePages(site, await loadRenderer(site, folder), await buildGate(site));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Renderer = typeof import('../../src/start/prerender');

async function loadRenderer({ root, logLevel }: Site, folder: string): Promise<Renderer> {
  await build({
    root,
    logLevel: logLevel === 'info' ? 'warn' : logLevel,
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
async function buildGate({ root, logLevel }: Site): Promise<string> {
  const built = await build({
    root,
    configFile: false,
    logLevel: logLevel === 'info' ? 'warn' : logLevel,
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

async function writePages(site: Site, renderer: Renderer, gate: string): Promise<string[]> {
  const { outDir, gallery } = site;
  const template = await readFile(path.join(outDir, 'index.html'), 'utf8');
  const linked = linkedStyles(template);
  const styles = await inlineStyles(site, linked);
  const later = stylesOf('/src/routing/WorkScreen.tsx', site).filter(
    (file) => !linked.includes(file),
  );
  const workStyles = styles + (await inlineStyles(site, later));
  const bare = withoutScripts(withoutStyles(template));
  const scripted = withGate(withoutStyles(template), gate, site);
  const write = (name: string, html: string) => writeFile(path.join(outDir, name), html);

  // The shell of all works first: what was rendered before stays in the renderer's memory.
  const shell = await renderer.renderPage('/work/any');
  await write('work.html', fill(scripted, shell, workStyles));
  const landing = await renderer.renderPage('/', gallery?.cards);
  await write('index.html', fill(scripted, landing, styles));
  for (const work of gallery?.works.filter(({ id }) => PLAIN_ID.test(id)) ?? []) {
    const page = await renderer.renderPage(`/work/${work.id}`, [work]);
    await mkdir(path.join(outDir, 'work', work.id), { recursive: true });
    await write(`work/${work.id}/index.html`, fill(scripted, page, workStyles));
  }
  await write('404.html', fill(bare, await renderer.renderNotFound(), styles));
  return linked;
}

/** Ids that are folder names everywhere; works with others come with the shell of all works. */
const PLAIN_ID = /^[\w-]{1,100}$/;

const ROOT = '<div id="root"></div>';
const HEAD = '<!--head-->';

function fill(template: string, page: RenderedPage, styles: string): string {
  for (const mark of [ROOT, HEAD]) {
    if (!template.includes(mark)) throw new Error(`index.html has lost its ${mark}.`);
  }
  return template.replace(HEAD, () => page.head + styles).replace(ROOT, () => page.body);
}

const SCRIPT = /\s*<script type="module" [^>]*src="([^"]+)"[^>]*><\/script>/;

/** The app's script tag gives way to the gate, which imports it later, what it imports first. */
function withGate(template: string, gate: string, { chunks }: Site): string {
  const app = SCRIPT.exec(template)?.[1];
  const entry = chunks.find(({ fileName }) => `/${fileName}` === app);
  if (entry?.type !== 'chunk') throw new Error('The built index.html has no module script.');
  const scripts = [...entry.imports, entry.fileName].map((name) => `/${name}`).join(' ');
  return withoutScripts(template).replace(
    '</body>',
    () => `<script data-app="${scripts}">${gate}</script>\n  </body>`,
  );
}

function withoutScripts(template: string): string {
  return template.replace(SCRIPT, '');
}

const STYLES = /\s*<link rel="stylesheet" [^>]*href="\/([^"]+)">/g;

const linkedStyles = (template: string) => [...template.matchAll(STYLES)].map(([, file]) => file!);

const withoutStyles = (template: string) => template.replaceAll(STYLES, '');

/**
 * Style sheets as part of the page. Beside them stand links that are disabled, hence never fetched:
 * a chunk that is loaded later and shares a sheet sees that it is there.
 */
async function inlineStyles({ outDir }: Site, files: string[]): Promise<string> {
  const texts = await Promise.all(files.map((file) => readFile(path.join(outDir, file), 'utf8')));
  const links = files.map((file) => `<link rel="stylesheet" href="/${file}" disabled>`);
  return `<style>${texts.join('').replaceAll('</', '<\\/')}</style>${links.join('')}`;
}

/** The style sheets of a chunk that is loaded later, for a page that shows it from the start. */
function stylesOf(module: string, { chunks }: Site): string[] {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const start = chunks.find(
    (chunk) => chunk.type === 'chunk' && chunk.facadeModuleId?.endsWith(module),
  );
  if (!start) throw new Error(`Nothing was built from ${module}.`);
  const styles = new Set<string>();
  const seen = new Set<string>();
  const collect = (name: string) => {
    const chunk = byName.get(name);
    if (chunk?.type !== 'chunk' || chunk.isEntry || seen.has(name)) return;
    seen.add(name);
    chunk.imports.forEach(collect);
    for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(style);
  };
  collect(start.fileName);
  return [...styles];
}
