/**
 * Documents to entities, tolerantly: documents are written by hand in a console, so a wrong or
 * missing field is dropped or defaulted and nothing here throws. `data` is the document's plain
 * fields, from REST (times as strings) or from the SDK (times with `toDate()`).
 */
import * as v from 'valibot';
import { MAX_CATEGORIES, MAX_STARS, MIN_STARS, PLACEHOLDER_PATTERN } from '../../domain/constants';
import type { GalleryWork, Review, ServiceType, WorkImage } from '../../domain/types';
import { isCategory } from '../../domain/validation';
import { addressOf } from './http';

type Data = Record<string, unknown>;

const Text = v.fallback(v.string(), '');
const Pixels = v.pipe(v.number(), v.integer(), v.minValue(1));
/**
 * Only absolute http(s) addresses: no `javascript:`, no `data:`, nothing relative to this site. As they
 * are when parsed, without the blanks that would make two addresses of one in a `srcset`.
 */
const Address = v.pipe(
  v.string(),
  v.transform((text) => addressOf(text)?.href),
  v.string(),
  v.regex(/^https?:/),
);

/** The entries that fit. */
const listOf = <Entry extends v.GenericSchema>(entry: Entry) =>
  v.pipe(
    v.fallback(v.array(v.fallback(v.nullable(entry), null)), []),
    v.transform((entries) => entries.filter((one) => one !== null)),
  );

const Image = v.pipe(
  v.object({
    url: Address,
    alt: Text,
    width: v.fallback(Pixels, 0),
    height: v.fallback(Pixels, 0),
    placeholder: v.fallback(v.pipe(v.string(), v.regex(PLACEHOLDER_PATTERN)), ''),
    sources: listOf(
      v.object({
        url: Address,
        width: Pixels,
        type: v.pipe(v.string(), v.regex(/^image\//)),
      }),
    ),
  }),
  v.transform(({ url, alt, width, height, sources, placeholder }): WorkImage => ({
    url,
    ...(alt !== '' && { alt }),
    ...(width > 0 && height > 0 && { width, height }),
    ...(sources.length > 0 && { sources: sources.sort((a, b) => a.width - b.width) }),
    ...(placeholder !== '' && { placeholder }),
  })),
);
const Cover = v.fallback(Image, { url: '' });
const Thumb = v.fallback(v.object({ thumb: v.fallback(Address, '') }), { thumb: '' });

const Work = v.object({
  // A title of which nothing can be seen: its link and page need a name.
  title: v.fallback(v.pipe(v.string(), v.regex(/[\p{L}\p{N}\p{P}\p{S}]/u)), 'Untitled work'),
  before: listOf(Image),
  after: listOf(Image),
});

/** A gallery work; without usable images its cover's `url` and `thumb` are empty strings. */
export function parseWork(id: string, data: Data, createTime = ''): GalleryWork {
  return {
    id,
    ...v.parse(Work, data),
    created: timeOf(data['created']) ?? createTime,
    cover: { ...v.parse(Cover, data['cover']), ...v.parse(Thumb, data['cover']) },
  };
}

const StoredReview = v.object({
  text: Text,
  stars: v.pipe(v.number(), v.integer(), v.minValue(MIN_STARS), v.maxValue(MAX_STARS)),
  user: Text,
});

/** A review, or undefined when it has no whole number of stars from 1 to 5. */
export function parseReview(id: string, data: Data, createTime = ''): Review | undefined {
  const read = v.safeParse(StoredReview, data);
  if (!read.success) return undefined;
  return { id, ...read.output, created: timeOf(data['created']) ?? createTime };
}

const ServiceTypes = listOf(
  v.object({
    id: v.pipe(v.union([v.string(), v.pipe(v.number(), v.transform(String))]), v.check(isCategory)),
    name: v.pipe(v.string(), v.minLength(1)),
    icon: Text,
  }),
);

/**
 * The usable entries of `services_types`: those with an id and a name, each id once. What the rules
 * would not take as a category (firestore.rules) is left out, or choosing it would cost the request.
 */
export function parseServiceTypes(data: Data): ServiceType[] {
  const types = v.parse(ServiceTypes, data['services_types']);
  const ids = types.map(({ id }) => id);
  return types.filter(({ id }, index) => ids.indexOf(id) === index).slice(0, MAX_CATEGORIES);
}

/** The stored version, or undefined when it is not a finite number. */
export function parseVersion({ version }: Data): number | undefined {
  return Number.isFinite(version) ? (version as number) : undefined;
}

function timeOf(value: unknown): string | undefined {
  if (typeof value === 'string') return Number.isNaN(Date.parse(value)) ? undefined : value;
  const { toDate } = Object(value) as { toDate?: unknown };
  const date: unknown = typeof toDate === 'function' ? toDate.call(value) : undefined;
  return date instanceof Date && !Number.isNaN(date.getTime()) ? date.toISOString() : undefined;
}
