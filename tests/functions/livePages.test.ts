/** The function that answers for works of no build: what it says for each answer of the database and of the site. */
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { createLivePages, type LivePagesDeps } from '../../functions/src/core/livePages';

const SHELL =
  '<html><head><title>Our work | Cabinets in Town</title><meta name="description" content="Our work: cabinets by Us"/>' +
  '<meta property="og:title" content="Our work | Cabinets in Town"/><meta property="og:description" content="Our work: cabinets by Us"/>' +
  '<meta property="og:image" content="https://www.example.com/og.jpg"/><meta property="og:image:type" content="image/jpeg"/></head>' +
  '<body><a href="/#g">Our work</a></body></html>';

const text = (stringValue: string) => ({ stringValue });
const source = (width: number, type: string) => ({
  mapValue: {
    fields: {
      url: text(`https://pictures.example/${width}.${type.slice(6)}?alt=media&x=1`),
      width: { integerValue: String(width) },
      type: text(type),
    },
  },
});
const work = (title: string) => ({
  name: 'projects/p/databases/(default)/documents/gallery/x',
  fields: {
    title: text(title),
    cover: {
      mapValue: {
        fields: {
          url: text('https://pictures.example/1600.webp?alt=media'),
          alt: text('White & gold'),
          sources: {
            arrayValue: {
              values: [
                source(1600, 'image/webp'),
                source(960, 'image/webp'),
                source(960, 'image/avif'),
                source(480, 'image/webp'),
              ],
            },
          },
        },
      },
    },
  },
});

const json = (status: number, body: object) => () => Response.json(body, { status });
const found = (title = 'Elm kitchen') => json(200, work(title));
const missing = json(404, {
  error: { code: 404, message: 'Document not found.', status: 'NOT_FOUND' },
});

type Answers = Record<string, () => Response | Promise<Response>>;

/** The function, in front of a site and a database that answer like this. */
const pages = (outside: Pick<LivePagesDeps, 'fetch'> & Partial<LivePagesDeps>) =>
  createLivePages({
    site: 'https://p.web.app',
    documents: 'https://firestore.example/documents',
    timeout: () => new AbortController().signal,
    now: () => 0,
    ...outside,
  });

/** Asks for an address. `works`: the answers of the database by id; without one, nothing answers. */
async function ask(url: string, works: Answers, shell: () => Response = () => new Response(SHELL)) {
  const call = pages({
    fetch: async (address) => {
      const { pathname, origin } = new URL(address);
      if (origin === 'https://p.web.app') return shell();
      const known = works[decodeURIComponent(pathname.replace('/documents/gallery/', ''))];
      if (!known) throw new TypeError('fetch failed');
      return known();
    },
  });
  const answer = await call({ url, acceptEncoding: undefined });
  return { ...answer, body: String(answer.body) };
}

it('a work of no build has its own head, and the body of the shell', async () => {
  const { status, headers, body } = await ask('/work/elm%20st?utm=1', { 'elm st': found() });
  expect(status).toBe(200);
  expect(headers).toEqual({
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-cache',
    Vary: 'Accept-Encoding',
  });
  expect(body).toBe(
    '<html><head><title data-live>Elm kitchen | Cabinets in Town</title>' +
      '<meta data-live name="description" content="Elm kitchen: cabinets by Us"/>' +
      '<meta data-live property="og:title" content="Elm kitchen | Cabinets in Town"/>' +
      '<meta data-live property="og:description" content="Elm kitchen: cabinets by Us"/>' +
      '<link data-live rel="canonical" href="https://www.example.com/work/elm%20st" />' +
      '<meta data-live property="og:url" content="https://www.example.com/work/elm%20st" />' +
      '<meta data-live property="og:image" content="https://pictures.example/960.webp?alt=media&#38;x=1" />' +
      '<meta data-live property="og:image:alt" content="White &#38; gold" /></head>' +
      '<body><a href="/#g">Our work</a></body></html>',
  );
});

it('what an owner has written is text in every tag', async () => {
  const { body } = await ask('/work/x', { x: found('"><script>$&</script>') });
  const written = '&#34;&#62;&#60;script&#62;$&#38;&#60;/script&#62;';
  expect(body).toContain(`<title data-live>${written} |`);
  expect(body).toContain(`name="description" content="${written}: cabinets`);
  expect(body).not.toContain('<script');
});

it.each([
  ['no title', { title: text(' '), cover: {} }, 'Untitled work'],
  ['nothing at all', undefined, 'Untitled work'],
  [
    'an address that is none',
    { title: text('Elm'), cover: { mapValue: { fields: { url: text('javascript:1') } } } },
    'Elm',
  ],
])('a document with %s keeps the site’s picture', async (_what, fields, title) => {
  const { body } = await ask('/work/x', {
    x: json(200, { name: 'a/documents/gallery/x', fields }),
  });
  expect(body).toContain(`<title data-live>${title} |`);
  expect(body.match(/property="og:image[^/]*/g)).toHaveLength(2);
  expect(body).toContain('https://www.example.com/og.jpg');
});

const NOINDEX = SHELL.replace(
  '</head>',
  '<meta data-live name="robots" content="noindex" /></head>',
);

it.each([
  ['no document', '/work/gone', { gone: missing }],
  [
    'no document, and none without the full stop',
    '/work/gone.',
    { 'gone.': missing, gone: missing },
  ],
  ['an id that no document can have', '/work/__x__', {}],
  ['a slash in the id', '/work/a%2Fb', {}],
  ['a broken address', '/work/%E0%A4%A', {}],
  ['an id of dots', '/work/%2e%2e', {}],
  ['another address', '/', {}],
])('%s is a 404 with the shell, which is not to be listed', async (_what, url, works) => {
  const { status, body } = await ask(url, works);
  expect([status, body]).toEqual([404, NOINDEX]);
});

it.each([
  ['nothing answers', undefined],
  [
    'the rules refuse',
    json(403, { error: { code: 403, status: 'PERMISSION_DENIED', message: 'no' } }),
  ],
  [
    'the database is down',
    json(503, { error: { code: 503, status: 'UNAVAILABLE', message: 'no' } }),
  ],
  ['a portal says 404', () => new Response('<html>', { status: 404 })],
  ['a portal says 200', () => new Response('<html>')],
  ['another JSON says 200', json(200, { ok: true })],
])('where %s, the page is the shell as it is', async (_what, answer) => {
  const { status, body } = await ask('/work/elm', answer ? { elm: answer } : {});
  expect([status, body]).toEqual([200, SHELL]);
});

it('a database that is slow gets 0.8 seconds, the shell five', async () => {
  const limits: number[] = [];
  const call = pages({
    timeout: (ms) => {
      limits.push(ms);
      return AbortSignal.abort();
    },
    fetch: async (url, { signal }) => {
      if (url.endsWith('/work.html')) return new Response(SHELL);
      signal.throwIfAborted();
      return found()();
    },
  });
  const answer = await call({ url: '/work/elm', acceptEncoding: 'gzip, br' });
  expect(limits).toEqual([5_000, 800]);
  expect(answer.status).toBe(200);
  expect(answer.headers).toEqual({
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-cache',
    Vary: 'Accept-Encoding',
    'Content-Encoding': 'gzip',
  });
  expect(gunzipSync(answer.body).toString()).toBe(SHELL);
});

it.each(['elm)', 'elm.', 'elm,', 'elm).'])(
  '%s leads to elm only if it is no work itself',
  async (id) => {
    const url = `/work/${id}?a=1`;
    const led = await ask(url, { [id]: missing, elm: found() });
    expect([led.status, led.headers['Location']]).toEqual([302, '/work/elm?a=1']);
    const own = await ask(url, { [id]: found('Own'), elm: found() });
    expect([own.status, own.body.includes('Own |')]).toEqual([200, true]);
    const unknown = await ask(url, { elm: found() });
    expect([unknown.status, unknown.body]).toEqual([200, SHELL]);
  },
);

it('a trailing slash is the work itself', async () => {
  const { status, body } = await ask('/work/elm/?a=1', { elm: found() });
  expect([status, body.includes('href="https://www.example.com/work/elm"')]).toEqual([200, true]);
});

it.each([
  ['is not there', () => new Response('', { status: 404 })],
  [
    'cannot be reached',
    () => {
      throw new TypeError('fetch failed');
    },
  ],
])('a shell that %s is a 503, to be tried again', async (_what, shell) => {
  const { status, headers, body } = await ask('/work/elm', { elm: found() }, shell);
  expect([status, headers['Retry-After']]).toEqual([503, '30']);
  expect(body).toContain('Try again');
});

it('the sitemap has every work, and is read again after ten minutes', async () => {
  const listed = (id: string, url: string) => ({
    document: {
      name: `projects/p/databases/(default)/documents/gallery/${id}`,
      updateTime: '2026-03-01T10:00:00.123456Z',
      fields: { cover: { mapValue: { fields: url === '' ? {} : { url: text(url) } } } },
    },
    readTime: '2026-04-02T08:00:00Z',
  });
  const queries: unknown[] = [];
  let at = 0;
  let database = () =>
    Response.json([listed('oak & sage', 'https://p.example/a?x=1&y=2'), listed('plain', '')]);
  const call = pages({
    now: () => at,
    fetch: async (address, { body }) => {
      if (address === 'https://p.web.app/work.html')
        return new Response(SHELL, {
          headers: { 'Last-Modified': 'Wed, 01 Apr 2026 08:00:00 GMT' },
        });
      queries.push([address, JSON.parse(body ?? '')]);
      return database();
    },
  });
  const ask = () => call({ url: '/sitemap.xml', acceptEncoding: undefined });

  const first = await ask();
  expect(first).toEqual({
    status: 200,
    headers: {
      'Content-Type': 'application/xml; charset=utf-8',
      'Cache-Control': 'no-cache',
      Vary: 'Accept-Encoding',
    },
    body:
      '<?xml version="1.0" encoding="UTF-8"?>\n' +
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">\n' +
      '<url><loc>https://www.example.com/</loc><lastmod>2026-04-01T08:00:00.000Z</lastmod></url>\n' +
      '<url><loc>https://www.example.com/work</loc></url>\n' +
      '<url><loc>https://www.example.com/work/oak%20%26%20sage</loc><lastmod>2026-03-01T10:00:00.123456Z</lastmod>' +
      '<image:image><image:loc>https://p.example/a?x=1&#38;y=2</image:loc></image:image></url>\n' +
      '<url><loc>https://www.example.com/work/plain</loc><lastmod>2026-03-01T10:00:00.123456Z</lastmod></url>\n' +
      '</urlset>\n',
  });
  at = 599_999;
  expect(await ask()).toBe(first);
  expect(queries).toEqual([
    [
      'https://firestore.example/documents:runQuery?prettyPrint=false',
      {
        structuredQuery: {
          from: [{ collectionId: 'gallery' }],
          orderBy: [{ field: { fieldPath: 'created' }, direction: 'DESCENDING' }],
          select: { fields: [{ fieldPath: 'cover.url' }] },
          limit: 10_000,
        },
      },
    ],
  ]);

  at = 600_000;
  database = () => Response.json([{ error: { code: 503 } }], { status: 503 });
  expect(await ask()).toBe(first);
  database = () => Response.json([listed('new', ''), { readTime: '2026-04-02T09:00:00Z' }]);
  expect(String((await ask()).body).match(/<loc>/g)).toHaveLength(3);
});

it('without a list there is no sitemap: search engines come again', async () => {
  const { status, headers } = await ask('/sitemap.xml', {});
  expect([status, headers['Retry-After']]).toEqual([503, '30']);
});
