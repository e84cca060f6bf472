/** `npm run doctor` on the local backend: the whole table, and each fault on its line. */
// @module-tag full
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fromFields, toFields } from '../../backend/protoJson';
import { PROJECT } from './googleAnswers';
import { blockedBy, close, examine, LOCAL, open, scene, snapshot, withHeader } from './doctorScene';

const changing =
  (change: (url: string, answer: Response) => Response): typeof fetch =>
  async (input, init) =>
    change(String(input), await fetch(input, init));

const REQUEST = 'A request, end to end';

describe('doctor on the local backend:', () => {
  beforeEach(open);
  afterEach(close);
  afterEach(() => vi.unstubAllEnvs());

  test('what exists passes, the rest is unknown, and nothing is left behind', async () => {
    const before = snapshot();
    const { code, output, states } = await examine(scene.env, fetch, '--local');
    expect(states).toEqual(LOCAL);
    expect(code).toBe(0);
    expect(output).toContain('\n15 PASS, 0 FAIL, 11 UNKNOWN, 0 blocked\n');
    expect(output).toContain('created, uploaded, attached, exported, removed');
    expect(output).toContain('This was the local backend, NOT your live site.');
    expect(snapshot()).toEqual(before);
  });

  test('without a project and without --local it warns at once that this is not the live site', async () => {
    const { output } = await examine(scene.env, fetch, '--dry-run');
    expect(output).toMatch(/^Working on .*\n!!! This is NOT your live site/);
    expect(output).toContain('npm run setup -- --project');
  });

  /** Examines a site whose pages are these; the others are those of the scene. */
  async function leftoversOf(pages: Record<string, string>): Promise<string[]> {
    const built: typeof fetch = async (input, init) => {
      const { origin, pathname } = new URL(String(input));
      const page = origin === scene.backend.origins.hosting ? pages[pathname] : undefined;
      return page === undefined ? fetch(input, init) : new Response(page);
    };
    const { output } = await examine(scene.env, built, '--local', '--dry-run');
    const [line = ''] = output.split('\n').filter((one) => one.includes('Nothing removed'));
    return line
      .replace(/^(?:FAIL|PASS) +Nothing removed +/, '')
      .split('; ')
      .toSorted();
  }
  const proof = (average: string, count: number) =>
    `<span><span aria-hidden="true">${average}</span><span class="x">${average} out of 5</span></span><span>${count} reviews</span>`;
  const quote = (text: string, work: string) =>
    `<figure><blockquote dir="auto">${text}</blockquote><figcaption><a dir="auto" href="/work/${work}">A work</a></figcaption></figure>`;
  const graph = (image: string, average: string, count: number) =>
    `<script type="application/ld+json">${JSON.stringify({
      '@graph': [{ '@type': 'CreativeWork', image }],
    })}</script><span class="x">${average}</span> <span>from ${count} ${count === 1 ? 'review' : 'reviews'}</span>`;
  const cards = (...works: string[]) =>
    works.map((id) => `<li><a class="x" href="/work/${id}">A work</a></li>`).join('');
  const VANITY = 'Same vanity, new bathroom. Worth every dollar.';
  const SAGE = 'Four samples until we chose the sage. All the patience in the world.';

  test('it names each leftover of a site that was built before works and reviews were removed', async () => {
    const found = await leftoversOf({
      '/':
        proof('4.7', 6) +
        quote('They &quot;closed&quot;, call us', 'maple-street-kitchen') +
        quote('Gone', 'gone') +
        quote(VANITY, 'birch-court-vanity'),
      '/work': cards('gone', 'maple-street-kitchen'),
      '/work/gone': graph('https://x.example/1.avif', '5.0', 1),
      '/work/maple-street-kitchen': graph('https://x.example/2.avif', '4.5', 4),
    });
    expect(found).toEqual([
      '/work/gone is still there, with its picture in links (og:image)',
      '/work/maple-street-kitchen names a picture that was replaced (og:image)',
      'the landing page still quotes a review of gone, which is removed: “Gone”',
      'the landing page still quotes a review of maple-street-kitchen that was taken down: “They "closed", call us”',
      'the page of all works shows /work/gone, which is removed',
      'the rating of /work/gone is of 1 review, and 0 are stored',
      'the rating of /work/maple-street-kitchen is of 4 reviews, and 3 are stored',
      'the rating of the landing page is of 6 reviews, and 5 are stored',
    ]);
  });

  test('it names quotes and a rating that the owner has changed since, until the next build', async () => {
    const built = {
      '/':
        proof('4.6', 5) + quote(VANITY, 'birch-court-vanity') + quote(SAGE, 'maple-street-kitchen'),
      '/work': cards(),
    };
    const path = 'gallery/maple-street-kitchen/reviews/';
    const { firestore } = scene.backend;
    expect(await leftoversOf(built)).toEqual([
      'the landing page and 0 works show nothing that was removed',
    ]);

    // Chosen instead: the new one is not built yet, which is no leftover.
    const configuration = 'configurations/configurations';
    const fields = fromFields(firestore.get(configuration)!.fields);
    const quotes = ['gallery/birch-court-vanity/reviews/q2LfN6uJ0x', `${path}b7WzP1nLc4`];
    firestore.commit([{ path: configuration, fields: toFields({ ...fields, quotes }) }]);
    expect(await leftoversOf(built)).toEqual([
      `the landing page still quotes a review of maple-street-kitchen that is not chosen any more: “${SAGE}”`,
    ]);

    // Taken down, and another one written: as many reviews as in the page, one of them with fewer stars.
    const review = { text: '', stars: 1, user: 'Ann', created: new Date('2026-05-01T00:00:00Z') };
    firestore.commit([
      { path: `${path}Yd05sVhK8e`, fields: null },
      { path: `${path}Ab3dEf6hIj`, fields: toFields(review) },
    ]);
    expect(await leftoversOf(built)).toEqual([
      `the landing page still quotes a review of maple-street-kitchen that was taken down: “${SAGE}”`,
      'the rating of the landing page is 4.6 of 5 reviews, and those stored make 3.8',
    ]);

    // What is new comes with the next build.
    firestore.commit([{ path: `${path}Cd3dEf6hIj`, fields: toFields(review) }]);
    expect(await leftoversOf({ ...built, '/': proof('3.8', 5) })).toEqual([
      'the landing page and 0 works show nothing that was removed',
    ]);
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

  test.each([
    ['for a year', 'public, max-age=31536000, immutable'],
    ['not at all', 'no-cache'],
  ])('it tells that browsers keep a missing file %s', async (_, value) => {
    const send = changing((url, answer) =>
      url.endsWith('none.js') ? withHeader(answer, 'Cache-Control', value) : answer,
    );
    const { output, states } = await examine(scene.env, send, '--local', '--dry-run');
    expect(states['Headers and policy']).toBe('PASS');
    expect(output).toContain(`browsers keep a missing file as "${value}" says`);
  });

  test('a service that names the asking page, as Google’s emulator of Storage does, lets it read', async () => {
    const site = scene.backend.origins.hosting;
    const send = changing((url, answer) =>
      url.includes('alt=media') ? withHeader(answer, 'Access-Control-Allow-Origin', site) : answer,
    );
    const { states } = await examine(scene.env, send, '--local', '--dry-run');
    expect(states['Storage']).toBe('PASS');
  });

  test.each<[answer: Response, says: RegExp]>([
    [
      Response.json([{ transaction: 'dHg=' }]),
      /UNKNOWN +Locks +a stranger is given a read-write transaction/,
    ],
    [
      Response.json([{ error: { code: 503, message: 'Try later.' } }], { status: 503 }),
      /UNKNOWN +Locks +it answers 503: Try later\./,
    ],
  ])('it says what a stranger who asks for a lock is answered: %#', async (answer, says) => {
    const asked: [url: string, body: unknown][] = [];
    const send: typeof fetch = async (input, init) => {
      const url = String(input);
      if (!/:(batchGet|rollback)$/.test(url)) return fetch(input, init);
      asked.push([url.split(':').at(-1)!, JSON.parse(String(init!.body))]);
      expect(new Headers(init!.headers).has('Authorization')).toBe(false);
      return url.endsWith(':batchGet') ? answer.clone() : Response.json({});
    };
    const { output } = await examine(scene.env, send, '--local', '--dry-run');
    expect(output).toMatch(says);
    const asking = { documents: [expect.stringMatching(/\/version\/current$/)] };
    expect(asked).toEqual([
      ['batchGet', { ...asking, newTransaction: { readWrite: {} } }],
      // Whatever it was given, it gives back at once.
      ...(answer.ok ? [['rollback', { transaction: 'dHg=' }]] : []),
    ]);
  });

  test('--dry-run writes nothing', async () => {
    scene.backend.requests.clear();
    const { code, states } = await examine(scene.env, fetch, '--local', '--dry-run');
    expect([code, states]).toEqual([0, { ...LOCAL, [REQUEST]: 'UNKNOWN' }]);
    // A query is a POST that changes nothing, and so is the look for a lock.
    const changes = scene.backend.requests.filter(
      ({ method, url }) => method !== 'GET' && !/:(runQuery|batchGet)$/.test(url),
    );
    expect(changes).toEqual([]);
  });

  const change = (path: string, fields: object | null) => () => {
    const { firestore } = scene.backend;
    const write =
      fields === null ? { path, fields: null } : { path, fields: toFields(fields as never) };
    firestore.commit([write]);
    return fetch;
  };
  const choosing = (...quotes: string[]) => {
    const path = 'configurations/configurations';
    return () =>
      change(path, { ...fromFields(scene.backend.firestore.get(path)!.fields), quotes })();
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
  /** The answer of a project whose index is missing. */
  const withoutIndex = (): typeof fetch => async (input, init) =>
    String(init?.body).includes('allDescendants')
      ? Response.json([{ error: { code: 400, message: NO_INDEX } }], { status: 400 })
      : fetch(input, init);
  const NO_INDEX =
    'The query requires a COLLECTION_GROUP_DESC index for collection reviews and field created.';

  test.each<[string, string, string, () => typeof fetch | Promise<typeof fetch>]>([
    ['Firestore is out of reach', 'Firestore', 'cannot be reached', down('firestore')],
    ['Storage is out of reach', 'Storage', 'does not answer', down('storage')],
    [
      'nobody is an owner',
      'Owners',
      'npm run setup -- --owner owner@example.com --local',
      change('owners/owner@example.com', null),
    ],
    [
      'an owner’s document has capitals',
      'Owners',
      'owners/Me@example.com fits no account',
      change('owners/Me@example.com', {}),
    ],
    [
      'choices of reviews that are gone, of a work that is gone, and of no review',
      'Quotes',
      'reviews/gone000000 is not there; gallery/gone/reviews/gone000000 is of a work that is not there; gallery/../reviews/x is the name of no review',
      choosing(
        'gallery/maple-street-kitchen/reviews/gone000000',
        'gallery/gone/reviews/gone000000',
        'gallery/../reviews/x',
      ),
    ],
    [
      'an index is missing',
      'Indexes',
      `the newest reviews of all works: ${NO_INDEX}; the reviews that were taken down last: ${NO_INDEX}`,
      withoutIndex,
    ],
    ['nothing serves the site', 'Site', 'does not answer', down('hosting')],
    ['nothing is deployed', 'Site', 'answers 404', refusing(/^\/$/, 'GET', 404)],
    [
      'files with a hash are not kept',
      'Headers and policy',
      'Cache-Control of /assets/app-1.js',
      header(/assets/, 'Cache-Control', 'no-cache'),
    ],
    [
      'what is missing is kept as no block says',
      'Headers and policy',
      'Cache-Control of /assets/none.js',
      header(/none\.js$/, 'Cache-Control', 'max-age=3600'),
    ],
    [
      'a header is missing',
      'Headers and policy',
      'X-Content-Type-Options of /work/none',
      header(/\/work\/none$/, 'X-Content-Type-Options', null),
    ],
    [
      'the function is missing',
      'Live pages',
      '/work/none is not our page',
      () =>
        changing((url, answer) => {
          const { headers } = withHeader(answer, 'content-length', null);
          const isNone = url.endsWith('/work/none');
          return isNone ? new Response('Page not found', { status: 404, headers }) : answer;
        }),
    ],
    [
      'another policy',
      'Headers and policy',
      'Content-Security-Policy of /',
      header(/:\d+\/$/, 'Content-Security-Policy', "default-src 'self'"),
    ],
    [
      'a page in place of the worker',
      'Worker',
      'is not a script',
      header(/sw\.js$/, 'Content-Type', 'text/html'),
    ],
    [
      'the build is of another project, whose name begins like this one',
      'Worker',
      `it was not built for ${PROJECT}, so requests go elsewhere`,
      () =>
        changing((url, answer) =>
          url.endsWith('/sw.js')
            ? new Response(`const env = { VITE_FIREBASE_PROJECT_ID: "${PROJECT}-2" };`, answer)
            : answer,
        ),
    ],
    [
      'the worker is cached',
      'Worker',
      'max-age=3600',
      header(/sw\.js$/, 'Cache-Control', 'max-age=3600'),
    ],
    [
      'pictures without CORS',
      'Storage',
      'they come without CORS',
      header(/alt=media/, 'Access-Control-Allow-Origin', null),
    ],
    ['no version', 'version/current', 'is not there', change('version/current', null)],
    [
      'a version that is not out yet',
      'version/current',
      '99, but the version in this folder is',
      change('version/current', { version: 99 }),
    ],
    [
      'there are no service types, and no bucket is pinned',
      'configurations',
      'no service types; no download_address',
      change('configurations/configurations', {}),
    ],
    ['pictures are refused', REQUEST, 'was not uploaded: 403', refusing(/name=requests/, 'POST')],
    [
      'a picture is gone before the export',
      REQUEST,
      'was not exported: its pictures are missing',
      refusing(/requests%2F.*alt=media/, 'GET', 404),
    ],
    [
      'there is no room for the export',
      REQUEST,
      'was not exported: ENOENT',
      () => {
        vi.stubEnv('TMPDIR', '/nowhere');
        return fetch;
      },
    ],
  ])('notices: %s', async (_, line, says, fault) => {
    const send = await fault();
    const before = snapshot();
    const { code, output, states } = await examine(scene.env, send, '--local');
    expect(states).toEqual({ ...LOCAL, ...blockedBy(line), [line]: 'FAIL' });
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
    expect(output).toMatch(/^FAIL +Environment +"x" is not a port: .*\nblocked/m);
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
        const says = states[REQUEST];
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
    expect(output).toContain(
      `it could not be removed (remove it with: npm run requests:remove -- ${id} --force)`,
    );
  });
});
