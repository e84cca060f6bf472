/** `npm run doctor`: the whole table on a local backend, each fault on its line, and every answer of Google's. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { toFields } from '../../backend/protoJson';
import { SAMPLE } from '../../tools/build/unfinished';
import { runTool } from '../../tools/run';
import { createTerminal } from '../../tools/terminal';
import { openScene, type Scene } from './ownersTools';
import { APP_ID, BUCKET, KEY, PROJECT, RECORDED, type Recorded } from './googleAnswers';

let siteDir: string;
beforeAll(() => {
  siteDir = mkdtempSync(join(tmpdir(), 'site-'));
  mkdirSync(join(siteDir, 'assets'));
  const page = '<html><script src="/assets/app-1.js"></script></html>';
  for (const name of ['index.html', 'work.html', '404.html'])
    writeFileSync(join(siteDir, name), page);
  writeFileSync(join(siteDir, 'assets', 'app-1.js'), '');
  writeFileSync(join(siteDir, 'sw.js'), `const env = { VITE_FIREBASE_PROJECT_ID: "${PROJECT}" };`);
});
afterAll(() => rmSync(siteDir, { recursive: true }));

let scene: Scene;
const open = async () => {
  scene = await openScene(siteDir);
};
const close = () => scene.stop();

/** Runs it; `states` holds what each line says, by its title. */
async function examine(env: Record<string, string>, send: typeof fetch, ...args: string[]) {
  let output = '';
  const out = { write: (text: string) => (output += text) };
  const terminal = createTerminal(out, out, false);
  const wait = async () => {};
  const code = await runTool(['doctor', ...args], { env, terminal, fetch: send, wait });
  return { code, output, states: statesIn(output) };
}

function statesIn(output: string): Record<string, string> {
  const lines = output.matchAll(
    /^(PASS|FAIL|UNKNOWN|blocked) +(.+?) {2,}(.+?)(?: \(not tried yet\))?$/gm,
  );
  return Object.fromEntries(
    [...lines].map(([, state = '', title, detail = '']) => [
      title,
      state === 'blocked' ? detail : state,
    ]),
  );
}

const changing =
  (change: (url: string, answer: Response) => Response): typeof fetch =>
  async (input, init) =>
    change(String(input), await fetch(input, init));

function withHeader(answer: Response, name: string, value: string | null): Response {
  const headers = new Headers(answer.headers);
  if (value === null) headers.delete(name);
  else headers.set(name, value);
  // What `fetch` has unpacked is not packed any more.
  headers.delete('content-encoding');
  return new Response(answer.body, { status: answer.status, headers });
}

/** On a fresh `npm start`. */
const LOCAL = {
  Environment: 'PASS',
  'Access token': 'UNKNOWN',
  Firestore: 'PASS',
  Storage: 'PASS',
  'Firestore rules': 'UNKNOWN',
  'Storage rules': 'UNKNOWN',
  'Storage asks Firestore': 'UNKNOWN',
  'Authorised domains': 'UNKNOWN',
  'Sign-in providers': 'UNKNOWN',
  'API key': 'UNKNOWN',
  Site: 'PASS',
  'Headers and policy': 'PASS',
  Worker: 'PASS',
  'Sign-in frame': 'UNKNOWN',
  'version/current': 'PASS',
  configurations: 'PASS',
  Mail: 'UNKNOWN',
  'A request, end to end': 'PASS',
  'Nothing made up': 'UNKNOWN',
};

const snapshot = () => [
  scene.backend.firestore.snapshot().documents.length,
  scene.backend.storage.list().length,
];

describe('doctor on the local backend:', () => {
  beforeEach(open);
  afterEach(close);
  afterEach(() => vi.unstubAllEnvs());

  test('what exists passes, the rest is unknown, and nothing is left behind', async () => {
    const before = snapshot();
    const { code, output, states } = await examine(scene.env, fetch, '--local');
    expect(states).toEqual(LOCAL);
    expect(code).toBe(0);
    expect(output).toContain('\n9 PASS, 0 FAIL, 10 UNKNOWN, 0 blocked\n');
    expect(output).toContain('created, uploaded, attached, exported, removed');
    expect(snapshot()).toEqual(before);
  });

  test('the test request looks like a real one', async () => {
    scene.backend.requests.clear();
    const bodies: string[] = [];
    const send: typeof fetch = (input, init) => {
      if (String(input).endsWith(':commit')) bodies.push(String(init?.body));
      return fetch(input, init);
    };
    await examine(scene.env, send, '--local');
    const posts = scene.backend.requests.filter(({ headers }) => headers['origin'] !== undefined);
    const site = scene.backend.origins.hosting;
    expect(new Set(posts.map(({ headers }) => headers['origin']))).toEqual(new Set([site]));
    const commands = posts.flatMap(({ headers }) => headers['x-goog-upload-command'] ?? []);
    const small = ['start', 'upload, finalize'];
    const large = ['start', 'upload', 'query', 'upload', 'query', 'upload, finalize'];
    expect(commands).toEqual([...large, ...small, ...small, ...small]);
    expect(bodies[0]).toContain('Zoë Иванова 李 🪵');
    const { writes } = JSON.parse(bodies[0]!) as {
      writes: { update?: { fields: Record<string, { arrayValue?: { values: object[] } }> } }[];
    };
    const categories = writes.flatMap(({ update }) => update?.fields['categories'] ?? []);
    expect(categories.map(({ arrayValue }) => arrayValue?.values.length)).toEqual([2]);
  });

  test('--dry-run writes nothing', async () => {
    scene.backend.requests.clear();
    const { code, states } = await examine(scene.env, fetch, '--local', '--dry-run');
    expect([code, states]).toEqual([0, { ...LOCAL, 'A request, end to end': 'UNKNOWN' }]);
    expect(scene.backend.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  const change = (path: string, fields: object | null) => () => {
    const { firestore } = scene.backend;
    const write =
      fields === null ? { path, fields: null } : { path, fields: toFields(fields as never) };
    firestore.commit([write]);
    return fetch;
  };
  const down = (service: 'firestore' | 'storage' | 'hosting') => async () => {
    await scene.backend.goDown(service);
    return fetch;
  };
  const header = (path: RegExp, name: string, value: string | null) => () =>
    changing((url, answer) => (path.test(url) ? withHeader(answer, name, value) : answer));
  const refusing =
    (url: RegExp, method: string, status = 403) =>
    () => {
      scene.backend.faults.add({ url, method, do: { kind: 'status', status } });
      return fetch;
    };
  const NO_SITE = {
    Site: 'FAIL',
    'Headers and policy': 'blocked by Site',
    Worker: 'blocked by Site',
    'Nothing made up': 'blocked by Site',
  };

  test.each<[string, () => typeof fetch | Promise<typeof fetch>, Record<string, string>, string]>([
    [
      'Firestore is out of reach',
      down('firestore'),
      {
        Firestore: 'FAIL',
        'Firestore rules': 'blocked by Firestore',
        'version/current': 'blocked by Firestore',
        configurations: 'blocked by Firestore',
        'A request, end to end': 'blocked by Firestore',
      },
      'cannot be reached',
    ],
    [
      'Storage is out of reach',
      down('storage'),
      {
        Storage: 'FAIL',
        'Storage rules': 'blocked by Storage',
        'A request, end to end': 'blocked by Storage',
      },
      'does not answer',
    ],
    ['nothing serves the site', down('hosting'), NO_SITE, 'does not answer'],
    ['nothing is deployed', refusing(/^\/$/, 'GET', 404), NO_SITE, 'answers 404'],
    [
      'files with a hash are not kept',
      header(/assets/, 'Cache-Control', 'no-cache'),
      { 'Headers and policy': 'FAIL' },
      'Cache-Control of /assets/app-1.js',
    ],
    [
      'what is missing is kept for a year',
      header(/none\.js$/, 'Cache-Control', 'public, max-age=31536000, immutable'),
      { 'Headers and policy': 'FAIL' },
      'Cache-Control of /assets/none.js',
    ],
    [
      'a page in place of the worker',
      header(/sw\.js$/, 'Content-Type', 'text/html'),
      { Worker: 'FAIL' },
      'is no script',
    ],
    [
      'a header is missing',
      header(/\/work\/none$/, 'X-Content-Type-Options', null),
      { 'Headers and policy': 'FAIL' },
      'X-Content-Type-Options of /work/none',
    ],
    [
      'another policy',
      header(/:\d+\/$/, 'Content-Security-Policy', "default-src 'self'"),
      { 'Headers and policy': 'FAIL' },
      'Content-Security-Policy of /',
    ],
    [
      'the build is of another project, whose name begins like this one',
      () =>
        changing((url, answer) =>
          url.endsWith('/sw.js')
            ? new Response(`const env = { VITE_FIREBASE_PROJECT_ID: "${PROJECT}-2" };`, answer)
            : answer,
        ),
      { Worker: 'FAIL' },
      `it is not a build for ${PROJECT}: requests go elsewhere`,
    ],
    [
      'the worker is cached',
      header(/sw\.js$/, 'Cache-Control', 'max-age=3600'),
      { Worker: 'FAIL' },
      'max-age=3600',
    ],
    [
      'pictures without CORS',
      header(/alt=media/, 'Access-Control-Allow-Origin', null),
      {
        Storage: 'FAIL',
        'Storage rules': 'blocked by Storage',
        'A request, end to end': 'blocked by Storage',
      },
      'pictures come without',
    ],
    ['no version', change('version/current', null), { 'version/current': 'FAIL' }, 'is not there'],
    [
      'a version that is not out yet',
      change('version/current', { version: 99 }),
      { 'version/current': 'FAIL' },
      '99, but this client is',
    ],
    [
      'there are no service types, and no bucket is pinned',
      change('configurations/configurations', {}),
      { configurations: 'FAIL', 'A request, end to end': 'blocked by configurations' },
      'no service types; no download_address',
    ],
    [
      'pictures are refused',
      refusing(/name=requests/, 'POST'),
      { 'A request, end to end': 'FAIL' },
      'was not uploaded: 403',
    ],
    [
      'a picture is gone before the export',
      refusing(/requests%2F.*alt=media/, 'GET', 404),
      { 'A request, end to end': 'FAIL' },
      'was not exported: it came without its pictures',
    ],
    [
      'there is no room for the export',
      () => {
        vi.stubEnv('TMPDIR', '/nowhere');
        return fetch;
      },
      { 'A request, end to end': 'FAIL' },
      'was not exported: ENOENT',
    ],
  ])('notices: %s', async (_, fault, expected, says) => {
    const send = await fault();
    const before = snapshot();
    const { code, output, states } = await examine(scene.env, send, '--local');
    expect(states).toEqual({ ...LOCAL, ...expected });
    expect(output).toContain(says);
    expect(output).toMatch(/^ {9}→ /m);
    expect(code).toBe(1);
    expect(snapshot()).toEqual(before);
  });

  test('--port names where the site is', async () => {
    const env = { ...scene.env, HOSTING_PORT: '1' };
    const port = scene.env.HOSTING_PORT;
    expect((await examine(env, fetch, '--local', '--port', port)).states).toEqual(LOCAL);
    const { output } = await examine(env, fetch, '--local', '--port', 'x');
    expect(output).toMatch(/^FAIL +Environment +x is not a port\.\nblocked/m);
  });

  test('cut off at any call, it leaves nothing behind and passes the next time', async () => {
    const before = snapshot();
    const isOfRequest = (init?: RequestInit) => new Headers(init?.headers).has('origin');
    for (const when of ['before', 'after'] as const) {
      for (let cut = 1, isHit = true; isHit; cut += 1) {
        let calls = 0;
        isHit = false;
        const send: typeof fetch = async (input, init) => {
          if (!isOfRequest(init) || init?.method !== 'POST') return fetch(input, init);
          calls += 1;
          if (calls !== cut) return fetch(input, init);
          isHit = true;
          if (when === 'after') await fetch(input, init);
          throw new TypeError('fetch failed');
        };
        const { states } = await examine(scene.env, send, '--local');
        const says = states['A request, end to end'];
        expect([when, cut, says]).toEqual([when, cut, isHit ? 'FAIL' : 'PASS']);
        expect(snapshot()).toEqual(before);
        if (!isHit) expect(cut).toBeGreaterThan(10);
      }
    }
  });

  test('what it cannot remove is named', async () => {
    await refusing(/requests%2F/, 'DELETE')();
    const { output } = await examine(scene.env, fetch, '--local');
    const [left] = scene.backend.firestore.list('requests');
    const id = left!.path.replace('requests/', '');
    expect(output).toContain(`it is still there (npm run requests:remove -- ${id} --force)`);
  });
});

describe('doctor on a Firebase project:', () => {
  beforeAll(open);
  afterAll(close);

  const env = {
    VITE_FIREBASE_API_KEY: KEY,
    VITE_FIREBASE_AUTH_DOMAIN: `${PROJECT}.firebaseapp.com`,
    VITE_FIREBASE_PROJECT_ID: PROJECT,
    VITE_FIREBASE_STORAGE_BUCKET: BUCKET,
    VITE_FIREBASE_APP_ID: APP_ID,
    // The one that the local backend takes, which stands in for Firestore and Storage.
    GOOGLE_ACCESS_TOKEN: 'owner',
  };
  const all = (state: string) =>
    Object.fromEntries(Object.keys(LOCAL).map((title) => [title, state]));

  /** Recorded answers; Firestore, Storage and the site are the local backend's. */
  function google(other?: { url: string; answer: Recorded['good'] }): typeof fetch {
    const { origins } = scene.backend;
    const places: Record<string, string> = {
      'https://firestore.googleapis.com': origins.firestore,
      'https://firebasestorage.googleapis.com': origins.storage,
      [`https://${PROJECT}.web.app`]: origins.hosting,
    };
    return async (input, init) => {
      const url = String(input);
      const { origin } = new URL(url);
      const recorded = RECORDED.find(
        (one) => one.url === url && one.method === (init?.method ?? 'GET'),
      );
      if (recorded) {
        const { json, ...init } = other?.url === url ? other.answer : recorded.good;
        return Response.json(json, init);
      }
      const place = places[origin];
      if (place === undefined) throw new Error(`No answer is recorded for ${url}`);
      const headers = new Headers(init?.headers);
      // The local backend answers pages of this machine only.
      if (headers.has('Origin')) headers.set('Origin', origins.hosting);
      const answer = await fetch(url.replace(origin, place), { ...init, headers });
      if (url.includes(':commit')) tellAlerts();
      const session = answer.headers.get('x-goog-upload-url');
      if (session) return withHeader(answer, 'x-goog-upload-url', session.replace(place, origin));
      const policy = answer.headers.get('content-security-policy');
      const ours = policy?.replaceAll(' http://127.0.0.1:*', '');
      return ours ? withHeader(answer, 'content-security-policy', ours) : answer;
    };
  }

  /** As functions/ does, soon: the mark of every request's mail. */
  let isMailed = true;
  function tellAlerts(): void {
    if (!isMailed) return;
    const sent = { state: 'sent', since: 1 };
    const marks = scene.backend.firestore.list('requests').map(({ path }) => ({
      path: path.replace('requests/', 'alerts/'),
      fields: toFields({ text: sent, pictures: sent }),
    }));
    scene.backend.firestore.commit(marks);
  }

  const configure = (bucket: string) => {
    const address = `https://firebasestorage.googleapis.com/v0/b/${bucket}/o/`;
    const fields = {
      services_types: [{ id: 'a', name: 'A' }],
      download_address: address.replaceAll('.', '[.]'),
    };
    scene.backend.firestore.commit([
      { path: 'configurations/configurations', fields: toFields(fields) },
    ]);
  };
  beforeAll(() => configure(BUCKET));

  test('every line passes if the project is set up right', async () => {
    const { code, output, states } = await examine(env, google());
    expect([code, states]).toEqual([0, all('PASS')]);
    expect(output).toContain('for 57 more minutes');
  });

  test('a request that nobody is mailed about fails, and is removed', async () => {
    isMailed = false;
    const before = snapshot();
    const { code, output, states } = await examine(env, google());
    isMailed = true;
    expect([code, states]).toEqual([1, { ...all('PASS'), 'A request, end to end': 'FAIL' }]);
    expect(output).toContain('was not mailed: no mark that the mail server has accepted it');
    expect(snapshot()).toEqual(before);
  });

  test('the token is checked without sending it as a header', async () => {
    const headers: unknown[] = [];
    const send: typeof fetch = (input, init) => {
      if (String(input).endsWith('/tokeninfo')) headers.push(init?.headers);
      return google()(input, init);
    };
    await examine(env, send, '--dry-run');
    expect(headers).toEqual([undefined]);
  });

  /** Who says nothing when a line fails; a dry run, so the request is unknown otherwise. */
  const DEPENDANTS: Record<string, string[]> = {
    Firestore: ['Firestore rules', 'version/current', 'configurations', 'A request, end to end'],
    Mail: ['A request, end to end'],
    Storage: ['Storage rules', 'A request, end to end'],
    'Firestore rules': ['version/current', 'configurations', 'A request, end to end'],
    'Storage rules': ['A request, end to end'],
    'Storage asks Firestore': ['A request, end to end'],
    'Access token': Object.keys(LOCAL).filter(
      (title) =>
        !/^(Environment|Access token|Site|Headers|Worker|Sign-in frame|Nothing)/.test(title),
    ),
  };
  const bad = RECORDED.flatMap(({ line, url, bad }) =>
    bad.map(([answer, says]) => ({ line, url, answer, says })),
  );

  test.each(bad)('the line $line says $says', async ({ line, url, answer, says }) => {
    const { code, output, states } = await examine(env, google({ url, answer }), '--dry-run');
    expect(new RegExp(`^\\w+ +${line} .*(?:\\n .*)*`, 'm').exec(output)?.[0]).toMatch(says);
    expect(output).toMatch(/ {9}→ .+/);
    const isFailed = states[line] === 'FAIL';
    expect(code).toBe(isFailed ? 1 : 0);
    const dependants = isFailed ? (DEPENDANTS[line] ?? []) : [];
    // Two lines ask for the same settings of Authentication.
    const asking = RECORDED.filter((one) => one.url === url).map((one) => one.line);
    expect(states).toEqual({
      ...all('PASS'),
      'A request, end to end': 'UNKNOWN',
      ...Object.fromEntries(dependants.map((title) => [title, `blocked by ${line}`])),
      ...Object.fromEntries(asking.map((title) => [title, states[title]])),
    });
  });

  test.each<[string, Record<string, string>, string, RegExp]>([
    [
      'a missing value',
      { VITE_FIREBASE_APP_ID: '' },
      'Environment',
      /VITE_FIREBASE_APP_ID.*\n +→ npm run setup -- --project /,
    ],
    [
      'a key cut short',
      { VITE_FIREBASE_API_KEY: 'AIza1' },
      'Environment',
      /VITE_FIREBASE_API_KEY.*\n +→ npm run setup -- --project /,
    ],
    [
      'a site with a path',
      { VITE_SITE_URL: 'https://a.example/b' },
      'Environment',
      /VITE_SITE_URL .* without a path\.\nblocked/,
    ],
    ['no token', { GOOGLE_ACCESS_TOKEN: ' ' }, 'Access token', /is not set.*\n +→ export/],
  ])('%s is a line, not an error', async (_, change, line, says) => {
    const { code, output, states } = await examine({ ...env, ...change }, google());
    expect(code).toBe(1);
    expect(output).toMatch(new RegExp(`^FAIL +${line}.*${says.source}`, 'm'));
    const blocked = line === 'Environment' ? Object.keys(LOCAL).slice(1) : DEPENDANTS[line]!;
    expect(states).toEqual({
      ...all('PASS'),
      ...Object.fromEntries(blocked.map((title) => [title, `blocked by ${line}`])),
      [line]: 'FAIL',
    });
  });

  const FRONT_PAGE = "a network's own front page";
  test.each([
    ['<a href="tel:+14705550142">', 'a 555 number'],
    ['<a href="https://api.whatsapp.com/send?phone=14705550142&amp;text=555">', 'a 555 number'],
    ['<a href="https://www.tiktok.com/">', FRONT_PAGE],
    ['<a href="https://m.facebook.com">', FRONT_PAGE],
    ['<a href="https://instagram.com?hl=en">', FRONT_PAGE],
    [`<img alt="${SAMPLE}: a">`, 'sample pictures'],
    ['<a href="tel:+15554700142"><a href="/"><a href="https://tiktok.com/@us">', undefined],
  ])('made-up facts on the site are noticed: %s', async (page, seen) => {
    const send: typeof fetch = (input, init) =>
      String(input) === `https://${PROJECT}.web.app/`
        ? google()(input, init).then((answer) => new Response(page, answer))
        : google()(input, init);
    const { output, states } = await examine(env, send, '--dry-run');
    const state = seen === undefined ? 'PASS' : 'FAIL';
    const expected = { 'A request, end to end': 'UNKNOWN', 'Nothing made up': state };
    expect(states).toEqual({ ...all('PASS'), ...expected });
    expect(output).toMatch(new RegExp(`Nothing made up +${seen ?? 'none seen'}$`, 'm'));
  });

  test('a bucket of another project is noticed', async () => {
    configure('others.appspot.com');
    const { output, states } = await examine(env, google());
    configure(BUCKET);
    expect(states).toEqual({
      ...all('PASS'),
      configurations: 'FAIL',
      'A request, end to end': 'blocked by configurations',
    });
    expect(output).toContain('download_address is not of this bucket');
  });

  test('a sign-in domain that the policy blocks is noticed', async () => {
    const other = { ...env, VITE_FIREBASE_AUTH_DOMAIN: 'auth.example' };
    const send: typeof fetch = (input, init) =>
      new URL(String(input)).hostname === 'auth.example'
        ? Promise.resolve(new Response())
        : google()(input, init);
    const { output } = await examine(other, send, '--dry-run');
    expect(output).toContain("the site's frame-src allows *.firebaseapp.com only");
    expect(output).toContain('auth.example is not listed');
    expect(output).toContain('its websites leave out auth.example');
  });
});
