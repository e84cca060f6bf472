/**
 * What a server's answer to a delivery step means. The one rule behind all of it: only an answer
 * that this server would give counts; a captive portal's page, whatever its status, is "try again".
 */
import { fieldsOf, type HttpAnswer } from '../firebase/rest/http';
import { uploadStatus } from '../firebase/rest/storage';

/** `unreachable`: no answer (network error, timeout). */
export type Failure =
  | { kind: 'unreachable' }
  | { kind: 'retry'; retryAfter?: string }
  | { kind: 'refused'; status: number; message: string }
  /** An upload session that is no more; `isRefused`: the rules did not take what it had brought. */
  | { kind: 'gone'; isRefused?: true };

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

/**
 * Classifies an answer that was not the expected success. `refused` is a definite no, only with the
 * error JSON of Google's APIs (`{"error":{"code","message"}}`, Firestore REST v1 and Storage v0).
 */
export function classify(answer: HttpAnswer): Failure {
  const { status, json, headers } = answer;
  const retryAfter = headers.get('retry-after');
  const again: Failure = { kind: 'retry', ...(retryAfter !== null && { retryAfter }) };
  if (status < 400 || status >= 500 || PASSING.has(status)) return again;
  const message = errorMessage(json);
  if (message === undefined || OWNERS_REASON.test(errorReason(json))) return again;
  return { kind: 'refused', status, message };
}

/**
 * Classifies an unsuccessful answer of a resumable upload session. One that is finished or cancelled
 * answers 400 or 412 with `X-Goog-Upload-Status`, often without JSON (FirebaseUI-Android #585); one that
 * is forgotten, 404 or 410. Rules that refuse the whole object answer its last chunk with 403 and `final`
 * (firebase-tools, conformance tests of the Storage endpoints). Any other 4xx counts as refused, whatever
 * its body.
 */
export function classifySession(answer: HttpAnswer): Failure {
  const { status } = answer;
  const state = uploadStatus(answer);
  if (status === 403 && state === 'final') return { kind: 'gone', isRefused: true };
  if (state === 'final' || state === 'cancelled' || status === 404 || status === 410)
    return { kind: 'gone' };
  if (status < 400 || status >= 500 || PASSING.has(status)) return classify(answer);
  return { kind: 'refused', status, message: 'The upload session refused it.' };
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
