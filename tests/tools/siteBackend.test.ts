/** The embedded backend as `npm start` fills it: the sample data, and the page of stored data. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Backend } from '../../backend/backend';
import { fromFields, toFields } from '../../backend/protoJson';
import type { GalleryWork, WorkImage } from '../../src/domain/types';
import { createDeliverer } from '../../src/outbox/delivery/deliverAll';
import { createMemoryStore } from '../../src/outbox/store/memoryStore';
import { DOWNLOAD_ADDRESS } from '../../tools/seed/seedDocuments';
import { startSiteBackend } from '../../tools/start/siteBackend';
import { depsFor, image, saveSample } from '../support/sampleRequests';

let backend: Backend;
let siteDir: string;
beforeAll(async () => {
  siteDir = mkdtempSync(join(tmpdir(), 'site-'));
  for (const folder of ['assets', 'work']) mkdirSync(join(siteDir, folder));
  const pages = ['index.html', 'work.html', 'work/index.html', '404.html'];
  for (const name of [...pages, 'sw.js', 'assets/app-1.js'])
    writeFileSync(join(siteDir, name), name);
  const ports = { hosting: 0, firestore: 0, auth: 0, storage: 0 };
  backend = await startSiteBackend({ host: '127.0.0.1', ports, siteDir, quiet: true });
});
afterAll(async () => {
  await backend.stop();
  rmSync(siteDir, { recursive: true });
});

describe('the headers of firebase.json', () => {
  it.each([
    ['/', 'index.html', 'no-cache'],
    ['/index.html', 'index.html', 'no-cache'],
    ['/work', 'work/index.html', 'no-cache'],
    ['/work/maple-street-kitchen?x=1', 'work.html', 'no-cache'],
    ['/sw.js', 'sw.js', 'no-cache'],
    ['/assets/app-1.js', 'assets/app-1.js', 'public, max-age=31536000, immutable'],
  ])('come with %s', async (path, file, caching) => {
    const answer = await fetch(backend.origins.hosting + path);
    expect(await answer.text()).toBe(file);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': caching,
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'x-robots-tag': 'max-image-preview:large',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'; script-src 'self' 'sha256-.* https:\/\/apis\.google\.com;.* frame-ancestors 'none'/,
      ),
    });
  });
});

/** Which addresses a block of firebase.json is for, by Firebase's own server (superstatic 10). */
const { configMatcher } = createRequire(import.meta.url)('superstatic/lib/utils/patterns.js') as {
  configMatcher(path: string, block: { source: string }): boolean;
};

it('the site’s headers apply to all of its pages, but not to Google’s below /__/', () => {
  const block = { source: '!/__/**' };
  const { hosting } = JSON.parse(readFileSync('firebase.json', 'utf8')) as {
    hosting: { headers: { source: string; headers: { key: string }[] }[] };
  };
  const own = hosting.headers.filter(({ headers }) =>
    headers.some(({ key }) => key === 'Content-Security-Policy'),
  );
  expect(own.map(({ source }) => source)).toEqual([block.source]);
  const paths = [
    '/',
    '/work/x',
    '/assets/a.js',
    '/sw.js',
    '/__/auth/iframe',
    '/__/firebase/init.json',
  ];
  expect(paths.filter((path) => configMatcher(path, block))).toEqual(paths.slice(0, 4));
});

it('a missing file below /assets has that block’s headers, as superstatic gives them', async () => {
  const answer = await fetch(`${backend.origins.hosting}/assets/none.js`);
  expect([answer.status, await answer.text()]).toEqual([404, '404.html']);
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
});

const works = () =>
  backend.firestore
    .list('gallery')
    .map(({ fields }) => fromFields(fields) as unknown as GalleryWork);

const addresses = (work: GalleryWork) => {
  const images: WorkImage[] = [work.cover, ...work.before, ...work.after];
  return [
    work.cover.thumb,
    ...images.flatMap(({ url, sources = [] }) => [url, ...sources.map((source) => source.url)]),
  ];
};

describe('the sample data', () => {
  it('has eight works, and every picture can be fetched and cached for ever', async () => {
    expect(works()).toHaveLength(8);
    for (const work of works()) {
      expect(work.before.length).toBeGreaterThan(0);
      expect(work.after.length).toBeGreaterThan(0);
      for (const address of addresses(work)) {
        const response = await fetch(address, { headers: { Origin: backend.origins.hosting } });
        expect(response.status, address).toBe(200);
        expect(response.headers.get('Content-Type')).toMatch(/^image\//);
        expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
        expect(response.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
        await response.arrayBuffer();
      }
    }
  });

  it('has the version, the service types and the address of files', () => {
    expect(backend.firestore.get('version/current')?.fields).toEqual({
      version: { doubleValue: 0.62 },
    });
    const stored = backend.firestore.get('configurations/configurations')!.fields;
    const { services_types: types, download_address: pattern } = fromFields(stored);
    expect(types).toHaveLength(7);
    expect(types).toContainEqual({
      id: 'kitchen-cabinets',
      name: 'Kitchen cabinets',
      icon: 'kitchen',
    });
    const address = `${backend.origins.storage}/v0/b/${backend.bucket}/o/requests%2F1`;
    expect(address).toMatch(new RegExp(`^${String(pattern)}`));
    expect('http://evil.example/v0/b/x/o/').not.toMatch(new RegExp(`^${String(pattern)}`));
  });

  it('takes pictures under the name that it has now, although it was made under another one', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'data-'));
    const ports = { hosting: 0, firestore: 0, auth: 0, storage: 0 };
    const options = { host: '127.0.0.1', ports, dataDir, quiet: true };
    const first = await startSiteBackend(options);
    const path = 'configurations/configurations';
    const older = { ...fromFields(first.firestore.get(path)!.fields), download_address: 'older' };
    first.firestore.commit([{ path, fields: toFields(older) }]);
    await first.stop();
    const second = await startSiteBackend(options);
    expect(fromFields(second.firestore.get(path)!.fields)).toEqual({
      ...older,
      download_address: DOWNLOAD_ADDRESS(second.bucket, options.host),
    });
    await second.stop();
    rmSync(dataDir, { recursive: true });

    const takes = (host: string, name: string) =>
      new RegExp(`^${DOWNLOAD_ADDRESS('b', host)}`).test(`http://${name}:9199/v0/b/b/o/`);
    expect(takes('192.168.1.7', '192.168.1.7')).toBe(true);
    expect(takes('192.168.1.7', 'localhost')).toBe(true);
    expect(takes('192.168.1.7', '192.168.1.8')).toBe(false);
    expect(takes('localhost', 'evil.example')).toBe(false);
    expect(takes('0.0.0.0', 'a-phone-asks.this')).toBe(true);
  });

  it('has reviews with the markers that the rules require', () => {
    const paths = backend.firestore.snapshot().documents.map(({ path }) => path);
    const reviews = paths.filter((path) => path.includes('/reviews/'));
    expect(reviews.length).toBeGreaterThan(3);
    for (const path of reviews) {
      const { user, id } = fromFields(backend.firestore.get(path)!.fields);
      const work = path.slice(0, path.indexOf('/reviews/'));
      const marker = backend.firestore.get(`${work}/reviewers/google-${String(user)}`);
      expect(marker?.fields).toEqual({ review: { stringValue: id } });
    }
  });
});

describe('the data page', () => {
  it('shows and escapes what is stored', async () => {
    const fields = toFields({
      name: '<script>alert(1)</script>',
      created: new Date('2026-05-01T12:00:00Z'),
      categories: ['color-consultation', 'odd'],
      files: [{ url: 'javascript:alert(1)' }],
    });
    backend.firestore.commit([{ path: 'requests/1234567890', fields }]);
    const response = await fetch(`${backend.origins.firestore}/`);
    const page = await response.text();
    expect(response.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
    expect(page).toContain('&#60;script&#62;alert(1)&#60;/script&#62;');
    expect(page).not.toContain('<script>alert');
    expect(page).not.toContain('javascript:');
    expect(page).toContain('<li>Color consultation</li><li>odd</li>');
    for (const work of works()) expect(page).toContain(`<code>${work.id}</code>`);
  });

  it('shows the mails that the owner would get about a request', async () => {
    const deps = depsFor(backend.ports, createMemoryStore());
    await saveSample(deps, [image(40_000, 1)], { name: 'Ada & Co', categories: ['doors-only'] });
    await createDeliverer(deps).deliver();
    const { id } = fromFields(backend.firestore.list('requests').at(-1)!.fields);
    const page = await (await fetch(`${backend.origins.firestore}/`)).text();
    const mail = page.slice(page.indexOf('Mail that would be sent'), page.indexOf('Gallery and'));
    const subjects = [...mail.matchAll(/<h3>(.*)<\/h3>/g)].map(([, subject]) => subject);
    const subject = expect.stringMatching(`^Ada &#38; Co · .* · #${String(id)}$`);
    expect(subjects.slice(0, 2)).toEqual([expect.stringMatching(/^Re: Ada &#38; Co · /), subject]);
    expect(mail).toContain('Phone:    555-0100\n');
    expect(mail).toContain(`${backend.origins.storage}/v0/b/${backend.bucket}/o/requests%2F`);
    const [, path] = /href="(\/data\/mail\/[^"]+)"/.exec(mail)!;
    const shown = await fetch(backend.origins.firestore + path!);
    expect(shown.headers.get('content-security-policy')).toMatch(/^default-src 'none';.* sandbox/);
    expect(await shown.text()).toMatch(/src="data:image\/\w+;base64,\w/);
  });

  it('has mails whose foot leads to the local owner’s page, also where Vite serves the site', async () => {
    const ports = { hosting: 4321, firestore: 0, auth: 0, storage: 0 };
    const dev = await startSiteBackend({ host: '0.0.0.0', ports, quiet: true });
    try {
      dev.firestore.commit([{ path: 'requests/1234567890', fields: toFields({ name: 'Ada' }) }]);
      await new Promise(setImmediate);
      const mail = `${dev.origins.firestore}/data/mail/1234567890.text%40demo-cabinets.web.app`;
      expect(await (await fetch(mail)).text()).toMatch(
        /href="http:\/\/localhost:4321\/owner"[^>]*>Your own page: publish a work, take a review down</,
      );
    } finally {
      await dev.stop();
    }
  });

  it('updates itself after changes', async () => {
    const events = await fetch(`${backend.origins.firestore}/data/events`);
    const reader = events.body!.pipeThrough(new TextDecoderStream()).getReader();
    await reader.read();
    backend.firestore.commit([{ path: 'requests/1', fields: {} }]);
    expect((await reader.read()).value).toContain('event: change');
    await reader.cancel();
  });
});
