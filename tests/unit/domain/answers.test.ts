import { describe, expect, test } from 'vitest';
import { classify, classifySession } from '../../../src/domain/answers';

const error = (code: number) => ({ error: { code, message: `no (${code})`, status: 'X' } });

describe('classify', () => {
  test.each([401, 408, 425, 429, 500, 502, 503, 504, 511, 599])('%i passes by itself', (status) => {
    expect(classify({ status, json: error(status) })).toEqual({ kind: 'retry' });
  });

  test.each([200, 204, 206, 302, 304])('%i without the expected shape is no success', (status) => {
    expect(classify({ status, json: {} })).toEqual({ kind: 'retry' });
  });

  test.each([400, 404, 409, 410, 412, 413, 415, 416, 431])('%i is a definite no', (status) => {
    expect(classify({ status, json: error(status) })).toEqual({
      kind: 'refused',
      status,
      message: `no (${status})`,
    });
  });

  test('403 is the rules’ no', () => {
    const denied = { kind: 'denied', status: 403, message: 'no (403)' };
    expect(classify({ status: 403, json: error(403) })).toEqual(denied);
  });

  test.each([undefined, null, '<html>', {}, [], { error: 'x' }, { error: null }, { error: {} }])(
    'a 403 with body %j is somebody else’s answer',
    (json) => {
      expect(classify({ status: 403, json })).toEqual({ kind: 'retry' });
    },
  );

  test('a code alone is an error too', () => {
    const refused = { kind: 'refused', status: 400, message: 'code 400' };
    expect(classify({ status: 400, json: { error: { code: 400, message: '' } } })).toEqual(refused);
  });

  test('Retry-After is handed on', () => {
    const answer = { status: 503, json: undefined, retryAfter: '120' };
    expect(classify(answer)).toEqual({ kind: 'retry', retryAfter: '120' });
  });
});

describe('classifySession', () => {
  test.each([404, 410])('%i: the session is gone, whatever the body', (status) => {
    expect(classifySession({ status, json: undefined })).toEqual({ kind: 'gone' });
    expect(classifySession({ status, json: error(status) })).toEqual({ kind: 'gone' });
  });

  test.each([
    [400, 'refused'],
    [403, 'denied'],
    [503, 'retry'],
  ])('%i: %s', (status, kind) => {
    expect(classifySession({ status, json: error(status) })).toHaveProperty('kind', kind);
  });
});
