import { createReadStream, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSiteFiles } from '../hosting/siteFiles';
import { startSite, type SiteServer } from './siteServer';

const SHELL = `<!doctype html><title>Shell</title>${'<p>cabinets</p>'.repeat(200)}`;
const WORK = '<!doctype html><title>Work</title>';
const SCRIPT = 'console.log(1);'.repeat(200);
const SPACES = ' '.repeat(2000);

let site: SiteServer;
beforeAll(async () => {
  site = await startSite({
    'index.html': SHELL,
    'work.html': WORK,
    'sw.js': '// worker',
    'assets/app-1.js': SCRIPT,
    'assets/app-1.css': SPACES,
    'assets/app-1.svg': SPACES,
    'manifest.webmanifest': SPACES,
    'data.json': SPACES,
    'picture.webp': SPACES,
    'picture.avif': SPACES,
    'font.woff2': SPACES,
  });
});
afterAll(() => site.close());

const get: SiteServer['ask'] = (...args) => site.ask(...args);

function decoded(bytes: Buffer, encoding: string | undefined): string {
  if (encoding === 'br') return brotliDecompressSync(bytes).toString();
  return (encoding === 'gzip' ? gunzipSync(bytes) : bytes).toString();
}

describe('hosting', () => {
  it.each([
    ['/', SHELL],
    ['/work/abc', WORK],
    ['/work/abc?x=1', WORK],
  ])('answers %s with its page, to be asked for again each time', async (path, page) => {
    const { status, text, headers } = await get(path);
    expect({ status, text }).toEqual({ status: 200, text: page });
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['cache-control']).toBe('no-cache');
  });

  it('sends the headers of firebase.json', async () => {
    expect((await get('/index.html')).headers).toMatchObject({
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
    const policy = String((await get('/')).headers['content-security-policy']);
    // Google's hosts as deployed, and the local services beside them.
    expect(policy).toContain("default-src 'none'; script-src 'self' https");
    expect(policy).toMatch(/connect-src 'self' https:\/\/firestore[^;]+ http:\/\/[\w.]+:\*;/);
    expect(policy).toMatch(/script-src [^;]*apis\.google\.com;/);
    expect((await get('/assets/app-1.js')).headers['cache-control']).toBe(
      'public, max-age=31536000, immutable',
    );
  });

  it('has a page of its own for an address, where the site has none', async () => {
    const { status, headers, text } = await get('/nothing');
    expect(status).toBe(404);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(text).toContain('There is no such page');
  });
});

describe('compression', () => {
  it.each([
    ['br', 'br, gzip'],
    ['br', 'gzip, deflate, br, zstd'],
    ['br', '*'],
    ['gzip', 'gzip'],
    ['gzip', 'br;q=0.1, gzip;q=0.5'],
    ['gzip', 'br;q=0, *'],
    [undefined, 'identity'],
    [undefined, 'br;q=0, gzip;q=0'],
    [undefined, ''],
  ])('is %s for "%s"', async (encoding, accepted) => {
    const { headers, bytes } = await get('/assets/app-1.js', { 'Accept-Encoding': accepted });
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers['content-length']).toBe(String(bytes.length));
    expect(headers['vary']).toBe('Accept-Encoding');
    expect(decoded(bytes, encoding)).toBe(SCRIPT);
  });

  it.each([
    ['/index.html', 'br'],
    ['/assets/app-1.css', 'br'],
    ['/assets/app-1.svg', 'br'],
    ['/manifest.webmanifest', 'br'],
    ['/data.json', 'br'],
    ['/sw.js', undefined],
    ['/picture.webp', undefined],
    ['/picture.avif', undefined],
    ['/font.woff2', undefined],
  ])('of %s: %s', async (path, encoding) => {
    const { status, headers } = await get(path, { 'Accept-Encoding': 'br, gzip' });
    expect(status).toBe(200);
    expect(headers['content-encoding']).toBe(encoding);
  });

  it('answers HEAD as GET, without the bytes', async () => {
    const accepted = { 'Accept-Encoding': 'br' };
    const [whole, head] = [
      await get('/assets/app-1.js', accepted),
      await get('/assets/app-1.js', accepted, 'HEAD'),
    ];
    expect(head.bytes).toHaveLength(0);
    const { date: _, ...headers } = whole.headers;
    expect(head.headers).toMatchObject(headers);
  });
});

describe('asking again for what is known', () => {
  const MODIFIED = 'Fri, 01 May 2026 12:00:00 GMT';
  const tagOf = async (path: string, accepted = 'identity') =>
    String((await get(path, { 'Accept-Encoding': accepted })).headers['etag']);

  it('gives a strong tag, another for each encoding', async () => {
    const tags = [];
    for (const accepted of ['identity', 'br', 'gzip'])
      tags.push(await tagOf('/assets/app-1.js', accepted));
    for (const tag of tags) expect(tag).toMatch(/^"[0-9a-f]{32}(-br|-gzip)?"$/);
    expect(new Set(tags).size).toBe(3);
  });

  it.each(['/', '/index.html', '/work/abc', '/sw.js', '/assets/app-1.js', '/picture.webp'])(
    'answers 304 for %s, with its headers and nothing else',
    async (path) => {
      const { headers: whole } = await get(path);
      const { status, headers, bytes } = await get(path, {
        'If-None-Match': String(whole['etag']),
      });
      expect({ status, length: bytes.length }).toEqual({ status: 304, length: 0 });
      for (const name of ['etag', 'cache-control', 'vary', 'x-content-type-options'])
        expect(headers[name], name).toBe(whole[name]);
      for (const name of ['content-type', 'content-length', 'content-encoding'])
        expect(headers[name], name).toBeUndefined();
    },
  );

  it.each<[what: string, status: number, conditions: (tag: string) => Record<string, string>]>([
    ['one of several tags', 304, (tag) => ({ 'If-None-Match': `"x", ${tag}` })],
    ['the tag marked weak', 304, (tag) => ({ 'If-None-Match': `W/${tag}` })],
    ['any tag', 304, () => ({ 'If-None-Match': '*' })],
    ['another tag', 200, () => ({ 'If-None-Match': '"x"' })],
    ['the tag without quotes', 200, (tag) => ({ 'If-None-Match': tag.replaceAll('"', '') })],
    ['the time', 304, () => ({ 'If-Modified-Since': MODIFIED })],
    ['a later time', 304, () => ({ 'If-Modified-Since': 'Fri, 01 May 2026 12:00:01 GMT' })],
    ['an earlier time', 200, () => ({ 'If-Modified-Since': 'Fri, 01 May 2026 11:59:59 GMT' })],
    ['no time', 200, () => ({ 'If-Modified-Since': 'yesterday' })],
    [
      'another tag with a later time',
      200,
      () => ({ 'If-None-Match': '"x"', 'If-Modified-Since': 'Fri, 01 May 2026 12:00:01 GMT' }),
    ],
  ])('%s: %i', async (_what, status, conditions) => {
    for (const path of ['/index.html', '/work/abc']) {
      const answer = await get(path, conditions(await tagOf(path)));
      expect(answer.status, path).toBe(status);
      if (status === 200) expect(answer.headers['last-modified']).toBe(MODIFIED);
    }
  });

  it('takes the tag of one encoding for no other', async () => {
    const tag = await tagOf('/assets/app-1.js', 'br');
    const ask = (accepted: string) =>
      get('/assets/app-1.js', { 'If-None-Match': tag, 'Accept-Encoding': accepted });
    expect((await ask('br')).status).toBe(304);
    expect((await ask('gzip')).status).toBe(200);
  });

  it('sees that a file was built anew', async () => {
    site.write('later.js', 'one');
    const tag = await tagOf('/later.js');
    writeFileSync(join(site.folder, 'later.js'), 'two');
    const { status, text } = await get('/later.js', { 'If-None-Match': tag });
    expect({ status, text }).toEqual({ status: 200, text: 'two' });
  });

  it('does not mind that a file it knows is gone by the time it is opened', async () => {
    const siteFile = createSiteFiles();
    const version = { modified: 1, size: 3 };
    await siteFile('/a', { ...version, stream: Readable.from([Buffer.from('one')]) });
    const stream = createReadStream(join(site.folder, 'gone'));
    const isClosed = new Promise<void>((resolve) => stream.on('close', () => resolve()));
    expect((await siteFile('/a', { ...version, stream })).modified).toBe(1);
    await isClosed;
  });

  it('answers 404 whatever is known', async () => {
    const { status, headers } = await get('/nothing', { 'If-None-Match': '*' });
    expect(status).toBe(404);
    expect(headers['etag']).toBeUndefined();
  });
});
