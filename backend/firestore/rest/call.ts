import type { Caller } from '../access';
import { invalid, unimplemented, unknownName } from '../errors';
import type { Service } from '../service';

/** One REST call after routing. */
export interface RestCall {
  service: Service;
  caller: Caller;
  /** Decoded path below `documents`, '' for the root. */
  path: string;
  query: URLSearchParams;
  /** The parsed JSON body; {} where there is none. */
  body: Record<string, unknown>;
}

export type RestMethod = (call: RestCall) => unknown;

/** System parameters (https://cloud.google.com/apis/docs/system-parameters) that mean nothing here. */
const OF_EVERY_CALL = ['alt', 'key', 'prettyPrint', 'quotaUser'];
const SYSTEM = [
  'access_token',
  'callback',
  'fields',
  'oauth_token',
  'uploadType',
  'upload_protocol',
];

/** A call of the service: the names that it takes here, and those that it takes there only. */
export interface Names {
  call: string;
  known?: string[];
  unsupported?: string[];
}

/** 501 for a name that could change the meaning of the call; `unknown` for one that nobody knows. */
function check(
  given: Iterable<string>,
  { call, known = [], unsupported = [] }: Names,
  unknown: (name: string) => Error,
): void {
  for (const name of given) {
    if (known.includes(name)) continue;
    throw unsupported.includes(name) ? unimplemented(`${name} of ${call}`) : unknown(name);
  }
}

/** Refuses query parameters as the service's transcoding does, but for what it only ignores. */
export function checkParameters(query: URLSearchParams, names: Names): void {
  const given = [...query.keys()].filter(
    (name) => !OF_EVERY_CALL.includes(name) && !name.startsWith('$'),
  );
  if ((query.get('alt') ?? 'json') !== 'json') throw unimplemented(`alt=${query.get('alt')}`);
  const unsupported = [...SYSTEM, ...(names.unsupported ?? [])];
  check(given, { ...names, unsupported }, (name) =>
    invalid(
      `Invalid JSON payload received. Unknown name "${name}": Cannot bind query parameter. ` +
        `Field '${name}' could not be found in request message.`,
    ),
  );
}

/** Refuses fields of a body, and every parameter of its own: a call with a body has none. */
export function checkBody({ body, query }: RestCall, names: Names): void {
  checkParameters(query, { call: names.call });
  check(Object.keys(body), names, (name) => unknownName(name));
}
