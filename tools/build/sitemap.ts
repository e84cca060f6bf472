/**
 * The sitemap (sitemaps.org, version 0.9). The build lists the fixed pages; `npm run sitemap` reads the
 * works from the configured backend and lists them too: run it before a deployment.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadEnv } from 'vite';
import { ConfigError, readConfig } from '../../src/firebase/config';
import { readGallery } from '../../src/firebase/rest/readers';
import { siteOriginFrom } from '../../src/domain/siteOrigin';
import type { GalleryWork } from '../../src/domain/types';

/** What of a work stands in a sitemap. */
export type ListedWork = Pick<GalleryWork, 'id'> & Partial<Pick<GalleryWork, 'created' | 'cover'>>;

/** Writes sitemap.xml into a built site, and its address into robots.txt. `origin` has no slash. */
export async function writeSitemap(
  outDir: string,
  origin: string,
  works: readonly ListedWork[] = [],
): Promise<void> {
  await writeFile(path.join(outDir, 'sitemap.xml'), sitemap(origin, works));
  const robots = path.join(outDir, 'robots.txt');
  const rules = (await readFile(robots, 'utf8')).replace(/\n*Sitemap:.*\n*/g, '').trimEnd();
  await writeFile(robots, `${rules}\n\nSitemap: ${origin}/sitemap.xml\n`);
}

/** The sitemap's text: the landing page and each work, with its cover (Google's image extension). */
export function sitemap(origin: string, works: readonly ListedWork[]): string {
  const pages = [
    `  <url>\n    <loc>${escaped(`${origin}/`)}</loc>\n  </url>\n`,
    ...works.map((work) => workEntry(origin, work)),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
${pages.join('')}</urlset>
`;
}

function workEntry(origin: string, { id, created, cover }: ListedWork): string {
  const lines = [`<loc>${escaped(`${origin}/work/${encodeURIComponent(id)}`)}</loc>`];
  const time = new Date(created ?? Number.NaN);
  if (!Number.isNaN(time.getTime())) lines.push(`<lastmod>${time.toISOString()}</lastmod>`);
  if (cover?.url) {
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

/** Lists the works of the configured backend in the sitemap of a built site; resolves with what to say. */
export async function listWorks(outDir: string): Promise<string> {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const env = { ...loadEnv('production', root, 'VITE_'), ...process.env };
  const origin = siteOriginFrom(env);
  const config = readConfig(env, 'localhost');
  const read = await readGallery(config);
  if (!read.ok) throw new ConfigError(`The gallery at ${config.firestoreOrigin} did not answer.`);
  await writeSitemap(path.resolve(root, outDir), origin, read.value);
  return `sitemap: ${read.value.length} works at ${origin}`;
}
