import { describe, expect, test } from 'vitest';
import { classify, classifySession, type Failure } from '../../../src/outbox/answers';

const answerOf = (status: number, json: unknown, headers = {}) => ({
  status,
  json,
  headers: new Headers(headers),
});
const error = (code: number) => ({ error: { code, message: `no (${code})`, status: 'X' } });
const no = (kind: 'denied' | 'refused', status: number, message = `no (${status})`) => ({
  kind,
  status,
  message,
});

describe('an answer', () => {
  test.each<[meaning: Failure, statuses: number[]]>([
    [{ kind: 'retry' }, [401, 408, 425, 429, 500, 502, 503, 504, 511, 599]],
    // Without the shape that is expected it is no success.
    [{ kind: 'retry' }, [200, 204, 206, 302, 304]],
    [no('denied', 403), [403]],
    ...[400, 404, 409, 410, 412, 413, 415, 416, 431].map((status): [Failure, number[]] => [
      no('refused', status),
      [status],
    ]),
  ])('means %j with the status %j', (meaning, statuses) => {
    for (const status of statuses) {
      expect(classify(answerOf(status, error(status)))).toEqual(meaning);
      const isLost = status === 404 || status === 410;
      const inSession = isLost ? { kind: 'gone' } : meaning;
      expect(classifySession(answerOf(status, error(status)))).toEqual(inSession);
    }
  });

  test.each<[body: unknown, status: number, meaning: Failure]>([
    ...[undefined, null, '<html>', {}, [], { error: 'x' }, { error: null }, { error: {} }].map(
      (body): [unknown, number, Failure] => [body, 403, { kind: 'retry' }],
    ),
    [{ error: { code: 400, message: '' } }, 400, no('refused', 400, 'code 400')],
  ])('whose body is %j counts with the error JSON of Google only', (body, status, meaning) => {
    expect(classify(answerOf(status, body))).toEqual(meaning);
  });

  test('of a session that is no more needs no JSON', () => {
    expect(classifySession(answerOf(404, undefined))).toEqual({ kind: 'gone' });
  });

  test('may ask for a later try', () => {
    const meaning = { kind: 'retry', retryAfter: '120' };
    expect(classify(answerOf(503, undefined, { 'Retry-After': '120' }))).toEqual(meaning);
  });
});
