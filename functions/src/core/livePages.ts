/**
 * What Hosting asks a function for, because no build knows it: the page of a new work, and the sitemap. The shell is
 * read from the site at each call, so that no page names scripts of another build. Browsers that have our worker never
 * ask for it.
 */
import { gzipSync } from 'node:zlib';
import { html, type Html } from './html.js';

export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string | Buffer;
}

export interface Call {
  /** Path and query. */
  url: string;
  acceptEncoding: string | undefined;
}

interface FetchInit {
  signal: AbortSignal;
  method?: string;
  body?: string;
}

export interface LivePagesDeps {
  fetch: (url: string, init: FetchInit) => Promise<Response>;
  timeout: (ms: number) => AbortSignal;
  /** Milliseconds since 1970. */
  now: () => number;
  /** The origin of the site. */
  site: string;
  /** The address of the database's documents: `https://firestore.googleapis.com/v1/projects/…/documents`. */
  documents: string;
}

/** Milliseconds. Without the document there is the page of all works; without the shell there is nothing to show. */
const DOCUMENT_MS = 800;
const SHELL_MS = 5_000;

/** The attribute of each tag that is written here: the app removes them before it hydrates (src/contract/names.ts). */
const LIVE_ATTRIBUTE = 'data-live';
/** The name of all works in the shell (src/work/WorkPage.tsx), at the beginning of its title and descriptions. */
const NAME_IN_SHELL =
  /<(title|meta)(>| (?:name|property)="(?:og:)?(?:title|description)" content=")Our work(?= \||:)/g;
const PICTURE_IN_SHELL = /<meta property="og:image[^<>]*>/g;
const ORIGIN_IN_SHELL = /<meta property="og:image" content="([^"]+)\/og\.jpg"/;

/** Answers the calls of one instance of the function. Nothing that fails is thrown: each call has an answer. */
export function createLivePages(deps: LivePagesDeps): (call: Call) => Promise<Answer> {
  const sitemap = createSitemap(deps);
  return async ({ url, acceptEncoding = '' }) => {
    const answer = await (/^\/sitemap\.xml(\?|$)/.test(url) ? sitemap() : livePage(url, deps));
    const isZipped = answer.status !== 302 && /\bgzip\b/.test(acceptEncoding);
    return isZipped ? zipped(answer) : answer;
  };
}

async function livePage(url: string, deps: LivePagesDeps): Promise<Answer> {
  const [, name = '', query = ''] = /^\/work\/([^/?]+)\/?(\?.*)?$/.exec(url) ?? [];
  const id = decoded(name);
  const meant = withoutSentenceEnd(id);
  const [shell, work, meantWork] = await Promise.all([
    readShell(deps),
    readWork(id, deps),
    meant === id ? undefined : readWork(meant, deps),
  ]);
  if (work === 'missing' && typeof meantWork === 'object')
    return redirectTo(`/work/${encodeURIComponent(meant)}${query}`);
  if (shell === undefined) return unavailable();
  return page(work === 'missing' ? 404 : 200, headed(shell.html, id, work));
}

/** The id without what ends a sentence around a link: chats and mails take it for a part of the address. */
function withoutSentenceEnd(id: string) {
  let end = id.length;
  while (end > 0 && ').,'.includes(id[end - 1]!)) end -= 1;
  return id.slice(0, end);
}

/** The id of a work in an address; empty, which is no document's id, where the address is broken. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return '';
  }
}

/** `deployed`: when, as HTTP writes times. */
interface Shell {
  html: string;
  deployed: string | null;
}

async function readShell({ fetch, site, timeout }: LivePagesDeps): Promise<Shell | undefined> {
  try {
    const answer = await fetch(`${site}/work.html`, { signal: timeout(SHELL_MS) });
    if (answer.status !== 200) return undefined;
    return { html: await answer.text(), deployed: answer.headers.get('Last-Modified') };
  } catch {
    // No answer in time: the caller says so to the visitor.
    return undefined;
  }
}

interface Work {
  title: string;
  picture: string | undefined;
  alt: string;
}

/** Reads a work; undefined for whatever is no definite answer of Firestore's: the work may be there. */
async function readWork(
  id: string,
  { fetch, documents, timeout }: LivePagesDeps,
): Promise<Work | 'missing' | undefined> {
  if (!isDocumentId(id)) return 'missing';
  try {
    const address = `${documents}/gallery/${encodeURIComponent(id)}?prettyPrint=false`;
    const answer = await fetch(address, { signal: timeout(DOCUMENT_MS) });
    const json = objectOf(await answer.json());
    if (answer.status === 200 && typeof json['name'] === 'string') return workIn(json['fields']);
    const isMissing = answer.status === 404 && objectOf(json['error'])['status'] === 'NOT_FOUND';
    return isMissing ? 'missing' : undefined;
  } catch {
    // No answer in time, or not JSON.
    return undefined;
  }
}

/** Firestore's limits for a document's id. */
const isDocumentId = (id: string) =>
  id !== '' && !id.includes('/') && !/^(\.\.?|__.*__)$/.test(id) && Buffer.byteLength(id) <= 1500;

const objectOf = (value: unknown) => Object(value) as Record<string, unknown>;
/** The text in a value of Firestore's REST; empty for anything else. */
const textOf = (value: unknown) => String(objectOf(value)['stringValue'] ?? '');
const numberOf = (value: unknown) => Number(objectOf(value)['integerValue'] ?? 0);
const fieldsOf = (value: unknown) => objectOf(objectOf(objectOf(value)['mapValue'])['fields']);

/** Whoever writes a document by hand may leave out anything, and the app shows the same then. */
function workIn(fields: unknown): Work {
  const title = textOf(objectOf(fields)['title']);
  const cover = fieldsOf(objectOf(fields)['cover']);
  const picture = renderingIn(cover) ?? textOf(cover['url']);
  return {
    title: /[\p{L}\p{N}\p{P}\p{S}]/u.test(title) ? title : 'Untitled work',
    picture: /^https?:/.test(picture) && URL.canParse(picture) ? picture : undefined,
    alt: textOf(cover['alt']),
  };
}

/** The width of a card's picture in pixels: large in every card, and small enough for those that take no large file. */
const CARD_WIDTH = 960;

/** The widest rendering up to a card's width. Few readers of links know AVIF. */
function renderingIn(cover: Record<string, unknown>): string | undefined {
  const { values } = objectOf(objectOf(cover['sources'])['arrayValue']);
  const sources = Array.isArray(values) ? values.map(fieldsOf) : [];
  const known = sources
    .filter(({ width, type }) => numberOf(width) <= CARD_WIDTH && textOf(type) !== 'image/avif')
    .toSorted((a, b) => numberOf(a['width']) - numberOf(b['width']));
  const widest = known.at(-1);
  return widest && textOf(widest['url']);
}

/** The shell with its head for this work: as it is, where nothing is known of the work. */
function headed(shell: string, id: string, work: Work | 'missing' | undefined): string {
  if (work === undefined) return shell;
  if (work === 'missing')
    return withTags(shell, [html`<meta data-live name="robots" content="noindex" />`]);
  const named = shell.replaceAll(
    NAME_IN_SHELL,
    (_all, tag: string, before: string) =>
      `<${tag} ${LIVE_ATTRIBUTE}${before}${html`${work.title}`.text}`,
  );
  const address = `${originOf(shell)}/work/${encodeURIComponent(id)}`;
  const tags = [
    html`<link data-live rel="canonical" href="${address}" />`,
    html`<meta data-live property="og:url" content="${address}" />`,
  ];
  if (!work.picture) return withTags(named, tags);
  // The site's picture goes: some readers take the last one, others the first one's size.
  return withTags(named.replaceAll(PICTURE_IN_SHELL, ''), [
    ...tags,
    html`<meta data-live property="og:image" content="${work.picture}" />`,
    html`<meta data-live property="og:image:alt" content="${work.alt || work.title}" />`,
  ]);
}

/** The site's own address, which `site` is not if it has a domain of its own. */
const originOf = (shell: string) => ORIGIN_IN_SHELL.exec(shell)?.[1] ?? '';

const withTags = (shell: string, tags: Html[]) =>
  shell.replace('</head>', () => `${tags.map(({ text }) => text).join('')}</head>`);

/** Milliseconds. So long an instance says the same again: whoever calls it often pays nothing. */
const SITEMAP_KEPT = 10 * 60_000;
/** The newest ones. The protocol allows 50,000. */
const MAX_LISTED = 10_000;
const LIST_MS = 8_000;

/** The sitemap (sitemaps.org, version 0.9, with Google's image extension): the landing page, all works, and each work. */
function createSitemap(deps: LivePagesDeps): () => Promise<Answer> {
  let kept: { answer: Answer; at: number } | undefined;
  return async () => {
    if (kept && deps.now() - kept.at < SITEMAP_KEPT) return kept.answer;
    const [shell, works] = await Promise.all([readShell(deps), listWorks(deps)]);
    // Whoever asks later gets the newest one; search engines come again after a 503.
    if (!shell || !works) return kept?.answer ?? unavailable();
    const text = sitemap(originOf(shell.html), shell.deployed, works);
    const headers = { ...HEADERS, 'Content-Type': 'application/xml; charset=utf-8' };
    kept = { answer: { status: 200, headers, body: text }, at: deps.now() };
    return kept.answer;
  };
}

interface ListedWork {
  id: string;
  /** ISO 8601. */
  changed: string;
  picture: string;
}

/** One query, which reads a document for each work. Undefined if Firestore does not answer it. */
async function listWorks({
  fetch,
  documents,
  timeout,
}: LivePagesDeps): Promise<ListedWork[] | undefined> {
  const structuredQuery = {
    from: [{ collectionId: 'gallery' }],
    orderBy: [{ field: { fieldPath: 'created' }, direction: 'DESCENDING' }],
    select: { fields: [{ fieldPath: 'cover.url' }] },
    limit: MAX_LISTED,
  };
  try {
    const answer = await fetch(`${documents}:runQuery?prettyPrint=false`, {
      method: 'POST',
      body: JSON.stringify({ structuredQuery }),
      signal: timeout(LIST_MS),
    });
    const messages: unknown = await answer.json();
    return answer.status === 200 && Array.isArray(messages) ? messages.flatMap(workOf) : undefined;
  } catch {
    // No answer in time, or not JSON.
    return undefined;
  }
}

/** The work of a message of `runQuery`; the last one may have none. */
function workOf(message: unknown): ListedWork | [] {
  const { name, updateTime, fields } = objectOf(objectOf(message)['document']);
  if (typeof name !== 'string') return [];
  return {
    id: name.slice(name.lastIndexOf('/') + 1),
    changed: String(updateTime),
    picture: textOf(fieldsOf(objectOf(fields)['cover'])['url']),
  };
}

function sitemap(origin: string, deployed: string | null, works: ListedWork[]): string {
  const changed = deployed && html`<lastmod>${new Date(deployed).toISOString()}</lastmod>`;
  const entry = (path: string, ...about: (Html | string | null)[]) =>
    html`<url><loc>${origin}${path}</loc>${about}</url>`;
  const entries = works.map(({ id, changed: at, picture }) =>
    entry(
      `/work/${encodeURIComponent(id)}`,
      html`<lastmod>${at}</lastmod>`,
      picture && html`<image:image><image:loc>${picture}</image:loc></image:image>`,
    ),
  );
  const namespaces =
    'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"';
  const all = [entry('/', changed), entry('/work'), ...entries].map(({ text }) => text);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${namespaces}>\n${all.join('\n')}\n</urlset>\n`;
}

/** Hosting's own headers come on top (firebase.json). Without a word about caching Google would keep a 404. */
const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-cache',
  Vary: 'Accept-Encoding',
};

const page = (status: number, body: string): Answer => ({ status, headers: HEADERS, body });

const zipped = ({ status, headers, body }: Answer): Answer => ({
  status,
  headers: { ...headers, 'Content-Encoding': 'gzip' },
  body: gzipSync(body),
});

const redirectTo = (address: string): Answer => ({
  status: 302,
  headers: { ...HEADERS, Location: address },
  body: '',
});

function unavailable(): Answer {
  const { headers, ...answer } = page(
    503,
    '<!doctype html><title>Try again</title><p>This page cannot be shown just now. <a href="">Try again</a>, or go to <a href="/">our start page</a>.</p>',
  );
  return { ...answer, headers: { ...headers, 'Retry-After': '30' } };
}
