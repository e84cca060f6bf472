/**
 * Documents to entities, tolerantly: documents are written by hand in a console, so a wrong or
 * missing field is dropped or defaulted and nothing here throws. `data` is the document's plain
 * fields, from REST (times as strings) or from the SDK (times with `toDate()`).
 */
import { isCategory } from '../../domain/acceptance';
import { MAX_CATEGORIES, MAX_STARS, MIN_STARS } from '../../domain/limits';
import type {
  CoverImage,
  GalleryWork,
  ImageSource,
  Review,
  ServiceType,
  WorkImage,
} from '../../domain/types';
import { addressOf, fieldsOf } from './http';

type Data = Record<string, unknown>;

/** A letter, digit, sign or picture: something of a title that people see. */
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;
/** Stands for a title of which nothing can be seen: its link and page need a name. */
const UNTITLED = 'Untitled work';

/** A gallery work; without usable pictures its cover's `url` and `thumb` are empty strings. */
export function parseWork(id: string, data: Data, createTime = ''): GalleryWork {
  return {
    id,
    title: titleOf(data['title']),
    created: timeOf(data['created']) ?? createTime,
    cover: parseCover(data['cover']),
    before: parseImages(data['before']),
    after: parseImages(data['after']),
  };
}

/** A review, or undefined when it has no whole number of stars from 1 to 5. */
export function parseReview(id: string, data: Data, createTime = ''): Review | undefined {
  const stars = data['stars'];
  if (typeof stars !== 'number' || !Number.isInteger(stars)) return undefined;
  if (stars < MIN_STARS || stars > MAX_STARS) return undefined;
  return {
    id,
    text: textOf(data['text']),
    stars,
    user: textOf(data['user']),
    created: timeOf(data['created']) ?? createTime,
  };
}

/**
 * The usable entries of `services_types`: those with an id and a name, each id once. What the rules
 * would not take as a category (firestore.rules) is left out, or choosing it would cost the request.
 */
export function parseServiceTypes(data: Data): ServiceType[] {
  const types = new Map<string, ServiceType>();
  for (const item of listOf(data['services_types'])) {
    const { id, name, icon } = fieldsOf(item);
    const key = typeof id === 'number' ? String(id) : textOf(id);
    if (!isCategory(key) || textOf(name) === '' || types.has(key)) continue;
    types.set(key, { id: key, name: textOf(name), icon: textOf(icon) });
  }
  return [...types.values()].slice(0, MAX_CATEGORIES);
}

/** The stored version, or undefined when it is not a finite number. */
export function parseVersion(data: Data): number | undefined {
  const version = data['version'];
  return typeof version === 'number' && Number.isFinite(version) ? version : undefined;
}

function parseCover(value: unknown): CoverImage {
  const thumb = urlOf(fieldsOf(value)['thumb']) ?? '';
  return { ...(parseImage(value) ?? { url: '' }), thumb };
}

function parseImages(value: unknown): WorkImage[] {
  return listOf(value)
    .map(parseImage)
    .filter((image) => image !== undefined);
}

function parseImage(value: unknown): WorkImage | undefined {
  const data = fieldsOf(value);
  const url = urlOf(data['url']);
  if (url === undefined) return undefined;
  const alt = textOf(data['alt']);
  const width = pixelsOf(data['width']);
  const height = pixelsOf(data['height']);
  const sources = listOf(data['sources'])
    .map(parseSource)
    .filter((source) => source !== undefined)
    .sort((a, b) => a.width - b.width);
  return {
    url,
    ...(alt !== '' && { alt }),
    ...(width !== undefined && height !== undefined && { width, height }),
    ...(sources.length > 0 && { sources }),
  };
}

function parseSource(value: unknown): ImageSource | undefined {
  const data = fieldsOf(value);
  const url = urlOf(data['url']);
  const width = pixelsOf(data['width']);
  const type = textOf(data['type']);
  if (url === undefined || width === undefined || !type.startsWith('image/')) return undefined;
  return { url, width, type };
}

function titleOf(value: unknown): string {
  const title = textOf(value);
  return VISIBLE.test(title) ? title : UNTITLED;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function pixelsOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : undefined;
}

/**
 * Only absolute http(s) addresses: no `javascript:`, no `data:`, nothing relative to this site. As they
 * are when parsed, without the blanks that would make two addresses of one in a `srcset`.
 */
function urlOf(value: unknown): string | undefined {
  const address = addressOf(textOf(value));
  return address && /^https?:$/.test(address.protocol) ? address.href : undefined;
}

function timeOf(value: unknown): string | undefined {
  if (typeof value === 'string') return Number.isNaN(Date.parse(value)) ? undefined : value;
  const date: unknown =
    typeof (value as { toDate?: unknown } | null | undefined)?.toDate === 'function'
      ? (value as { toDate(): unknown }).toDate()
      : undefined;
  return date instanceof Date && !Number.isNaN(date.getTime()) ? date.toISOString() : undefined;
}
