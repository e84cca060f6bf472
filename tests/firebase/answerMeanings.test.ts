import { describe, expect, test } from 'vitest';
import { failureOf, missingOrFailure, type Failure } from '../../src/firebase/rest/answerMeaning';
import { queryUpload } from '../../src/firebase/rest/uploadCalls';
import { configOf } from '../support/httpServer';

const ORIGIN = 'http://x.test';
const upload = { object: 'requests/1/a.jpg', size: 10, session: `${ORIGIN}/session` };
const textOf = (body: unknown) => (typeof body === 'string' ? body : JSON.stringify(body));
/** The meaning of an upload session's answer to a query. */
const sessionSays = (status: number, body?: unknown, headers = {}) => {
  const hasBody = body !== undefined && ![204, 304].includes(status);
  const answer = new Response(hasBody ? textOf(body) : null, { status, headers });
  return queryUpload(configOf(ORIGIN), upload, { fetch: async () => answer });
};
const answerOf = (status: number, json: unknown, headers = {}) => ({
  status,
  json,
  headers: new Headers(headers),
});
const error = (code: number) => ({ error: { code, message: `no (${code})`, status: 'X' } });
const no = (status: number, message = `no (${status})`): Failure => ({
  type: 'refused',
  status,
  message,
});

describe('an answer', () => {
  test.each([401, 402, 408, 409, 425, 429, 499, 500, 502, 503, 504, 511, 599])(
    'with status %i means: try again later',
    async (status) => {
      expect(failureOf(answerOf(status, error(status)))).toEqual({ type: 'retry' });
      expect(await sessionSays(status, error(status))).toEqual({ type: 'retry' });
    },
  );

  // Without the expected content it is no success.
  test.each([200, 204, 206, 302, 304])('with status %i is not Google’s', async (status) => {
    const foreign = { type: 'retry', isForeign: true };
    expect(failureOf(answerOf(status, error(status)))).toEqual(foreign);
    expect(await sessionSays(status, error(status))).toEqual(foreign);
  });

  test('that did not come means unreachable', () => {
    expect(failureOf(undefined)).toEqual({ type: 'unreachable' });
  });

  test.each([400, 403, 404, 410, 412, 413, 415, 416, 431])(
    'with status %i is a refusal',
    async (status) => {
      expect(failureOf(answerOf(status, error(status)))).toEqual(no(status));
      const isLost = status === 404 || status === 410;
      const inSession = isLost ? { type: 'gone' } : no(status, 'The upload session refused it.');
      for (const body of [error(status), '<html>', undefined]) {
        expect(await sessionSays(status, body)).toEqual(inSession);
      }
    },
  );

  test.each(['final', 'cancelled'])(
    'of a session that is %s ends the session, whatever else it says',
    async (status) => {
      const headers = { 'X-Goog-Upload-Status': status };
      for (const code of [200, 400, 412, 429, 503]) {
        expect(await sessionSays(code, undefined, headers)).toEqual({ type: 'gone' });
      }
    },
  );

  test('of a session whose object the rules refuse is a refusal', async () => {
    const headers = { 'X-Goog-Upload-Status': 'final' };
    for (const body of [error(403), '<html>', undefined]) {
      const meaning = { type: 'gone', isRefused: true };
      expect(await sessionSays(403, body, headers)).toEqual(meaning);
    }
  });

  test.each([
    ['API_KEY_HTTP_REFERRER_BLOCKED', { type: 'retry' }],
    ['API_KEY_INVALID', { type: 'retry' }],
    ['SERVICE_DISABLED', { type: 'retry' }],
    ['BILLING_DISABLED', { type: 'retry' }],
    ['CONSUMER_SUSPENDED', { type: 'retry' }],
    ['IAM_PERMISSION_DENIED', no(403)],
  ])('with the reason %s is told from a refusal of the request', (reason, meaning) => {
    const info = { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason };
    const details = [{ '@type': 'type.googleapis.com/google.rpc.Help' }, info];
    const body = { error: { ...error(403).error, details } };
    expect(failureOf(answerOf(403, body))).toEqual(meaning);
  });

  test.each([
    [
      412,
      'A required service account is missing necessary permissions. Please resolve by visiting the Storage page of the Firebase Console and re-linking your Firebase bucket.',
    ],
    [404, 'Not Found.  Could not access bucket cabinets.appspot.com'],
    [404, 'Not Found. Could not access bucket cabinets.appspot.com'],
  ])('of a bucket that is set up wrong (%i %s) is no refusal of a picture', (code, message) => {
    const body = { error: { code, message } };
    expect(failureOf(answerOf(code, body))).toEqual({ type: 'retry' });
    expect(missingOrFailure(answerOf(code, body))).toEqual({ type: 'retry' });
    // An object that is not there, and a condition that is not met, are answers about the object.
    const other = { error: { code, message: 'Not Found.' } };
    expect(failureOf(answerOf(code, other))).toEqual(no(code, 'Not Found.'));
  });

  test.each<[body: unknown, status: number, meaning: Failure]>([
    ...[undefined, null, '<html>', {}, [], { error: 'x' }, { error: null }, { error: {} }].map(
      (body): [unknown, number, Failure] => [body, 403, { type: 'retry', isForeign: true }],
    ),
    [{ error: { code: 400, message: '' } }, 400, no(400, 'code 400')],
  ])('with the body %j is a refusal only if it is Google’s error JSON', (body, status, meaning) => {
    expect(failureOf(answerOf(status, body))).toEqual(meaning);
  });

  test('may ask for a later try', () => {
    const meaning = { type: 'retry', retryAfter: '120' };
    expect(failureOf(answerOf(503, undefined, { 'Retry-After': '120' }))).toEqual(meaning);
  });
});
