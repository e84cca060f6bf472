/** Links that were changed on their way: by mail programs, chats, campaign tools, or by hand. */

export type Address = Pick<Location, 'pathname' | 'search' | 'hash'>;

/** The places that a hash names, by the beginning of their names: mail programs break links at a hyphen. */
const PLACES: Record<string, string> = { request: '#request-service', gallery: '#gallerySection' };
const PLACE = /^[^a-z]*(request|gallery)/i;
/** Slashes, quotes and characters that are no letters of English, as browsers write them. */
const ENCODED = /%[0-9a-f]{2}/gi;

/** Splits at the first match of the pattern, which must have one group for the rest. */
const split = (text: string, pattern: RegExp) => text.split(pattern, 2) as [string, string?];

/** The place that a hash names (or a path, where the hash became one), and the parameters behind the name. */
function placeIn(named: string): { place?: string; behind?: string | undefined } {
  const [name, behind] = split(named, /(?:[?&]|%3f|%26)([^]*)/i);
  const beginning = PLACE.exec(name.replaceAll(ENCODED, ''))?.[1]?.toLowerCase();
  const place = PLACES[beginning ?? ''];
  return place === undefined ? {} : { place, behind };
}

/**
 * The address that was meant, if a link was changed on its way; undefined for one that is right. Forms of a change:
 * parameters behind the hash (`#request-service?utm_source=x`), an encoded `#`, another case, a slash or a full stop
 * too many, the page's file name, the hash as a path.
 */
export function meantAddress({ pathname, search, hash }: Address): string | undefined {
  const [path, encodedHash] = split(pathname, /%(?:25)*23([^]*)/i);
  const isWork = /^\/work(\/|$)/.test(path);
  const named = encodedHash ?? (hash || (isWork ? '' : path));
  const { place, behind } = placeIn(named);
  const parameters = [search.slice(1), behind].filter(Boolean).join('&');
  const isLanding = !isWork && (place || /^\/*(index\.html?\/*)?$/i.test(path));
  let page = place ? path : pathname;
  if (isLanding) page = '/';
  const meant = `${page}${parameters && '?'}${parameters}${place ?? hash}`;
  return meant === pathname + search + hash ? undefined : meant;
}
