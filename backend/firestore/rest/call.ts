import type { Caller } from '../firestoreAccess';
import { FirestoreError, invalid, unimplemented, unknownName } from '../firestoreErrors';
import type { Service } from '../firestoreService';

export interface RestCall {
  service: Service;
  caller: Caller;
  /** The decoded path below `documents`; '' for the root. */
  path: string;
  query: URLSearchParams;
  /** The parsed JSON body; {} if there is none. */
  body: Record<string, unknown>;
}

export type RestMethod = (call: RestCall) => unknown;

/** System parameters (https://cloud.google.com/apis/docs/system-parameters) that every call accepts. */
const SUPPORTED_SYSTEM_PARAMETERS = ['alt', 'key', 'prettyPrint', 'quotaUser'];
/** System parameters that only the real service supports. */
const UNSUPPORTED_SYSTEM_PARAMETERS =
  'access_token callback fields oauth_token uploadType upload_protocol'.split(' ');

/** The names that a call accepts: `known` ones here, `unsupported` ones only in the real service. */
export interface Names {
  call: string;
  known?: string[];
  unsupported?: string[];
}

/** Throws UNIMPLEMENTED for a name that only the real service accepts, and `unknown` for a name that no one does. */
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

/** Refuses unknown query parameters, as the transcoding of the real service does. */
export function checkParameters(query: URLSearchParams, names: Names): void {
  const given = [...query.keys()].filter(
    (name) => !SUPPORTED_SYSTEM_PARAMETERS.includes(name) && !name.startsWith('$'),
  );
  if ((query.get('alt') ?? 'json') !== 'json') throw unimplemented(`alt=${query.get('alt')}`);
  const unsupported = [...UNSUPPORTED_SYSTEM_PARAMETERS, ...(names.unsupported ?? [])];
  check(given, { ...names, unsupported }, (name) =>
    invalid(
      `Invalid JSON payload received. Unknown name "${name}": Cannot bind query parameter. ` +
        `Field '${name}' could not be found in request message.`,
    ),
  );
}

/**
 * Refuses a transaction that locks what it reads to everybody but the owner, as production does: its end users get
 * optimistic ones only (https://firebase.google.com/docs/firestore/reference/rest/v1/TransactionOptions). Google's
 * emulator gives it to anybody. Others are left to `checkBody`.
 */
export function refuseLocks(caller: Caller, options: unknown): void {
  const isLocking = typeof options === 'object' && options !== null && 'readWrite' in options;
  if (isLocking && caller !== 'owner')
    throw new FirestoreError('PERMISSION_DENIED', 'An end user gets no read-write transaction.');
}

/** Refuses unknown fields of a body, and all query parameters but the system's: a call with a body has no others. */
export function checkBody({ body, query, caller }: RestCall, names: Names): void {
  if (names.unsupported?.includes('newTransaction')) refuseLocks(caller, body['newTransaction']);
  checkParameters(query, { call: names.call });
  check(Object.keys(body), names, (name) => unknownName(name));
}
