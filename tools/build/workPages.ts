import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { GalleryWork } from '../../src/domain/types';
import type { RenderedPage } from '../../src/start/prerender';
import { pool } from '../pool';
import type { Terminal } from '../terminal';
import { PATIENCE, type BuildGallery } from './buildGallery';
import { linkPictureOf } from './linkPictures';
import type { Renderer } from './prerender';
import { withPreview } from './previews';

interface WorkPages {
  outDir: string;
  gallery: BuildGallery;
  renderer: Pick<Renderer, 'renderWork'>;
  page(rendered: RenderedPage): string;
  terminal: Pick<Terminal, 'progress' | 'line'>;
}

/**
 * The effort for previews, of which there may be a thousand: a fifth of the time of sharp's own effort, for 8 % more
 * bytes.
 */
const EFFORT = 2;

/** A cover is fetched while others are encoded. */
const WORKS_AT_ONCE = 8;

/** Writes `work/{id}/index.html` for every work that can have it, and names each work whose cover cannot be used. */
export async function writeWorkPages(site: WorkPages): Promise<void> {
  const { gallery, terminal } = site;
  const works = withOwnPage(gallery.works);
  const problems = new Map<GalleryWork, string>();
  await terminal.progress('  Pages of works', works.length, (advance) =>
    pool(works, WORKS_AT_ONCE, async (work) => {
      const problem = await writeWork(work, site);
      if (problem) problems.set(work, problem);
      advance();
    }),
  );
  for (const work of works) {
    const problem = problems.get(work);
    if (problem)
      terminal.line(`  /work/${work.id}: ${problem}. Links show the site's own picture.`);
  }
}

/** Names of devices, which can be no folder on Windows. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/**
 * The works whose ids can be a folder's name on every system: no device, and no second id that differs by case alone.
 * The page that all works share serves the others.
 */
export function withOwnPage<Work extends { id: string }>(works: readonly Work[]): Work[] {
  const count = new Map<string, number>();
  const folded = ({ id }: Work) => id.toLowerCase();
  for (const work of works) count.set(folded(work), (count.get(folded(work)) ?? 0) + 1);
  return works.filter(
    (work) =>
      /^[\w-]{1,100}$/.test(work.id) && !DEVICE.test(work.id) && count.get(folded(work)) === 1,
  );
}

/** Resolves with what is wrong with the work's cover; undefined if nothing is, or if it has none. */
async function writeWork(
  work: GalleryWork,
  { outDir, gallery, renderer, page }: WorkPages,
): Promise<string | undefined> {
  const { id, cover } = work;
  await mkdir(path.join(outDir, 'work', id), { recursive: true });
  const picture = await fetchCover(work);
  const link = picture && (await writeLinkPicture(outDir, id, picture));
  const rendered = await renderer.renderWork(work, gallery.works, gallery.reviews.get(id), link);
  const selectors = [`img[src=${JSON.stringify(cover.url)}]`];
  const previewed = picture && link ? { selectors, picture, effort: EFFORT } : undefined;
  const html = await withPreview(page(rendered), previewed);
  await writeFile(path.join(outDir, `work/${id}/index.html`), html);
  if (!cover.url || link) return undefined;
  return picture ? 'its cover cannot be used as a picture' : 'its cover cannot be fetched';
}

/** The file of a work's cover, whole if it is there; undefined if it cannot be fetched. */
async function fetchCover({ cover }: GalleryWork): Promise<Buffer | undefined> {
  for (const url of cover.url ? [cover.url, cover.thumb] : []) {
    if (!url) continue;
    const bytes = await fetch(url, { signal: AbortSignal.timeout(PATIENCE) })
      .then((answer) => (answer.ok ? answer.arrayBuffer() : undefined))
      .catch(() => undefined);
    if (bytes) return Buffer.from(bytes);
  }
  return undefined;
}

/**
 * Writes a work's picture in links beside its page. Returns its path, which is another one for another picture, because
 * networks keep what they have seen; undefined if the cover cannot be opened.
 */
async function writeLinkPicture(
  outDir: string,
  id: string,
  cover: Buffer,
): Promise<string | undefined> {
  const jpeg = await linkPictureOf(cover);
  if (!jpeg) return undefined;
  const hash = createHash('sha256').update(jpeg).digest('base64url').slice(0, 8);
  const file = `work/${id}/link-${hash}.jpg`;
  await writeFile(path.join(outDir, file), jpeg);
  return `/${file}`;
}
