import { NotSupported } from '../rules/rulesErrors';

/** The codes of google.rpc.Code, with the HTTP statuses that Google's REST services use for them. */
const CODES = {
  INVALID_ARGUMENT: { http: 400, rpc: 3 },
  FAILED_PRECONDITION: { http: 400, rpc: 9 },
  NOT_FOUND: { http: 404, rpc: 5 },
  ALREADY_EXISTS: { http: 409, rpc: 6 },
  PERMISSION_DENIED: { http: 403, rpc: 7 },
  UNIMPLEMENTED: { http: 501, rpc: 12 },
  INTERNAL: { http: 500, rpc: 13 },
  UNAUTHENTICATED: { http: 401, rpc: 16 },
} as const;

export type StatusName = keyof typeof CODES;

export interface ErrorBody {
  error: { code: number; message: string; status: StatusName };
}

/** The error of a failed call. It is sent as the JSON error of REST v1 or as the error message of a stream. */
export class FirestoreError extends Error {
  constructor(
    readonly status: StatusName,
    message: string,
  ) {
    super(message);
    this.name = 'FirestoreError';
  }

  get httpStatus(): number {
    return CODES[this.status].http;
  }

  /** The number in a `google.rpc.Status` (a listener's `cause.code`). */
  get rpcCode(): number {
    return CODES[this.status].rpc;
  }

  /** The error in REST v1: `{"error":{"code":403,"message":…,"status":"PERMISSION_DENIED"}}`. */
  get body(): ErrorBody {
    return { error: { code: this.httpStatus, message: this.message, status: this.status } };
  }
}

export const invalid = (message: string) => new FirestoreError('INVALID_ARGUMENT', message);

/** An unknown field. The message is that of Google's JSON transcoding. */
export const unknownName = (name: string, where = '') =>
  invalid(
    `Invalid JSON payload received. Unknown name "${name}"${where && ` at '${where}'`}: Cannot find field.`,
  );

/** Refuses a message with fields other than these. `where` is the message's place in the request. */
export function checkNames(message: object, known: readonly string[], where?: string): void {
  const other = Object.keys(message).find((name) => !known.includes(name));
  if (other !== undefined) throw unknownName(other, where);
}

export const denied = () =>
  new FirestoreError('PERMISSION_DENIED', 'Missing or insufficient permissions.');

/** The error of calls that only the real service supports. They must fail and never seem to succeed. */
export const unimplemented = (call: string) =>
  new FirestoreError('UNIMPLEMENTED', `The local Firestore does not implement ${call}.`);

/** Converts any thrown value to a FirestoreError. An unexpected error is a bug in the backend and becomes INTERNAL. */
export function asFirestoreError(thrown: unknown): FirestoreError {
  if (thrown instanceof FirestoreError) return thrown;
  if (thrown instanceof NotSupported) return new FirestoreError('UNIMPLEMENTED', thrown.message);
  return new FirestoreError('INTERNAL', thrown instanceof Error ? thrown.message : String(thrown));
}
