/** One thing within a JSON value changed, as a hostile or an outdated client would send it. */
import * as fc from 'fast-check';
import { PROJECT_ID } from '../../tools/start/siteBackend';

export const ROOT = `projects/${PROJECT_ID}/databases/(default)/documents`;

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** A list of JSON values, in as few lines as it fits. */
export function listed<T>(lines: string): T[] {
  return lines
    .trim()
    .split('\n')
    .flatMap((line) => JSON.parse(line) as T[]);
}

/** A byte longer than any name may be. */
export const LONG = 'n'.repeat(1501);

/** What stands in the place of something else. */
const ODD = listed<Json>(String.raw`
  [null, true, 0, -1, 1.5, 1e21, "", " ", "x", "true", "0", "null", "a.", "a..b", "\u0060a", "__x__", ".", ".."]
  [[], {}, [null], [[]], {"x": null}, {"fields": null}, {"values": [null]}, "a/b", "é🪵", "\ud83e"]
  [" a", "a,", "m.__y__", "__name__", "NULL_VALUE", "REQUEST_TIME", "request_time", "${LONG}"]
  ["2026-01-02t03:04:05z", "2026-02-30T00:00:00Z", "2026-01-02", "0000-01-01T00:00:00Z", "1.5", "1e3"]
  ["9223372036854775808", "-9223372036854775808", "nan", "gallery/oak", "${ROOT}", "${ROOT}/gallery/oak"]
  ["${ROOT}/a", "${ROOT}/a/1", "${ROOT}/a/1/", "${ROOT}/a/__x__", "${ROOT}/a//b", "${ROOT}/../a/1", "${ROOT}/a/."]
  ["projects/other/databases/(default)/documents/a/1", "projects/${PROJECT_ID}/databases/two/documents/a/1"]
  [{"stringValue": "x"}, {"stringValue": null}, {"nullValue": null}, {"integerValue": "1"}, {"bytesValue": ""}]
  [{"geoPointValue": {}}, {"stringValue": "x", "integerValue": 1}, {"mapValue": null}, {"arrayValue": null}]
  [{"arrayValue": {"values": [{"arrayValue": {}}]}}, {"increment": {"integerValue": 1}}, {"verify": "${ROOT}/a/1"}]
  [{"updateTime": "2026-01-02T03:04:05Z"}, {"exists": "true"}, {"exists": null}, {"fieldPaths": null}]
  [{"fieldPaths": "s"}, {"setToServerValue": "REQUEST_TIME"}]
`);
const NEW_NAMES = ['x', '', '__x__', '__proto__', 'a.b', 'é', LONG, 'updateMask', 'mask', 'delete'];

type Change = (parent: Json[] | Record<string, Json>, at: string | number, other: Json) => void;
/** What may happen to one thing within a body. */
const CHANGES: Change[] = [
  (parent, at, other) => void Reflect.set(parent, at, other),
  (parent, at) => void (Array.isArray(parent) ? parent.splice(Number(at), 1) : delete parent[at]),
  (parent, at) => {
    if (Array.isArray(parent)) parent.push(structuredClone(parent[Number(at)]!));
    else parent[NEW_NAMES[String(at).length % NEW_NAMES.length]!] = parent[at]!;
  },
  (parent, at, other) => {
    const renamed = NEW_NAMES[JSON.stringify(other).length % NEW_NAMES.length]!;
    if (!Array.isArray(parent))
      Object.defineProperty(parent, renamed, { value: parent[at], enumerable: true });
    if (!Array.isArray(parent)) delete parent[at];
  },
];

/** Every place within a JSON value. */
function places(parent: Json): [Json[] | Record<string, Json>, string | number][] {
  if (typeof parent !== 'object' || parent === null) return [];
  return Object.entries(parent).flatMap(([at, inner]) => [
    [parent, Array.isArray(parent) ? Number(at) : at] as [Json[], number],
    ...places(inner),
  ]);
}

/** The body without one of the things in it: each such body. Of what is no JSON there is none. */
export function smallerBodies(body: string): string[] {
  const parse = (): Json => {
    try {
      return JSON.parse(body) as Json;
    } catch (error) {
      if (error instanceof SyntaxError) return null;
      throw error;
    }
  };
  const [, remove] = CHANGES as [Change, Change];
  return places(parse()).map((_, index) => {
    const whole = parse();
    remove(...places(whole)[index]!, null);
    return JSON.stringify(whole);
  });
}

/** The body with one thing in it changed. */
export const changed = (body: fc.Arbitrary<Json>) =>
  fc
    .tuple(body, fc.nat(9_999), fc.constantFrom(...CHANGES), fc.constantFrom(...ODD))
    .map(([whole, where, change, other]) => {
      const copy = JSON.parse(JSON.stringify(whole)) as Json;
      const all = places(copy);
      const place = all[where % Math.max(1, all.length)];
      if (place) change(...place, other);
      return JSON.stringify(copy);
    });
