import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHosting } from '../../local/hosting/index';
import { listen, type Listening } from '../../local/listening';

const CONFIG = new URL('../../firebase.json', import.meta.url);
const SHELL = `<!doctype html><title>Shell</title>${'<p>cabinets</p>'.repeat(200)}`;
const WORK = '<!doctype html><title>Work</title>';

let folder: string;
let listening: Listening;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'site-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), SHELL);
  writeFileSync(join(folder, 'work.html'), WORK);
  writeFileSync(join(folder, 'sw.js'), '// worker');
  writeFileSync(join(folder, 'assets', 'app-1.js'), 'console.log(1);'.repeat(200));
  writeFileSync(join(folder, '.secret'), 'no');
  const { handle } = createHosting({ siteDir: folder, configFile: CONFIG });
  listening = await listen({ service: 'hosting', host: '127.0.0.1', port: 0, handler: handle });
});
afterAll(async () => {
  await listening.down();
  rmSync(folder, { recursive: true });
});

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** Without fetch's own normalising of paths and decoding of bodies. */
function get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const req = request(
      { host: '127.0.0.1', port: listening.port, path, headers, agent: false },
      (res) => {
        const parts: Buffer[] = [];
        res.on('data', (part: Buffer) => parts.push(part));
        res.on('end', () =>
          resolve({
            status: res.statusCode!,
            headers: res.headers,
            text: Buffer.concat(parts).toString(),
          }),
        );
      },
    );
    req.on('error', reject);
    req.end();
  });
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

  it("answers with the site's own page for an address it does not have", async () => {
    writeFileSync(join(folder, '404.html'), '<!doctype html><title>Nothing here</title>');
    const { status, text, headers } = await get('/nothing');
    rmSync(join(folder, '404.html'));
    expect({ status, text }).toEqual({
      status: 404,
      text: '<!doctype html><title>Nothing here</title>',
    });
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it('sends the headers of firebase.json', async () => {
    expect((await get('/index.html')).headers).toMatchObject({
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
    });
    expect((await get('/sw.js')).headers['cache-control']).toBe('no-cache');
    expect((await get('/assets/app-1.js')).headers['cache-control']).toBe(
      'public, max-age=31536000, immutable',
    );
  });

  it.each([
    '/nothing',
    '/work/a/b',
    '/__/auth/handler',
    '/__/firebase/init.json',
    '/.secret',
    '/assets/missing.js',
    '/%E0%A4%A',
    '/../../etc/passwd',
    '/..%2f..%2fetc/passwd',
    '//nothing',
  ])('answers a clean 404 for %s', async (path) => {
    const { status, headers, text } = await get(path);
    expect(status).toBe(404);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(text).toContain('There is no such page');
  });

  it.each([
    ['br', 'br, gzip'],
    ['gzip', 'gzip'],
    [undefined, 'identity'],
  ])('compresses with %s', async (encoding, accepted) => {
    const { headers } = await get('/assets/app-1.js', { 'Accept-Encoding': accepted });
    expect(headers['content-encoding']).toBe(encoding);
  });
});

describe('listening', () => {
  it('names the port and the service when the port is taken, and how to change it', async () => {
    const again = listen({
      service: 'storage',
      host: '127.0.0.1',
      port: listening.port,
      handler: () => {},
    });
    await expect(again).rejects.toThrow(
      `Port ${listening.port} on 127.0.0.1 is taken, and the storage service needs it.`,
    );
    await expect(again).rejects.toThrow('--storage-port or STORAGE_PORT');
  });

  it('goes away and comes back on the same port', async () => {
    const { port } = listening;
    await listening.down();
    await expect(get('/')).rejects.toThrow('ECONNREFUSED');
    await listening.up();
    expect(listening.port).toBe(port);
    expect((await get('/')).status).toBe(200);
  });
});
