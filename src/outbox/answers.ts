/**
 * What a server's answer to a delivery step means. The one rule behind all of it: only an answer
 * that this server would give counts; a captive portal's page, whatever its status, is "try again".
 */
import type { HttpAnswer } from '../firebase/rest/http';

/** `unreachable`: no answer (network error, timeout). */
export type Failure =
  | { kind: 'unreachable' }
  | { kind: 'retry'; retryAfter?: string }
  | { kind: 'denied'; status: number; message: string }
  | { kind: 'refused'; status: number; message: string }
  | { kind: 'gone' };

/** Statuses that pass by themselves: timeout, too early, too many requests (and 401, all 5xx). */
const PASSING = new Set([401, 408, 425, 429]);

/**
 * Classifies an answer that was not the expected success. `denied` is a 403 by the rules, `refused`
 * every other definite no, both only with the error JSON of Google's APIs
 * (`{"error":{"code","message"}}`, Firestore REST v1 and Storage v0).
 */
export function classify(answer: HttpAnswer): Failure {
  const { status, json, headers } = answer;
  const retryAfter = headers.get('retry-after');
  const again: Failure = { kind: 'retry', ...(retryAfter !== null && { retryAfter }) };
  if (status < 400 || status >= 500 || PASSING.has(status)) return again;
  const message = errorMessage(json);
  if (message === undefined) return again;
  return { kind: status === 403 ? 'denied' : 'refused', status, message };
}

/**
 * Classifies an unsuccessful answer of a resumable upload session: 404 and 410 mean that the
 * session is no more, whatever the body (Google's front end answers those without JSON).
 */
export function classifySession(answer: HttpAnswer): Failure {
  if (answer.status === 404 || answer.status === 410) return { kind: 'gone' };
  return classify(answer);
}

/** The message of an error JSON, or undefined when the body is not one. */
function errorMessage(json: unknown): string | undefined {
  const error = (json as { error?: unknown } | null | undefined)?.error;
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (typeof message === 'string' && message !== '') return message;
  return typeof code === 'number' ? `code ${code}` : undefined;
}
