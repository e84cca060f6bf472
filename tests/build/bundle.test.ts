// The built site: what must not be in it, and how large each part may be.
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createRequire } from 'node:module';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PAINTED_SCRIPT } from '../../sw/firstScreen';
import { FIREBASE, runBuild } from './runBuild';
import { hashOfSources, markIn } from '../../tools/build/mark';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * The most brotli bytes of what a visitor waits for, a tenth more than it is. The fifth budget, of all scripts of an
 * untouched page, is in tests/start/repeatVisit.spec.ts.
 */
const BUDGETS: Record<string, number> = {
  'index.js and what it imports': 100_000,
  'sw.js': 26_100,
  'RequestContent.js': 18_000,
  // With their styles, without a gallery; tests/start/firstPaint.spec.ts has the budget for the pages with one.
  'index.html': 16_000,
  'work.html': 16_000,
};

/** The most brotli bytes of all scripts of the owner's page, the editor's and the picture worker's included. */
const OWNER_BUDGET = 186_000;

/** Pictures in the HTML. They differ from site to site, so they do not count. */
const PREVIEW = /data:image\/avif;[^)]+/g;

/** Where sign-in code talks to, and what XState calls its own events. */
const SIGN_IN = /apis\.google\.com|identitytoolkit/;
const XSTATE = /xstate\.(init|stop|done|error)/;

let folder: string;
let built: Awaited<ReturnType<typeof runBuild>>;
/** The visitors' files. */
let site: Map<string, string>;
/** Those of the owner's page, a build of its own. */
let owner: Map<string, string>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cabinets-production-'));
  rmSync(folder, { recursive: true });
  // The developer's environment must not put React's development build into the site: the budgets would break.
  const { code, output } = await runBuild({ ...FIREBASE, NODE_ENV: 'development' }, folder);
  // It ends by naming what it could not read, because the project does not exist.
  if (!output.includes('WARNING: the built site lacks')) throw new Error(output);
  built = { code, output };
  const all = [...readSite(folder)];
  const isOwner = ([name]: [string, string]) => name.startsWith('owner/');
  site = new Map(all.filter((file) => !isOwner(file)));
  owner = new Map(all.filter(isOwner));
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a production build', () => {
  test('has nothing of what watches the machines in development', () => {
    const inspecting = [...site].filter(
      ([name, code]) => name.includes('machinePanel') || code.includes('showPopover'),
    );
    expect(inspecting.map(([name]) => name)).toEqual([]);
  });

  test('has nothing of React Router’s forms, which no page has', () => {
    const forms = [...site, ...owner].filter(([, code]) => code.includes('Cannot submit'));
    expect(forms.map(([name]) => name)).toEqual([]);
  });

  test('has the parts that these tests look at', () => {
    const names = [...site.keys()];
    expect(names).toEqual(expect.arrayContaining(['index.html', 'work.html', 'sw.js']));
    expect(
      names.filter((name) =>
        /assets\/(index|googleSignIn|galleryWorker|postReview)-.*\.js$/.test(name),
      ),
    ).toHaveLength(4);
    for (const name of ['app', 'googleSignIn', 'galleryWorker', 'postReview']) {
      expect(hasFirebase(text(new RegExp(`assets/${name}-.*js$`))), name).toBe(true);
    }
    expect(text(/assets\/googleSignIn-.*js$/)).toMatch(SIGN_IN);
    // Its chunk has the name of whatever else is in it.
    expect(
      [...site].filter(([name, text]) => name.endsWith('.js') && XSTATE.test(text)),
    ).not.toEqual([]);
    expect(text(/assets\/index-.*js$/)).toContain('cabinets-of-a-test');
    expect(text(/sw\.js$/)).toContain('bucket-of-a-test');
    // What npm run doctor looks for.
    expect(text(/sw\.js$/)).toMatch(/(["'`])cabinets-of-a-test\1/);
  });

  test('contains nothing of local mode, apart from what libraries bring', () => {
    const own =
      /localhost|127\.0\.0\.1|demo-cabinets|:(5000|8080|9099|9199)\b|emulator|localGapi|popupRelay|VITE_LOCAL|local backend|Maria Alvarez/gi;
    const libraries =
      /127\.0\.0\.1(?=:)|demo-cabinets|:(5000|8080|9099|9199)\b|popupRelay|VITE_LOCAL|The local|Maria Alvarez/g;
    for (const [name, code] of [...site, ...owner]) {
      const traces = code.match(isLibrary(name) ? libraries : own) ?? [];
      expect([name, ...traces]).toEqual([name]);
    }
  });

  test('contains neither source maps nor sources', () => {
    const names = readdirSync(folder, { recursive: true }) as string[];
    expect(names.filter((name) => /\.(map|tsx?|test\.js)$|local\//.test(name))).toEqual([]);
    for (const [name, code] of site)
      expect([name, code.includes('sourceMappingURL')]).toEqual([name, false]);
  });
});

describe('the addresses in a production build', () => {
  // What the Auth SDK calls http://localhost is never loaded; ours is searched for it above.
  test('use https, except the names of formats', () => {
    const plain = /\bhttp:\/\/(?!www\.w3\.org\/|localhost\b)[^\s"'`)<]+/g;
    for (const [name, code] of site) expect([name, ...(code.match(plain) ?? [])]).toEqual([name]);
  });
});

describe('the Content-Security-Policy', () => {
  const policy = readFileSync(join(ROOT, 'firebase.json'), 'utf8').match(
    /"Content-Security-Policy",\s*"value": "([^"]+)"/,
  )![1]!;

  test('allows the inline scripts of the pages and the worker’s, and no other', () => {
    const hashes = new Set<string>();
    const added = /^<script>(.*)<\/script>$/.exec(PAINTED_SCRIPT)![1]!;
    const hash = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`;
    for (const [name, html] of [...site, ...owner]) {
      if (!name.endsWith('.html')) continue;
      for (const [, attributes, code] of html.matchAll(/<script([^>]*)>(.*?)<\/script>/gs)) {
        if (/type="application\/(ld\+)?json"| src="/.test(attributes!)) continue;
        hashes.add(hash(code!));
        expect(Buffer.byteLength(code! + added), name).toBeLessThanOrEqual(1650);
      }
      expect([name, ...(html.match(/<[^>]* on[a-z]+="/g) ?? [])]).toEqual([name]);
    }
    hashes.add(hash(added));
    expect([...hashes]).toEqual(policy.match(/'sha256-[^']+'/g));
  });

  test('changes the revision of every page that is cached with it', () => {
    const worker = text(/sw\.js$/);
    const headers = readFileSync(join(ROOT, 'firebase.json'), 'utf8');
    for (const page of ['index.html', 'work.html']) {
      const content = createHash('md5').update(site.get(page)!).digest('hex');
      const both = createHash('sha256').update(`${content}\n${headers}`).digest('hex');
      expect(worker).toContain(`"revision":"${both.slice(0, 32)}","url":"${page}"`);
    }
  });

  // The header is the same for every project and lets in all of firebaseapp.com.
  test('is narrowed by every page to the sign-in frame of this project', () => {
    const meta =
      '<meta http-equiv="Content-Security-Policy" content="frame-src https://sign-in.example">';
    const pages = [...site, ...owner].filter(([name]) => name.endsWith('.html'));
    expect(pages.length).toBeGreaterThanOrEqual(4);
    for (const [name, html] of pages)
      expect([name, html.slice(0, html.indexOf('<script')).includes(meta)]).toEqual([name, true]);
  });

  test('names Google’s hosts and this site only', () => {
    expect(policy.match(/https?:[^ ;]+/g)!.toSorted()).toEqual([
      'https://*.firebaseapp.com',
      'https://apis.google.com',
      'https://apis.google.com',
      'https://firebasestorage.googleapis.com',
      'https://firebasestorage.googleapis.com',
      'https://firestore.googleapis.com',
      'https://identitytoolkit.googleapis.com',
      'https://securetoken.googleapis.com',
      'https://www.google.com/images/cleardot.gif',
    ]);
    const scripts = /script-src ([^;]+)/.exec(policy)![1]!;
    expect(scripts).not.toMatch(/unsafe|\*|data:|blob:/);
  });
});

describe('the landing page', () => {
  test('starts without Firebase, without sign-in and without state machines', () => {
    for (const name of initialScripts()) {
      const code = site.get(name)!;
      expect(hasFirebase(code), name).toBe(false);
      expect(code, name).not.toMatch(SIGN_IN);
      expect(code, name).not.toMatch(XSTATE);
    }
  });

  test('names the font of its headings in the page, and shows text before it has loaded', () => {
    const pages = [...site].filter(([name]) => name.endsWith('.html'));
    for (const [name, html] of pages) {
      const faces = html.match(/@font-face\{[^}]*url\([^}]*\}/g) ?? [];
      const read = (pattern: RegExp) => faces.map((face) => pattern.exec(face)?.[1]);
      expect([name, read(/font-family:([^;}]+)/)]).toEqual([name, ['Fraunces', 'Fraunces']]);
      expect(read(/font-weight:([^;}]+)/)).toEqual(['600', '600']);
      expect(read(/font-display:([^;}]+)/)).toEqual(['swap', 'swap']);
      for (const file of read(/url\(\/([^)]+)\)/)) {
        expect(existsSync(join(folder, file!)), file).toBe(true);
      }
    }
  });

  test('starts from at most five scripts, all of them precached', () => {
    // Each is a request.
    expect(initialScripts().length).toBeLessThanOrEqual(5);
    const worker = text(/sw\.js$/);
    for (const name of initialScripts()) expect(worker).toContain(`"${name}"`);
  });

  test('precaches every script except the SDK', () => {
    const worker = text(/sw\.js$/);
    for (const name of site.keys()) {
      if (!/^assets\/.*\.js$/.test(name)) continue;
      expect([name, worker.includes(`"${name}"`)]).toEqual([name, !isSdk(name)]);
    }
  });
});

test('the worker stores the pages behind the files that they need', () => {
  const listed = [...text(/sw\.js$/).matchAll(/"url":"([^"]+)"/g)].map(([, url]) => url!);
  expect(listed.slice(-3).toSorted()).toEqual(['index.html', 'work.html', 'work/index.html']);
});

test('the owner’s page is there, and no file of the visitors knows it', () => {
  const names = [...owner.keys()];
  expect(names).toContain('owner/index.html');
  expect(owner.get('owner/index.html')).toContain('<meta name="robots" content="noindex" />');
  // In the worker there are the names of what it precaches.
  const knowing = [...site].filter(([, code]) => /["'`/]owner\//.test(code));
  expect(knowing.map(([name]) => name)).toEqual([]);
});

test('the editor is in a part of its own, with the uploads', () => {
  const uploading = [...owner].filter(([, code]) => code.includes('X-Goog-Upload'));
  expect(uploading.map(([name]) => name)).toEqual([expect.stringMatching(/assets\/editorCode-/)]);
  expect(owner.get('owner/index.html')).not.toContain('editorCode');
});

test('nothing that ships has the engine of regular expressions that Firestore asks for', () => {
  const message = 'missing argument to repetition operator';
  expect(readFileSync(createRequire(import.meta.url).resolve('re2js'), 'utf8')).toContain(message);
  const carrying = [...site, ...owner].filter(([, code]) => code.includes(message));
  expect(carrying.map(([name]) => name)).toEqual([]);
});

test('what a visitor waits for keeps to its budget', () => {
  const all = sizes();
  const outgrown = Object.entries(BUDGETS).flatMap(([part, budget]) => {
    const bytes = all.get(part) ?? Infinity;
    return bytes > budget ? [`${part}: ${bytes} bytes, ${bytes - budget} too many`] : [];
  });
  expect(outgrown).toEqual([]);
});

test('the scripts of the owner’s page keep to their budget', () => {
  const scripts = [...owner].filter(([name]) => name.endsWith('.js'));
  const bytes = scripts.map(([, code]) => brotliCompressSync(code).length);
  const sum = bytes.reduce((one, other) => one + other, 0);
  expect(Math.max(0, sum - OWNER_BUDGET), `${sum} bytes`).toBe(0);
});

test('a build that could not read the project is complete, but ends as failed and says why', () => {
  expect(built.output.trimEnd()).toMatch(/\n!{80}\nWARNING: .*\n  the gallery: .*\n(.*\n)+!{80}$/);
  expect(built.code).toBe(1);
  expect(markIn(folder)).toEqual({
    project: 'cabinets-of-a-test',
    sources: hashOfSources(),
    unread: ['the gallery', 'the service types', 'the quotes'],
  });
});

test('after a build for a project, everything that is still sample or made up is listed', () => {
  const [, lines = ''] =
    /\n!{80}\nWARNING: the built site shows visitors samples and made-up facts:\n((?: {2}.*\n)+)Replace .*\n!{80}\n/.exec(
      built.output,
    ) ?? [];
  expect(lines).toContain(
    'the number +1 (470) 555-0142, which nobody has: write your own into business.json',
  );
});

/** Scripts, styles and pages by name (`assets/…`). */
function readSite(from: string): Map<string, string> {
  const names = (readdirSync(from, { recursive: true }) as string[])
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /\.(js|css|html)$/.test(name));
  return new Map(names.map((name) => [name, readFileSync(join(from, name), 'utf8')]));
}

function text(name: RegExp): string {
  const found = [...site].find(([candidate]) => name.test(candidate));
  if (!found) throw new Error(`Nothing in the site is called ${name.source}.`);
  return found[1];
}

/** The chunks that are made of Firebase's SDK. */
const isSdk = (name: string): boolean =>
  /^assets\/(app|googleSignIn|galleryWorker|postReview|bloom_blob_es2018)-.*\.js$/.test(name);

/**
 * Those, and React with its router, which reads addresses as if they were of http://localhost. The owner's page has all
 * of them in one file.
 */
const isLibrary = (name: string): boolean =>
  isSdk(name) || /^(owner\/assets\/|assets\/react-).*\.js$/.test(name);

/** Whether a script carries a part of Firebase: each of them registers its package by name. */
const hasFirebase = (code: string): boolean => code.includes('@firebase/');

/** What index.html loads before anything else: its scripts and all that those import statically. */
function initialScripts(): string[] {
  const [, listed = ''] = /<script data-app="([^"]+)"/.exec(site.get('index.html')!) ?? [];
  const found = listed.split(' ').map((name) => name.slice(1));
  for (const name of found) {
    const imports = site.get(name)!.matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+)["'`]/g);
    for (const [, imported] of imports) {
      if (!found.includes(`assets/${imported}`)) found.push(`assets/${imported}`);
    }
  }
  return found;
}

/** Brotli bytes of every part; the initial scripts count together. */
function sizes(): Map<string, number> {
  const initial = initialScripts();
  const result = new Map<string, number>();
  for (const [name, code] of site) {
    const own = name.replace(/^assets\//, '').replace(/-[\w-]{8}(?=\.\w+$)/, '');
    const part = initial.includes(name) ? 'index.js and what it imports' : own;
    const { length } = brotliCompressSync(code.replaceAll(PREVIEW, ''));
    result.set(part, (result.get(part) ?? 0) + length);
  }
  return result;
}
