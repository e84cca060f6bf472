import { describe, expect, test } from 'vitest';
import { classify, classifySession, type Failure } from '../../../src/outbox/answers';

const answerOf = (status: number, json: unknown, headers = {}) => ({
  status,
  json,
  headers: new Headers(headers),
});
const error = (code: number) => ({ error: { code, message: `no (${code})`, status: 'X' } });
const no = (status: number, message = `no (${status})`): Failure => ({
  kind: 'refused',
  status,
  message,
});

describe('an answer', () => {
  const passing = [401, 402, 408, 409, 425, 429, 499, 500, 502, 503, 504, 511, 599];
  // Without the shape that is expected it is no success.
  test.each([...passing, 200, 204, 206, 302, 304])('%i: later', (status) => {
    expect(classify(answerOf(status, error(status)))).toEqual({ kind: 'retry' });
    expect(classifySession(answerOf(status, error(status)))).toEqual({ kind: 'retry' });
  });

  test.each([400, 403, 404, 410, 412, 413, 415, 416, 431])('%i: refused', (status) => {
    expect(classify(answerOf(status, error(status)))).toEqual(no(status));
    const isLost = status === 404 || status === 410;
    const inSession = isLost ? { kind: 'gone' } : no(status, 'The upload session refused it.');
    for (const body of [error(status), '<html>', undefined]) {
      expect(classifySession(answerOf(status, body))).toEqual(inSession);
    }
  });

  test.each(['final', 'cancelled'])('of a session that is %s, whatever else it says', (status) => {
    const headers = { 'X-Goog-Upload-Status': status };
    for (const code of [200, 400, 412, 429, 503]) {
      expect(classifySession(answerOf(code, undefined, headers))).toEqual({ kind: 'gone' });
    }
  });

  test('of a session whose object the rules refuse', () => {
    const headers = { 'X-Goog-Upload-Status': 'final' };
    for (const body of [error(403), '<html>', undefined]) {
      const meaning = { kind: 'gone', isRefused: true };
      expect(classifySession(answerOf(403, body, headers))).toEqual(meaning);
    }
  });

  test.each([
    ['API_KEY_HTTP_REFERRER_BLOCKED', { kind: 'retry' }],
    ['API_KEY_INVALID', { kind: 'retry' }],
    ['SERVICE_DISABLED', { kind: 'retry' }],
    ['BILLING_DISABLED', { kind: 'retry' }],
    ['CONSUMER_SUSPENDED', { kind: 'retry' }],
    ['IAM_PERMISSION_DENIED', no(403)],
  ])('with the reason %s', (reason, meaning) => {
    const info = { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason };
    const details = [{ '@type': 'type.googleapis.com/google.rpc.Help' }, info];
    const body = { error: { ...error(403).error, details } };
    expect(classify(answerOf(403, body))).toEqual(meaning);
  });

  test.each<[body: unknown, status: number, meaning: Failure]>([
    ...[undefined, null, '<html>', {}, [], { error: 'x' }, { error: null }, { error: {} }].map(
      (body): [unknown, number, Failure] => [body, 403, { kind: 'retry' }],
    ),
    [{ error: { code: 400, message: '' } }, 400, no(400, 'code 400')],
  ])('whose body is %j counts with the error JSON of Google only', (body, status, meaning) => {
    expect(classify(answerOf(status, body))).toEqual(meaning);
  });

  test('may ask for a later try', () => {
    const meaning = { kind: 'retry', retryAfter: '120' };
    expect(classify(answerOf(503, undefined, { 'Retry-After': '120' }))).toEqual(meaning);
  });
});
