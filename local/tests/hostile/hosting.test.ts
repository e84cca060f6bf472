/** Hosting gives out the site, with its headers, and nothing beside it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSite, type SiteServer } from '../siteServer';

/** Files of the site; those whose text is "trap" nobody may get. */
const FILES: Record<string, string> = {
  'index.html': '<!doctype html><title>Shell</title>',
  'work.html': '<!doctype html><title>Work</title>',
  '404.html': '<!doctype html><title>Missing</title>',
  'sw.js': '// worker',
  'assets/app-1.js': '// script',
  'a..b.txt': 'dots',
  '.env': 'trap',
  '.well/known': 'trap',
  'assets/.htaccess': 'trap',
  'firebase.json': 'trap',
  'node_modules/x/index.js': 'trap',
  '__/auth/handler': 'trap',
  '__/firebase/init.json': 'trap',
};
type Case = [what: string, method: string, path: string, expected: string];

const SHELL = '200 Shell';
const WORK = '200 Work';
const MISSING = '404 Missing';
/** Where the site's own page has no say. */
const NO_PAGE = '404 Page not found';

const get = (what: string, path: string, expected: string): Case => [what, 'GET', path, expected];

const cases: Case[] = [
  get('the start page', '/', SHELL),
  get('a work', '/work/abc', WORK),
  get('a work with an address in its id', '/work/https:%2F%2Fevil.example', WORK),
  get('a work with markup in its id', '/work/%3Cscript%3Ealert(1)%3C%2Fscript%3E', WORK),
  get('a query with markup', '/?q=%3Cscript%3E', SHELL),
  get('a name with dots', '/a..b.txt', '200 dots'),
  get('the worker', '/sw.js', '200 // worker'),
  get('a script', '/assets/app-1.js', '200 // script'),
  get('below a work', '/work/a/b', MISSING),
  get('nothing', '/nothing', MISSING),
  get('up', '/../secret.txt', MISSING),
  get('up, from a folder', '/assets/../../secret.txt', MISSING),
  get('up, in percent code', '/%2e%2e/secret.txt', MISSING),
  get('up, with the slash in percent code', '/..%2fsecret.txt', NO_PAGE),
  get('up, twice encoded', '/%252e%252e%252fsecret.txt', MISSING),
  get('up, with backslashes', '/..\\secret.txt', MISSING),
  get('up, with backslashes in percent code', '/assets/..%5c..%5csecret.txt', NO_PAGE),
  get('up, from a work', '/work/a%2f..%2f..%2fsecret.txt', NO_PAGE),
  get('up, with a letter too long for UTF-8', '/%c0%ae%c0%ae/secret.txt', NO_PAGE),
  get('a NUL before another ending', '/secret.txt%00.html', MISSING),
  get('a broken percent code', '/%', NO_PAGE),
  get('a broken percent code in a work', '/work/%E0%A4%A', NO_PAGE),
  get('the environment', '/.env', NO_PAGE),
  get('the environment in percent code', '/%2eenv', NO_PAGE),
  get('the environment behind two slashes', '//.env', NO_PAGE),
  get('a hidden folder', '/.well/known', NO_PAGE),
  get('a hidden file in a folder', '/assets/.htaccess', NO_PAGE),
  get('the repository', '/.git/config', NO_PAGE),
  get('the configuration', '/firebase.json', NO_PAGE),
  get('a package', '/node_modules/x/index.js', NO_PAGE),
  get("Firebase's sign-in page", '/__/auth/handler', NO_PAGE),
  get('its configuration', '/__/firebase/init.json', NO_PAGE),
  get('it behind two slashes', '//__/firebase/init.json', NO_PAGE),
  get('it in percent code', '/%5f%5f/firebase/init.json', NO_PAGE),
  get('it by a way round', '/assets/../__/firebase/init.json', NO_PAGE),
  get('it alone', '/__', MISSING),
  get('a source map', '/assets/app-1.js.map', MISSING),
  get('a source', '/src/start/main.tsx', MISSING),
  get('the rules', '/firestore.rules', MISSING),
  get('a folder', '/assets/', MISSING),
  get('a folder without slash', '/assets', MISSING),
  get('another host behind two slashes', '//evil.example/', MISSING),
  get('another host behind two slashes and up', '//evil.example/..', MISSING),
  get('another host behind a backslash', '/\\evil.example/', MISSING),
  get('another host as a whole', 'http://evil.example/', SHELL),
  get('another scheme', 'file:///etc/passwd', MISSING),
  get('a line break in percent code', '/%0d%0aSet-Cookie:%20a=b', MISSING),
  get('an address of 8,000 letters', `/${'x'.repeat(8000)}`, MISSING),
  ['the head of a hidden file', 'HEAD', '/.env', '404 '],
  ['the head of a page', 'HEAD', '/', '200 '],
];

let site: SiteServer;
beforeAll(async () => {
  site = await startSite(FILES);
  writeFileSync(join(site.folder, '../secret.txt'), 'trap');
});
afterAll(() => site.close());

const titleOf = (text: string) => /<title>(.*?)<\/title>/.exec(text)?.[1] ?? text;

describe(`${cases.length} hostile cases against Hosting`, () => {
  it.each(cases)('%s', async (_what, method, path, expected) => {
    const { status, headers, text } = await site.ask(path, {}, method);
    expect(`${status} ${titleOf(text)}`).toBe(expected);
    expect(text).not.toContain('trap');
    // No way to another site, and none to a cookie.
    expect(headers.location).toBeUndefined();
    expect(headers['set-cookie']).toBeUndefined();
    // No guessing of types, no frames elsewhere.
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['x-frame-options']).toMatch(/^(SAMEORIGIN|DENY)$/);
    expect(headers['x-powered-by']).toBeUndefined();
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });
});

it.each([
  ['/work/%2Fassets%2Fapp-1.js', 'text/html; charset=utf-8'],
  ['/assets/app-1.js', /^(text|application)\/javascript; charset=utf-8$/],
  ['/nothing.js', 'text/html; charset=utf-8'],
])('%s has the type of what it is', async (path, type) => {
  expect((await site.ask(path)).headers['content-type']).toMatch(type);
});

it('refuses an address of 20,000 letters', async () => {
  expect((await site.ask(`/${'x'.repeat(20_000)}`)).status).toBe(431);
});
