/**
 * What it means that a server did not give the answer that was asked for. The one rule behind all of it: only
 * an answer that this server would give counts; a captive portal's page, whatever its status, is "try again".
 */
import { fieldsOf, type HttpAnswer } from './http';

/** Why a call did not come to what it was for. */
export type Failure =
  /** No answer: a network error, a timeout. */
  | { type: 'unreachable' }
  /** It passes by itself. `retryAfter` is the header, as it came. */
  | { type: 'retry'; retryAfter?: string }
  /** The server's definite no. */
  | { type: 'refused'; status: number; message: string };

/**
 * Statuses that pass by themselves (and all 5xx): signed out, Storage's quota, timeout, ABORTED, too
 * early, too many requests, CANCELLED. The SDK does not count the last ones as permanent, either
 * (firebase-js-sdk, `isPermanentWriteError`; Storage's 402 is its `quota-exceeded`).
 */
const PASSING = new Set([401, 402, 408, 409, 425, 429, 499]);

/**
 * Reasons of a `google.rpc.ErrorInfo` that only the owner of the project can do something about
 * (google/api/error_reason.proto): a request that meets one is as good as ever.
 */
const OWNERS_REASON = /^(API_KEY|CONSUMER)_|_DISABLED$/;

/** Whether a status can be the server's definite no. */
export const isRefusing = ({ status }: HttpAnswer): boolean =>
  status >= 400 && status < 500 && !PASSING.has(status);

/**
 * Classifies an answer that was not the expected success. `refused` is a definite no, only with the
 * error JSON of Google's APIs (`{"error":{"code","message"}}`, Firestore REST v1 and Storage v0).
 */
export function failureOf(answer: HttpAnswer | undefined): Failure {
  if (!answer) return { type: 'unreachable' };
  const { status, json, headers } = answer;
  const retryAfter = headers.get('retry-after');
  const again: Failure = { type: 'retry', ...(retryAfter !== null && { retryAfter }) };
  if (!isRefusing(answer)) return again;
  const message = errorMessage(json);
  if (message === undefined || OWNERS_REASON.test(errorReason(json))) return again;
  return { type: 'refused', status, message };
}

/** The same of an answer that may say that what was asked for is not there: a definite 404. */
export function missingOrFailure(answer: HttpAnswer | undefined): { type: 'missing' } | Failure {
  const failure = failureOf(answer);
  return failure.type === 'refused' && failure.status === 404 ? { type: 'missing' } : failure;
}

/** The message of an error JSON, or undefined when the body is not one. */
function errorMessage(json: unknown): string | undefined {
  const { code, message } = errorOf(json);
  if (typeof message === 'string' && message !== '') return message;
  return typeof code === 'number' ? `code ${code}` : undefined;
}

/** The reason that its `ErrorInfo` names, or nothing. */
function errorReason(json: unknown): string {
  const { details } = errorOf(json);
  const reasons = Array.isArray(details) ? details.map((detail) => fieldsOf(detail)['reason']) : [];
  return String(reasons.find((reason) => typeof reason === 'string') ?? '');
}

const errorOf = (json: unknown) => fieldsOf(fieldsOf(json)['error']);
