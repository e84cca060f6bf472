/** The sitemap (sitemaps.org, version 0.9). It lists the landing page, the page of all works and the works that the build has read. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { GalleryWork } from '../../src/domain/types';

/** What the sitemap says of a work. `changed`: when its document was last written, in ISO 8601. */
export type ListedWork = Pick<GalleryWork, 'id' | 'cover'> & { changed: string | undefined };

/** Writes sitemap.xml into a built site, and its address into robots.txt. `origin` has no trailing slash. */
export async function writeSitemap(
  outDir: string,
  origin: string,
  works: readonly ListedWork[],
): Promise<void> {
  const now = new Date().toISOString();
  await writeFile(path.join(outDir, 'sitemap.xml'), sitemap(origin, works, now));
  const robots = path.join(outDir, 'robots.txt');
  const lines = (await readFile(robots, 'utf8')).split('\n');
  const rules = lines.filter((line) => !line.startsWith('Sitemap:')).join('\n');
  await writeFile(robots, `${rules.trimEnd()}\n\nSitemap: ${origin}/sitemap.xml\n`);
}

/**
 * The text of the sitemap: the landing page as it is built now, the page of all works, and each work with its cover
 * (Google's image extension).
 */
export function sitemap(origin: string, works: readonly ListedWork[], now: string): string {
  const pages = [
    `  <url>\n    <loc>${escaped(`${origin}/`)}</loc>\n    <lastmod>${now}</lastmod>\n  </url>\n`,
    `  <url>\n    <loc>${escaped(`${origin}/work`)}</loc>\n  </url>\n`,
    ...works.map((work) => workEntry(origin, work)),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
${pages.join('')}</urlset>
`;
}

function workEntry(origin: string, { id, changed, cover }: ListedWork): string {
  const lines = [`<loc>${escaped(`${origin}/work/${encodeURIComponent(id)}`)}</loc>`];
  if (changed) lines.push(`<lastmod>${escaped(changed)}</lastmod>`);
  if (cover.url) {
    lines.push(`<image:image><image:loc>${escaped(cover.url)}</image:loc></image:image>`);
  }
  return `  <url>\n${lines.map((line) => `    ${line}\n`).join('')}  </url>\n`;
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character]!);
}
