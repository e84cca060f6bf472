import { documentValue } from './ruleDocuments';
import type { RulesObject, RulesQuery, RulesRequest, RulesResource, RulesService } from './types';
import { fromFields, fromJson } from './values/convert';
import { parseTimestamp } from './values/timestamp';
import { Path, type Value } from './values/rulesValues';

const OBJECT_MEMBERS: readonly (keyof RulesObject)[] = [
  ...(['name', 'bucket', 'size', 'contentType', 'contentEncoding', 'contentDisposition'] as const),
  ...(['contentLanguage', 'cacheControl', 'generation'] as const),
  ...(['metageneration', 'timeCreated', 'updated'] as const),
];
const AUTH_MEMBERS = ['uid', 'token'];

/** Values of which only single members can be read: as a whole, they have more members in Google's emulator. */
export const ONLY_BY_MEMBER = ['request', 'request.query'];

/** The members of `request` and `resource` in each service. Any other name is an error when the file is loaded. */
export const KNOWN_MEMBERS: Record<RulesService, Record<string, readonly string[]>> = {
  'cloud.firestore': {
    request: ['auth', 'method', 'path', 'query', 'resource', 'time'],
    'request.auth': AUTH_MEMBERS,
    'request.query': ['limit', 'orderBy'],
    'request.resource': ['data', 'id', '__name__'],
    resource: ['data', 'id', '__name__'],
  },
  'firebase.storage': {
    request: ['auth', 'method', 'path', 'resource', 'time'],
    'request.auth': AUTH_MEMBERS,
    'request.resource': OBJECT_MEMBERS,
    resource: OBJECT_MEMBERS,
  },
};

const TIMES = new Set<string>(['timeCreated', 'updated']);

function objectValue(object: RulesObject): Value {
  return new Map(
    OBJECT_MEMBERS.filter((name) => Object.hasOwn(object, name)).map((name): [string, Value] => {
      const value = object[name];
      return [name, TIMES.has(name) ? parseTimestamp(value as string) : fromJson(value)];
    }),
  );
}

/** The value of `resource` or `request.resource`; null if there is no document or object. */
export function resourceValue(resource: RulesResource | null, requestPath: Path): Value {
  if (!resource) return null;
  if (resource.kind === 'object') return objectValue(resource.object);
  return documentValue(requestPath, fromFields(resource.fields));
}

const queryValue = ({ limit, orderBy = {} }: RulesQuery) => fromJson({ limit, orderBy });

export function requestValue(request: RulesRequest): Value {
  const path = Path.parse(request.path);
  const { auth, query } = request;
  const user =
    auth &&
    new Map<string, Value>([
      ['uid', auth.uid],
      ['token', fromJson(auth.token)],
    ]);
  return new Map<string, Value>([
    ['auth', user],
    ['method', request.method],
    // A collection group has no path.
    ...(query?.isGroup ? [] : ([['path', path]] as const)),
    // As in Google's emulator, only a query has this member.
    ...(query ? ([['query', queryValue(query)]] as const) : []),
    ['time', parseTimestamp(request.time)],
    // A read has no `request.resource`, not even null: a rule that names it is an error.
    ...(['get', 'list'].includes(request.method)
      ? []
      : ([['resource', resourceValue(request.newResource, path)]] as const)),
  ]);
}
