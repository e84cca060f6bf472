/** Renders the built site's pages to HTML, so that the first screen needs no script. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type LogLevel, type Rolldown } from 'vite';
import type { RenderedPage } from './src/app/prerender';

interface Site {
  root: string;
  /** The built page, whose index.html is the template; it gets the others beside it. */
  outDir: string;
  /** What Vite said it has built. */
  chunks: readonly (Rolldown.OutputChunk | Rolldown.OutputAsset)[];
  logLevel: LogLevel;
}

/** Writes index.html, work.html (every `/work/*`) and 404.html. */
export async function prerenderSite(site: Site): Promise<void> {
  // In there, so that Node finds the packages the renderer imports.
  const folder = await mkdtemp(path.join(site.root, 'node_modules/.prerender-'));
  try {
    await writePages(site, await loadRenderer(site, folder));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Renderer = typeof import('./src/app/prerender');

async function loadRenderer({ root, logLevel }: Site, folder: string): Promise<Renderer> {
  await build({
    root,
    logLevel: logLevel === 'info' ? 'warn' : logLevel,
    publicDir: false,
    build: {
      ssr: path.join(root, 'src/app/prerender.tsx'),
      outDir: folder,
      emptyOutDir: true,
      rolldownOptions: { output: { entryFileNames: 'prerender.mjs' } },
    },
  });
  return (await import(pathToFileURL(path.join(folder, 'prerender.mjs')).href)) as Renderer;
}

async function writePages({ outDir, chunks }: Site, renderer: Renderer): Promise<void> {
  const template = await readFile(path.join(outDir, 'index.html'), 'utf8');
  const write = (name: string, html: string) => writeFile(path.join(outDir, name), html);

  await write('index.html', fill(template, await renderer.renderShell('landing'), 'landing'));
  const work = await renderer.renderShell('work');
  work.head += stylesOf('/src/app/WorkScreen.tsx', chunks);
  await write('work.html', fill(template, work, 'work'));
  await write('404.html', fill(withoutScripts(template), await renderer.renderNotFound()));
}

const ROOT = '<div id="root"></div>';
const HEAD = '<!--head-->';

function fill(template: string, page: RenderedPage, shell?: string): string {
  for (const mark of [ROOT, HEAD]) {
    if (!template.includes(mark)) throw new Error(`index.html has lost its ${mark}.`);
  }
  const attributes = shell ? ` data-shell="${shell}"` : '';
  return template
    .replace(HEAD, () => page.head)
    .replace(ROOT, () => `${page.noScript}<div id="root"${attributes}>${page.body}</div>`);
}

function withoutScripts(template: string): string {
  return template.replaceAll(/\s*<script [^>]*><\/script>/g, '');
}

/** Links to the styles of a chunk that is loaded later, for a page that shows it from the start. */
function stylesOf(module: string, chunks: Site['chunks']): string {
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
  return [...styles]
    .map((style) => `<link rel="stylesheet" crossorigin href="/${style}">`)
    .join('');
}
