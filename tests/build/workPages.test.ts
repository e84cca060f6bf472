// The pages of the works, and what becomes of one whose cover is no picture.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withOwnPage, writeWorkPages } from '../../tools/build/workPages';
import { bareWork } from '../support/bareWork';
import { serve } from '../support/httpServer';

const PICTURE = readFileSync('tools/seed/pictures/orchard-avenue-island-before-2-1600.webp');
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1200"/>';

const work = (id: string, url = '') => bareWork(id, { cover: { url, thumb: '' } });

test('a work whose cover cannot be used is named, and has its page all the same', async () => {
  const { config } = await serve((response, { url }) => {
    response.statusCode = url.includes('missing') ? 404 : 200;
    response.end(url.includes('good') ? PICTURE : SVG);
  });
  const at = (name: string) => `${config.storageOrigin}/${name}`;
  const works = [
    work('oak', at('good')),
    work('svg', at('drawing')),
    work('gone', at('missing')),
    work('bare'),
    work('con', at('good')),
  ];
  const outDir = mkdtempSync(join(tmpdir(), 'pages-'));
  const lines: string[] = [];
  await writeWorkPages({
    outDir,
    gallery: { works, changed: new Map(), cards: [], reviews: new Map() },
    renderer: {
      renderWork: async ({ id }, _all, _reviews, link) => ({ head: link ?? '', body: id }),
    },
    page: ({ head, body }) => `<head>${head}</head>${body}`,
    terminal: {
      line: (text) => void lines.push(text),
      async progress(label, total, run) {
        let done = 0;
        const result = await run(() => void (done += 1));
        lines.push(`${label}: ${done} of ${total}`);
        return result;
      },
    },
  });
  const pages = readdirSync(join(outDir, 'work')).map((id) => [
    id,
    readFileSync(join(outDir, 'work', id, 'index.html'), 'utf8').replace(
      /-\w{8}\.|base64,[^)]+/g,
      '…',
    ),
  ]);
  rmSync(outDir, { recursive: true });
  expect(lines).toEqual([
    '  Pages of works: 4 of 4',
    "  /work/svg: its cover cannot be used as a picture. Links show the site's own picture.",
    "  /work/gone: its cover cannot be fetched. Links show the site's own picture.",
  ]);
  const preview = `<style>img[src="${at('good')}"]{background-image:url(data:image/avif;…)!important}</style>`;
  expect(Object.fromEntries(pages)).toEqual({
    bare: '<head></head>bare',
    gone: '<head></head>gone',
    oak: `<head>/work/oak/link…jpg${preview}</head>oak`,
    svg: '<head></head>svg',
  });
});

test('an id that cannot be a folder of its own on every system has no page of its own', () => {
  const ids = ['oak', 'Elm', 'elm', 'ash', 'CON', 'nul', 'com1', 'console', 'a/b', '..', 'é'];
  expect(withOwnPage(ids.map((id) => ({ id }))).map(({ id }) => id)).toEqual([
    'oak',
    'ash',
    'console',
  ]);
});
