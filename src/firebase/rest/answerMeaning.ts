/**
 * What an unexpected answer means. The rule behind all of it: only an answer that can come from this server
 * counts. A captive portal's page means "try again", whatever its status.
 */
import { fieldsOf, type HttpAnswer } from './httpCall';

export type Failure =
  /** No answer: a network error, a timeout. */
  | { type: 'unreachable' }
  /**
   * A problem that passes by itself. `retryAfter` is the unparsed header. `isForeign`: the answer is none of Google's,
   * but of something on the way.
   */
  | { type: 'retry'; retryAfter?: string; isForeign?: true }
  /** The server's definite no. */
  | { type: 'refused'; status: number; message: string };

/**
 * 4xx statuses of problems that pass by themselves, as all 5xx do: 401 signed out, 402 Storage's quota, 408
 * timeout, 409 ABORTED, 425 too early, 429 too many requests, 499 CANCELLED. The SDK does not treat them as
 * permanent either (firebase-js-sdk, `isPermanentWriteError`; it calls Storage's 402 `quota-exceeded`).
 */
const TEMPORARY = new Set([401, 402, 408, 409, 425, 429, 499]);

/**
 * Reasons of a `google.rpc.ErrorInfo` that only the project's owner can resolve (google/api/error_reason.proto).
 * There is nothing wrong with the request itself, so it is tried again.
 */
const OWNERS_REASON = /^(API_KEY|CONSUMER)_|_DISABLED$/;

/**
 * What Storage says where the owner has not set up, or has lost, its bucket, without an `ErrorInfo`: 412 while Firebase's
 * service account may not reach it (firebase.google.com/support/faq#storage-accounts, flutterfire issue 9588), 404 while
 * it is not linked or not there (quickstart-js issue 158). No picture can change that, so it is tried again.
 */
const OWNERS_STORAGE =
  /^A required service account is missing|^Not Found\. +Could not access bucket/;

export const isRefusing = ({ status }: HttpAnswer): boolean =>
  status >= 400 && status < 500 && !TEMPORARY.has(status);

/**
 * Classifies an answer that is not the expected success. It counts as `refused` only with the error JSON of
 * Google's APIs (`{"error":{"code","message"}}`, Firestore REST v1 and Storage v0).
 */
export function failureOf(answer: HttpAnswer | undefined): Failure {
  if (!answer) return { type: 'unreachable' };
  const { status, json, headers } = answer;
  const retryAfter = headers.get('retry-after');
  const retry: Failure = { type: 'retry', ...(retryAfter !== null && { retryAfter }) };
  if (status < 400) return { ...retry, isForeign: true };
  if (!isRefusing(answer)) return retry;
  const message = errorMessage(json);
  if (message === undefined) return { ...retry, isForeign: true };
  if (OWNERS_REASON.test(errorReason(json)) || OWNERS_STORAGE.test(message)) return retry;
  return { type: 'refused', status, message };
}

/** What a failed call means, as `failureOf`; but a definite 404 means that the document or object is missing. */
export function missingOrFailure(answer: HttpAnswer | undefined): { type: 'missing' } | Failure {
  const failure = failureOf(answer);
  return failure.type === 'refused' && failure.status === 404 ? { type: 'missing' } : failure;
}

/** The message of an error JSON; undefined if the body is none. */
function errorMessage(json: unknown): string | undefined {
  const { code, message } = errorOf(json);
  if (typeof message === 'string' && message !== '') return message;
  return typeof code === 'number' ? `code ${code}` : undefined;
}

/** The reason in the `ErrorInfo` of an error JSON; empty if there is none. */
function errorReason(json: unknown): string {
  const { details } = errorOf(json);
  const reasons = Array.isArray(details) ? details.map((detail) => fieldsOf(detail)['reason']) : [];
  return String(reasons.find((reason) => typeof reason === 'string') ?? '');
}

const errorOf = (json: unknown) => fieldsOf(fieldsOf(json)['error']);
