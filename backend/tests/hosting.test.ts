/** Tests that Hosting serves the site compressed, with its headers and with 304 answers, and no other file. */
import { createReadStream, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import { createSiteFiles } from '../hosting/siteFiles';
import { FIREBASE_CONFIG } from './project/index';
import { start, temporaryFolder } from './server';

const SCRIPT = 'console.log(1);'.repeat(200);
const SPACES = ' '.repeat(2000);
const page = (title: string) => `<!doctype html><title>${title}</title>${SPACES}`;

/** Files with the text "trap" must never be served. */
const FILES = {
  'index.html': page('Shell'),
  'work.html': page('Work'),
  '404.html': page('Missing'),
  'sw.js': '// worker',
  'assets/app-1.js': SCRIPT,
  'assets/app-1.css': SPACES,
  'assets/app-1.svg': SPACES,
  'manifest.webmanifest': SPACES,
  'data.json': SPACES,
  'picture.webp': SPACES,
  'picture.avif': SPACES,
  'font.woff2': SPACES,
  'a..b.txt': 'dots',
  '.env': 'trap',
  'assets/.htaccess': 'trap',
  'firebase.json': 'trap',
  'node_modules/x/index.js': 'trap',
  '__/firebase/init.json': 'trap',
};

/** The time at which the files were built. */
const BUILT = new Date('2026-05-01T12:00:00.400Z');

/** The site's folder. Its parent folder has only a file that must never be served. */
let siteDir: string;
let port: number;
beforeEach(async () => {
  siteDir = join(temporaryFolder(), 'site');
  for (const [name, content] of Object.entries({ ...FILES, '../secret.txt': 'trap' })) {
    const path = join(siteDir, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    utimesSync(path, BUILT, BUILT);
  }
  const backend = await start({ site: { siteDir, configFile: FIREBASE_CONFIG } });
  port = backend.ports.hosting;
});

/** Makes a request without `fetch`, which normalises paths and decodes bodies. */
async function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const where = { host: '127.0.0.1', port, agent: false };
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request({ ...where, path, headers, method }, resolve)
      .on('error', reject)
      .end();
  });
  const bytes = Buffer.concat(await answer.toArray());
  return { status: answer.statusCode!, headers: answer.headers, bytes, text: bytes.toString() };
}

describe('a rewrite to a function', () => {
  beforeEach(async () => {
    const live = async ({ url }: { url: string }) => ({
      status: 404,
      headers: { 'Content-Type': 'text/plain', 'Cache-Control': 'public', 'X-Own': 'yes' },
      body: `live ${url}`,
    });
    const site = { siteDir, configFile: FIREBASE_CONFIG, functions: { live } };
    port = (await start({ site })).ports.hosting;
  });

  it('has the function’s answer, and firebase.json’s headers in place of the same of its own', async () => {
    const { status, text, headers } = await get('/work/live-1?a=%20');
    expect([status, text]).toEqual([404, 'live /work/live-1?a=%20']);
    expect(headers).toMatchObject({
      'content-type': 'text/plain',
      'cache-control': 'no-cache',
      'x-own': 'yes',
      'x-frame-options': 'DENY',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
    expect(await get('/work/live-1', {}, 'HEAD')).toMatchObject({ status: 404, text: '' });
  });

  it('comes behind the files, and before the rewrites below it', async () => {
    mkdirSync(join(siteDir, 'work/live-2'), { recursive: true });
    writeFileSync(join(siteDir, 'work/live-2/index.html'), 'a file');
    expect((await get('/work/live-2')).text).toBe('a file');
    expect((await get('/work/other')).text).toContain('Work');
  });

  it('is an error page without its function, and never the next rewrite', async () => {
    const { status, text } = await get('/work/gone-1');
    expect([status, text]).toEqual([404, expect.stringContaining('Page not found')]);
  });
});

it('the Content-Security-Policy of firebase.json gets the local services added', async () => {
  const policy = String((await get('/')).headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'; script-src 'self' https://apis.google.com;");
  expect(policy).toMatch(/connect-src 'self' https:\/\/firestore[^;]+ http:\/\/[\w.]+:\*;/);
  expect(policy).toMatch(/frame-src 'self' http:\/\/[\w.]+:\*;/);
});

describe('a page that is opened by another name of this machine', () => {
  const opened = { 'Sec-Fetch-Mode': 'navigate' };

  it.each(['localhost', '[::1]', '127.0.0.2'])('leads from %s to the one name', async (name) => {
    const answer = await get('/work/x?y=1', { ...opened, Host: `${name}:${port}` });
    expect([answer.status, answer.headers.location]).toEqual([
      307,
      `http://127.0.0.1:${port}/work/x?y=1`,
    ]);
  });

  it('is served by the one name, and to programs by each', async () => {
    const statuses = [
      await get('/work/x', { ...opened, Host: `127.0.0.1:${port}` }),
      await get('/work/x', { Host: `localhost:${port}` }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([200, 200]);
  });
});

describe('compression', () => {
  it.each([
    ['br', 'br, gzip'],
    ['br', 'gzip, deflate, br, zstd'],
    ['gzip', 'gzip'],
    ['none', 'identity'],
    ['none', ''],
  ])('is %s for Accept-Encoding "%s"', async (encoding, accepted) => {
    const { headers, bytes } = await get('/assets/app-1.js', { 'Accept-Encoding': accepted });
    expect(headers['content-encoding'] ?? 'none').toBe(encoding);
    expect(headers['content-length']).toBe(String(bytes.length));
    expect(headers['vary']).toBe('Accept-Encoding');
    const unpack = encoding === 'br' ? brotliDecompressSync : gunzipSync;
    const text = encoding === 'none' ? bytes : unpack(bytes);
    expect(text.toString()).toBe(SCRIPT);
  });

  it.each([
    ['br', ['/index.html', '/assets/app-1.css', '/assets/app-1.svg', '/data.json']],
    ['br', ['/manifest.webmanifest']],
    // Too short, or already compressed.
    ['none', ['/sw.js', '/picture.webp', '/picture.avif', '/font.woff2']],
  ])('is %s for the files %j', async (encoding, paths) => {
    for (const path of paths) {
      const { status, headers } = await get(path, { 'Accept-Encoding': 'br, gzip' });
      expect([status, headers['content-encoding'] ?? 'none'], path).toEqual([200, encoding]);
    }
  });
});

describe('conditional requests', () => {
  const MODIFIED = 'Fri, 01 May 2026 12:00:00 GMT';
  const tagOf = async (path: string, accepted = 'identity') =>
    String((await get(path, { 'Accept-Encoding': accepted })).headers['etag']);

  it('each encoding has its own strong ETag, and gets a 304 only for that one', async () => {
    const path = '/assets/app-1.js';
    const encodings = ['identity', 'br', 'gzip'];
    const tags = [];
    for (const accepted of encodings) tags.push(await tagOf(path, accepted));
    for (const tag of tags) expect(tag).toMatch(/^"[0-9a-f]{32}(-br|-gzip)?"$/);
    for (const [at, accepted] of encodings.entries()) {
      const conditions = { 'If-None-Match': tags[1]!, 'Accept-Encoding': accepted };
      expect((await get(path, conditions)).status, accepted).toBe(at === 1 ? 304 : 200);
    }
  });

  it.each(['/', '/work/abc', '/sw.js', '/assets/app-1.js'])(
    'a 304 for %s has the headers of the file and no content',
    async (path) => {
      const { headers: whole } = await get(path);
      const conditions = { 'If-None-Match': String(whole['etag']) };
      const { status, headers, bytes } = await get(path, conditions);
      expect({ status, length: bytes.length }).toEqual({ status: 304, length: 0 });
      for (const name of ['etag', 'cache-control', 'vary', 'x-content-type-options'])
        expect(headers[name], name).toBe(whole[name]);
      for (const name of ['content-type', 'content-length', 'content-encoding'])
        expect(headers[name], name).toBeUndefined();
    },
  );

  it.each<[what: string, status: number, conditions: (tag: string) => Record<string, string>]>([
    ['one of several ETags', 304, (tag) => ({ 'If-None-Match': `"x", ${tag}` })],
    ['the ETag marked as weak', 304, (tag) => ({ 'If-None-Match': `W/${tag}` })],
    ['any ETag', 304, () => ({ 'If-None-Match': '*' })],
    ['another ETag', 200, () => ({ 'If-None-Match': '"x"' })],
    ['the ETag without quotes', 200, (tag) => ({ 'If-None-Match': tag.replaceAll('"', '') })],
    ['only If-Modified-Since', 200, () => ({ 'If-Modified-Since': MODIFIED })],
  ])('a request with %s is answered with %i', async (_what, status, conditions) => {
    const answer = await get('/work/abc', conditions(await tagOf('/work/abc')));
    expect(answer.status).toBe(status);
    if (status === 200) expect(answer.headers['last-modified']).toBe(MODIFIED);
  });

  it('a file is read again after a new build', async () => {
    const tag = await tagOf('/sw.js');
    writeFileSync(join(siteDir, 'sw.js'), 'two');
    const { status, text } = await get('/sw.js', { 'If-None-Match': tag });
    expect({ status, text }).toEqual({ status: 200, text: 'two' });
  });

  it('a cached file is served even if it is deleted before its stream is opened', async () => {
    const siteFile = createSiteFiles();
    const version = { modified: 1, size: 3 };
    await siteFile('/a', { ...version, stream: Readable.from([Buffer.from('one')]) });
    const stream = createReadStream(join(siteDir, 'gone'));
    const isClosed = new Promise<void>((resolve) => stream.on('close', () => resolve()));
    expect(String(await (await siteFile('/a', { ...version, stream })).bytes('identity'))).toBe(
      'one',
    );
    await isClosed;
  });
});

const SHELL = '200 Shell';
const WORK = '200 Work';
const MISSING = '404 Missing';
/** The backend's own page, for paths that never reach the site's 404.html. */
const NO_PAGE = '404 Page not found';

describe('paths that a stranger may request', () => {
  it.each([
    ['the start page', '/', SHELL],
    ['a work', '/work/abc?x=1', WORK],
    ['a work with an address in its id', '/work/https:%2F%2Fevil.example', WORK],
    ['a work with markup in its id', '/work/%3Cscript%3Ealert(1)%3C%2Fscript%3E', WORK],
    ['a name with dots', '/a..b.txt', '200 dots'],
    ['the worker', '/sw.js', '200 // worker'],
    ['a path below a work', '/work/a/b', MISSING],
    ['the parent folder', '/../secret.txt', MISSING],
    ['the parent folder, percent-encoded', '/%2e%2e/secret.txt', MISSING],
    ['the parent folder, with a percent-encoded slash', '/..%2fsecret.txt', NO_PAGE],
    ['the parent folder, with backslashes', '/..\\secret.txt', MISSING],
    [
      'the parent folder, with percent-encoded backslashes',
      '/assets/..%5c..%5csecret.txt',
      NO_PAGE,
    ],
    ['the parent folder, from a work', '/work/a%2f..%2f..%2fsecret.txt', NO_PAGE],
    ['the parent folder, with dots in overlong UTF-8', '/%c0%ae%c0%ae/secret.txt', NO_PAGE],
    ['a NUL character before another file extension', '/secret.txt%00.html', MISSING],
    ['a work with broken percent-encoding', '/work/%E0%A4%A', NO_PAGE],
    ['the .env file', '/.env', NO_PAGE],
    ['the .env file after two slashes', '//.env', NO_PAGE],
    ['a hidden file in a folder', '/assets/.htaccess', NO_PAGE],
    ['firebase.json', '/firebase.json', NO_PAGE],
    ['a file of an npm package', '/node_modules/x/index.js', NO_PAGE],
    ['Firebase’s reserved path after two slashes', '//__/firebase/init.json', NO_PAGE],
    ['Firebase’s reserved path, percent-encoded', '/%5f%5f/firebase/init.json', NO_PAGE],
    [
      'Firebase’s reserved path through another folder',
      '/assets/../__/firebase/init.json',
      NO_PAGE,
    ],
    ['a folder', '/assets/', MISSING],
    ['another host after two slashes', '//evil.example/', MISSING],
    ['another host after a backslash', '/\\evil.example/', MISSING],
    ['a whole URL with another host', 'http://evil.example/', SHELL],
    ['a percent-encoded line break', '/%0d%0aSet-Cookie:%20a=b', MISSING],
    ['an address of 8,000 characters', `/${'x'.repeat(8000)}`, MISSING],
  ])('%s is answered correctly', async (_what, path, expected) => {
    // With a condition, because a missing file must be a 404 and never a 304.
    const { status, headers, text } = await get(path, { 'If-None-Match': '"x"' });
    expect(`${status} ${/<title>(.*?)<\/title>/.exec(text)?.[1] ?? text}`).toBe(expected);
    expect(text).not.toContain('trap');
    // No redirect to another site, no cookie, no type sniffing, no frames on other sites.
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
    const none = ['location', 'set-cookie', 'x-powered-by', 'access-control-allow-origin'];
    expect(Object.keys(headers).filter((name) => none.includes(name))).toEqual([]);
  });

  it.each([
    ['/work/%2Fassets%2Fapp-1.js', 'text/html; charset=utf-8'],
    ['/assets/app-1.js', /^(text|application)\/javascript; charset=utf-8$/],
    ['/nothing.js', 'text/html; charset=utf-8'],
  ])('%s has the content type of the file that is served', async (path, type) => {
    expect((await get(path)).headers['content-type']).toMatch(type);
  });

  it('an address of 20,000 characters is refused with a 431', async () => {
    expect((await get(`/${'x'.repeat(20_000)}`)).status).toBe(431);
  });
});
