/** Hosting gives out the site, with its headers, and nothing beside it. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHosting } from '../../../local/hosting/index';
import { listen, type Listening } from '../../../local/listening';
import { BESIDE, cases, FILES } from './hostingCases';

let folder: string;
let listening: Listening;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hostile-'));
  for (const [name, text] of Object.entries(FILES)) {
    const path = join(folder, 'site', name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  writeFileSync(join(folder, BESIDE), 'trap');
  const { handle } = createHosting({
    siteDir: join(folder, 'site'),
    configFile: new URL('../../../firebase.json', import.meta.url),
  });
  listening = await listen({ service: 'hosting', host: '127.0.0.1', port: 0, handler: handle });
});
afterAll(async () => {
  await listening.down();
  rmSync(folder, { recursive: true });
});

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** Sends the path as it is, which fetch would not. */
function ask(method: string, path: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = {
      host: '127.0.0.1',
      port: listening.port,
      method,
      path,
      headers,
      agent: false,
    };
    const req = request(options, (res) => {
      let text = '';
      res.setEncoding('utf8').on('data', (part: string) => (text += part));
      res.on('end', () => resolve({ status: res.statusCode!, headers: res.headers, text }));
    });
    req.on('error', reject);
    req.end();
  });
}

const titleOf = (text: string) => /<title>(.*?)<\/title>/.exec(text)?.[1] ?? text;

describe(`${cases.length} hostile cases against Hosting`, () => {
  it.each(cases)('%s', async (_what, method, path, expected) => {
    const { status, headers, text } = await ask(method, path);
    expect(`${status} ${titleOf(text)}`).toBe(expected);
    expect(text).not.toContain('trap');
    // No way to another site, and none to a cookie.
    expect(headers.location).toBeUndefined();
    expect(headers['set-cookie']).toBeUndefined();
  });
});

const ANSWERS: [what: string, path: string, headers: Record<string, string>, status: number][] = [
  ['the start page', '/', {}, 200],
  ['a work', '/work/abc', {}, 200],
  ['a script', '/assets/app-1.js', {}, 200],
  ['the worker', '/sw.js', {}, 200],
  ['a page that is known already', '/', { 'If-None-Match': '*' }, 304],
  ['a missing page', '/nothing', {}, 404],
  ['a hidden file', '/.env', {}, 404],
  ['a reserved page', '/__/auth/handler', {}, 404],
];

describe('every answer of Hosting', () => {
  it.each(ANSWERS)(
    '%s: no guessing of types, no frames elsewhere',
    async (_what, path, sent, status) => {
      const { status: answered, headers } = await ask('GET', path, sent);
      expect(answered).toBe(status);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['x-frame-options']).toMatch(/^(SAMEORIGIN|DENY)$/);
      expect(headers['x-powered-by']).toBeUndefined();
      expect(headers['access-control-allow-origin']).toBeUndefined();
    },
  );

  it.each([
    ['/', 'text/html; charset=utf-8'],
    ['/work/%2Fassets%2Fapp-1.js', 'text/html; charset=utf-8'],
    ['/assets/app-1.js', /^(text|application)\/javascript; charset=utf-8$/],
    ['/nothing.js', 'text/html; charset=utf-8'],
    ['/nothing.svg', 'text/html; charset=utf-8'],
  ])('%s has the type of what it is', async (path, type) => {
    expect((await ask('GET', path)).headers['content-type']).toMatch(type);
  });
});
