/**
 * Turns documents into entities. Documents are written by hand in a console, so a wrong or missing field is left out or
 * gets a default value, and nothing here throws. `data` comes from REST (times are strings) or from the SDK (times have
 * `toDate()`).
 */
import * as v from 'valibot';
import { MAX_CATEGORIES, MAX_STARS, MIN_STARS, PLACEHOLDER_PATTERN } from '../../domain/constants';
import type { GalleryCard, GalleryWork, Review, ServiceType, WorkImage } from '../../domain/types';
import { isCategory } from '../../domain/validation';
import { addressOf } from './httpCall';

type Data = Record<string, unknown>;

const Text = v.fallback(v.string(), '');
const Pixels = v.pipe(v.number(), v.integer(), v.minValue(1));
/**
 * An absolute http(s) address: no `javascript:`, no `data:`, nothing relative to this site. It is parsed and
 * written again, so that it has no spaces: in a `srcset` a space would split it into two addresses.
 */
const Address = v.pipe(
  v.string(),
  v.transform((text) => addressOf(text)?.href),
  v.string(),
  v.regex(/^https?:/),
);

const validEntries = <Entry extends v.GenericSchema>(entry: Entry) =>
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
    sources: validEntries(
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

// A title without any visible character is replaced: the link and the page need a name.
const Title = v.fallback(v.pipe(v.string(), v.regex(/[\p{L}\p{N}\p{P}\p{S}]/u)), 'Untitled work');
const Sides = v.object({ before: validEntries(Image), after: validEntries(Image) });

/** What a card shows. Without a usable cover, the cover's `url` and `thumb` are empty strings. */
export function parseCard(id: string, data: Data): GalleryCard {
  return {
    id,
    title: v.parse(Title, data['title']),
    cover: { ...v.parse(Cover, data['cover']), ...v.parse(Thumb, data['cover']) },
  };
}

export function parseWork(id: string, data: Data, createTime = ''): GalleryWork {
  return {
    ...parseCard(id, data),
    ...v.parse(Sides, data),
    created: timeOf(data['created']) ?? createTime,
  };
}

const StoredReview = v.object({
  text: Text,
  stars: v.pipe(v.number(), v.integer(), v.minValue(MIN_STARS), v.maxValue(MAX_STARS)),
  user: Text,
});

/** A review; undefined if its stars are not a whole number from 1 to 5. */
export function parseReview(id: string, data: Data, createTime = ''): Review | undefined {
  const read = v.safeParse(StoredReview, data);
  if (!read.success) return undefined;
  return { id, ...read.output, created: timeOf(data['created']) ?? createTime };
}

const ServiceTypes = validEntries(
  v.object({
    id: v.pipe(v.union([v.string(), v.pipe(v.number(), v.transform(String))]), v.check(isCategory)),
    name: v.pipe(v.string(), v.minLength(1)),
    icon: Text,
  }),
);

/**
 * The usable entries of `services_types`: those with an id and a name, each id once. Entries that firestore.rules do
 * not accept as a category are left out: a request with one of them would be refused.
 */
export function parseServiceTypes(data: Data): ServiceType[] {
  const types = v.parse(ServiceTypes, data['services_types']);
  const ids = types.map(({ id }) => id);
  const withoutDuplicates = types.filter(({ id }, index) => ids.indexOf(id) === index);
  return withoutDuplicates.slice(0, MAX_CATEGORIES);
}

/** The stored version; undefined if it is not a finite number. */
export function parseVersion({ version }: Data): number | undefined {
  return Number.isFinite(version) ? (version as number) : undefined;
}

function timeOf(value: unknown): string | undefined {
  if (typeof value === 'string') return Number.isNaN(Date.parse(value)) ? undefined : value;
  const { toDate } = Object(value) as { toDate?: unknown };
  const date: unknown = typeof toDate === 'function' ? toDate.call(value) : undefined;
  return date instanceof Date && !Number.isNaN(date.getTime()) ? date.toISOString() : undefined;
}
