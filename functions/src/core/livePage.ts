/**
 * The page of a work that no build knows: the site's own shell with what a card needs in its head. It is read from the
 * site at each call, so that no page names scripts of another build. Browsers that have our worker never ask for it.
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

export interface LivePageDeps {
  fetch: (url: string, init: { signal: AbortSignal }) => Promise<Response>;
  timeout: (ms: number) => AbortSignal;
  site: string;
  /** The address of the database's documents: `https://firestore.googleapis.com/v1/projects/…/documents`. */
  documents: string;
}

/** Milliseconds. Without the document there is the page of all works; without the shell there is nothing to show. */
const DOCUMENT_MS = 800;
const SHELL_MS = 5_000;

/** On each tag that is written here: the app removes them before it hydrates (src/contract/names.ts). */
const LIVE_ATTRIBUTE = 'data-live';
/** The name of all works in the shell (src/work/WorkPage.tsx), at the beginning of its title and descriptions. */
const NAME_IN_SHELL =
  /<(title|meta)(>| (?:name|property)="(?:og:)?(?:title|description)" content=")Our work(?= \||:)/g;
const PICTURE_IN_SHELL = /<meta property="og:image[^<>]*>/g;
const ORIGIN_IN_SHELL = /<meta property="og:image" content="([^"]+)\/og\.jpg"/;

export async function livePage({ url, acceptEncoding = '' }: Call, deps: LivePageDeps) {
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
  const answer = page(work === 'missing' ? 404 : 200, headed(shell, id, work));
  return /\bgzip\b/.test(acceptEncoding) ? zipped(answer) : answer;
}

/** The id without what ends a sentence around a link: chats and mails take it for a part of the address. */
function withoutSentenceEnd(id: string) {
  let end = id.length;
  while (end > 0 && ').,'.includes(id[end - 1]!)) end -= 1;
  return id.slice(0, end);
}

/** Empty, which is no document's id, where the address is broken. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return '';
  }
}

async function readShell({ fetch, site, timeout }: LivePageDeps): Promise<string | undefined> {
  try {
    const answer = await fetch(`${site}/work.html`, { signal: timeout(SHELL_MS) });
    return answer.status === 200 ? await answer.text() : undefined;
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

/** Undefined for whatever is no definite answer of Firestore's: the work may be there. */
async function readWork(
  id: string,
  { fetch, documents, timeout }: LivePageDeps,
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
/** Of a value of Firestore's REST: its text, its number, the fields of its map. */
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

/** In pixels: large in every card, and small enough for those that take no large file. */
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
  const address = `${ORIGIN_IN_SHELL.exec(shell)?.[1] ?? ''}/work/${encodeURIComponent(id)}`;
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

const withTags = (shell: string, tags: Html[]) =>
  shell.replace('</head>', () => `${tags.map(({ text }) => text).join('')}</head>`);

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
