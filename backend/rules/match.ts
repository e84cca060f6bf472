import { Path, type Value } from './values/rulesValues';

/** A segment of a `match` path: a name, `{name}` or `{name=**}`. */
export type Segment =
  | { kind: 'literal'; text: string }
  | { kind: 'capture'; name: string }
  | { kind: 'glob'; name: string };

/** Stands for the document's id in a `list`, because the documents are not known when the rules are asked. */
export const UNKNOWN: unique symbol = Symbol('unknown');
/** Stands for whatever is above a collection of a collection group: only `{x=**}` matches it. */
const ANYWHERE: unique symbol = Symbol('anywhere');
export type Captured = Value | typeof UNKNOWN;
type RequestSegment = string | typeof UNKNOWN | typeof ANYWHERE;

/**
 * Returns the values of the pattern's captures, in order, or null if the path does not match. A glob matches zero or
 * more segments (rules_version '2').
 */
export function matchPath(
  pattern: readonly Segment[],
  path: readonly RequestSegment[],
): Captured[] | null {
  const [segment, ...rest] = pattern;
  if (!segment) return path.length === 0 ? [] : null;
  if (segment.kind === 'glob') return matchGlob(rest, path);
  const [head, ...tail] = path;
  if (head === undefined || head === ANYWHERE) return null;
  if (segment.kind === 'literal') return head === segment.text ? matchPath(rest, tail) : null;
  const captured = matchPath(rest, tail);
  return captured && [head, ...captured];
}

function matchGlob(rest: readonly Segment[], path: readonly RequestSegment[]): Captured[] | null {
  for (let taken = path.length; taken >= 0; taken -= 1) {
    const captured = matchPath(rest, path.slice(taken));
    if (captured) return [globValue(path.slice(0, taken)), ...captured];
  }
  return null;
}

function globValue(segments: readonly RequestSegment[]): Captured {
  const isKnown = !segments.includes(UNKNOWN) && !segments.includes(ANYWHERE);
  return isKnown ? new Path(segments as string[]) : UNKNOWN;
}

/**
 * The segments of a request's path. For a Firestore `list` of a collection, an unknown segment is added: `{id}` and
 * `{x=**}` match it, a literal id does not. In front of the name of a collection group, an unknown path is added.
 */
export function requestSegments(
  path: string,
  isFirestoreList: boolean,
  isGroup: boolean,
): RequestSegment[] {
  const segments: RequestSegment[] = path.replace(/^\//, '').split('/');
  if (isGroup) return [...segments.slice(0, -1), ANYWHERE, segments.at(-1)!, UNKNOWN];
  // After databases/(default)/documents, collections and ids alternate. An even count ends with a collection.
  if (isFirestoreList && segments.length % 2 === 0) segments.push(UNKNOWN);
  return segments;
}
