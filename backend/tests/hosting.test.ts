/** Hosting gives out the site with its headers, compressed, once, and nothing beside it. */
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

/** Those whose text is "trap" nobody may get. */
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

/** When the files were built. */
const BUILT = new Date('2026-05-01T12:00:00.400Z');

/** The site's folder; only what nobody may get lies in the one around it. */
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

/** Without fetch's own normalising of paths and decoding of bodies. */
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

it('adds the local services to the policy of firebase.json', async () => {
  const policy = String((await get('/')).headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'; script-src 'self' https://apis.google.com;");
  expect(policy).toMatch(/connect-src 'self' https:\/\/firestore[^;]+ http:\/\/[\w.]+:\*;/);
  expect(policy).toMatch(/frame-src 'self' http:\/\/[\w.]+:\*;/);
});

describe('compression', () => {
  it.each([
    ['br', 'br, gzip'],
    ['br', 'gzip, deflate, br, zstd'],
    ['gzip', 'gzip'],
    [undefined, 'identity'],
    [undefined, ''],
  ])('is %s for "%s"', async (encoding, accepted) => {
    const { headers, bytes } = await get('/assets/app-1.js', { 'Accept-Encoding': accepted });
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers['content-length']).toBe(String(bytes.length));
    expect(headers['vary']).toBe('Accept-Encoding');
    const unpack = encoding === 'br' ? brotliDecompressSync : gunzipSync;
    const text = encoding === undefined ? bytes : unpack(bytes);
    expect(text.toString()).toBe(SCRIPT);
  });

  it.each([
    ['br', ['/index.html', '/assets/app-1.css', '/assets/app-1.svg', '/data.json']],
    ['br', ['/manifest.webmanifest']],
    // Short or packed already.
    [undefined, ['/sw.js', '/picture.webp', '/picture.avif', '/font.woff2']],
  ])('is %s for %j', async (encoding, paths) => {
    for (const path of paths) {
      const { status, headers } = await get(path, { 'Accept-Encoding': 'br, gzip' });
      expect([status, headers['content-encoding']], path).toEqual([200, encoding]);
    }
  });
});

describe('asking again for what is known', () => {
  const MODIFIED = 'Fri, 01 May 2026 12:00:00 GMT';
  const tagOf = async (path: string, accepted = 'identity') =>
    String((await get(path, { 'Accept-Encoding': accepted })).headers['etag']);

  it('gives a strong tag, another for each encoding, and takes it for no other', async () => {
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
    'answers 304 for %s, with its headers and nothing else',
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
    ['one of several tags', 304, (tag) => ({ 'If-None-Match': `"x", ${tag}` })],
    ['the tag marked weak', 304, (tag) => ({ 'If-None-Match': `W/${tag}` })],
    ['any tag', 304, () => ({ 'If-None-Match': '*' })],
    ['another tag', 200, () => ({ 'If-None-Match': '"x"' })],
    ['the tag without quotes', 200, (tag) => ({ 'If-None-Match': tag.replaceAll('"', '') })],
    ['the time alone', 200, () => ({ 'If-Modified-Since': MODIFIED })],
  ])('%s: %i', async (_what, status, conditions) => {
    const answer = await get('/work/abc', conditions(await tagOf('/work/abc')));
    expect(answer.status).toBe(status);
    if (status === 200) expect(answer.headers['last-modified']).toBe(MODIFIED);
  });

  it('sees that a file was built anew', async () => {
    const tag = await tagOf('/sw.js');
    writeFileSync(join(siteDir, 'sw.js'), 'two');
    const { status, text } = await get('/sw.js', { 'If-None-Match': tag });
    expect({ status, text }).toEqual({ status: 200, text: 'two' });
  });

  it('does not mind that a file it knows is gone by the time it is opened', async () => {
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
/** Where the site's own page has no say. */
const NO_PAGE = '404 Page not found';

describe('what a stranger may ask for', () => {
  it.each([
    ['the start page', '/', SHELL],
    ['a work', '/work/abc?x=1', WORK],
    ['a work with an address in its id', '/work/https:%2F%2Fevil.example', WORK],
    ['a work with markup in its id', '/work/%3Cscript%3Ealert(1)%3C%2Fscript%3E', WORK],
    ['a name with dots', '/a..b.txt', '200 dots'],
    ['the worker', '/sw.js', '200 // worker'],
    ['below a work', '/work/a/b', MISSING],
    ['up', '/../secret.txt', MISSING],
    ['up, in percent code', '/%2e%2e/secret.txt', MISSING],
    ['up, with the slash in percent code', '/..%2fsecret.txt', NO_PAGE],
    ['up, with backslashes', '/..\\secret.txt', MISSING],
    ['up, with backslashes in percent code', '/assets/..%5c..%5csecret.txt', NO_PAGE],
    ['up, from a work', '/work/a%2f..%2f..%2fsecret.txt', NO_PAGE],
    ['up, with a letter too long for UTF-8', '/%c0%ae%c0%ae/secret.txt', NO_PAGE],
    ['a NUL before another ending', '/secret.txt%00.html', MISSING],
    ['a broken percent code in a work', '/work/%E0%A4%A', NO_PAGE],
    ['the environment', '/.env', NO_PAGE],
    ['the environment behind two slashes', '//.env', NO_PAGE],
    ['a hidden file in a folder', '/assets/.htaccess', NO_PAGE],
    ['the configuration', '/firebase.json', NO_PAGE],
    ['a package', '/node_modules/x/index.js', NO_PAGE],
    ['its configuration behind two slashes', '//__/firebase/init.json', NO_PAGE],
    ['it in percent code', '/%5f%5f/firebase/init.json', NO_PAGE],
    ['it by a way round', '/assets/../__/firebase/init.json', NO_PAGE],
    ['a folder', '/assets/', MISSING],
    ['another host behind two slashes', '//evil.example/', MISSING],
    ['another host behind a backslash', '/\\evil.example/', MISSING],
    ['another host as a whole', 'http://evil.example/', SHELL],
    ['a line break in percent code', '/%0d%0aSet-Cookie:%20a=b', MISSING],
    ['an address of 8,000 letters', `/${'x'.repeat(8000)}`, MISSING],
  ])('%s', async (_what, path, expected) => {
    // Known or not: what is not there is a 404.
    const { status, headers, text } = await get(path, { 'If-None-Match': '"x"' });
    expect(`${status} ${/<title>(.*?)<\/title>/.exec(text)?.[1] ?? text}`).toBe(expected);
    expect(text).not.toContain('trap');
    // No way to another site, no cookie, no guessing of types, no frames elsewhere.
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
  ])('%s has the type of what it is', async (path, type) => {
    expect((await get(path)).headers['content-type']).toMatch(type);
  });

  it('an address of 20,000 letters is refused', async () => {
    expect((await get(`/${'x'.repeat(20_000)}`)).status).toBe(431);
  });
});
