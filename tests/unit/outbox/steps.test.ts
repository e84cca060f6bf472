import { describe, expect, test } from 'vitest';
import type { Failure } from '../../../src/outbox/answers';
import {
  advance,
  forgetOffsets,
  nextStep,
  progressOf,
  type StepResult,
} from '../../../src/outbox/steps';
import type { PendingObject, PendingRequest } from '../../../src/domain/outbox';

const NOW = Date.UTC(2026, 0, 5, 12);
const context = { now: NOW, random: (below: number) => below - 1 };
const fields = {
  name: 'Ada',
  email: 'ada@example.com',
  phone: '555-0100',
  address: '1 Main Street',
  description: 'Kitchen',
  categories: [],
};

const image: PendingObject = { type: 'image/png', size: 1000 };
const thumb: PendingObject = { type: 'image/jpeg', size: 100 };
const stored = (object: PendingObject, name: string): PendingObject => ({
  ...object,
  object: `requests/1234567890/${name}`,
  session: `https://storage.test/${name}`,
  offset: object.size,
  url: `https://storage.test/get/${name}`,
});
const running = { object: 'requests/1234567890/a.png', session: 'https://storage.test/a' };

function record(change: Partial<PendingRequest> = {}): PendingRequest {
  return {
    key: 'k',
    revision: 'r',
    id: '1234567890',
    fields,
    images: [{ name: 'one.png', image, thumb }],
    savedAt: NOW,
    step: 'create',
    tries: 0,
    attempts: 0,
    notBefore: 0,
    ...change,
  };
}

/** A record whose first picture is in the given state. */
function uploading(first: PendingObject, second = thumb, change: Partial<PendingRequest> = {}) {
  const images = [{ name: 'one.png', image: first, thumb: second }];
  return record({ step: 'upload', images, ...change });
}

const both = uploading(stored(image, 'a.png'), stored(thumb, 'b.jpg'));
test('what needs attention rests', () => {
  const needsAttention = { step: 'create' as const, status: 400, message: 'no' };
  expect(nextStep(record({ needsAttention }))).toEqual({ type: 'rest' });
});

describe('advance after success', () => {
  test.each<[string, PendingRequest, StepResult, PendingRequest]>([
    [
      'created',
      record({ tries: 2, attempts: 3, notBefore: 9 }),
      { type: 'created' },
      record({ step: 'upload' }),
    ],
    [
      'a chunk: progress',
      uploading({ ...image, ...running, offset: 300 }, thumb, { attempts: 2, notBefore: 9 }),
      { type: 'acknowledged', offset: 600 },
      uploading({ ...image, ...running, offset: 600, rechecked: false }),
    ],
    [
      'the last one stored',
      uploading(stored(image, 'a.png'), { ...thumb, ...running, offset: 0 }),
      { type: 'stored', url: 'https://u' },
      uploading(
        stored(image, 'a.png'),
        { ...thumb, ...running, offset: 0, url: 'https://u' },
        { step: 'attach' },
      ),
    ],
  ])('%s', (_, before, result, after) => {
    expect(advance(before, result, context)).toEqual(after);
  });
});

const denied: Failure = { kind: 'denied', status: 403, message: 'no' };
const refused: Failure = { kind: 'refused', status: 400, message: 'no' };
const middle = uploading({ ...image, ...running, offset: 300 });
const unknown = { ...image, ...running };

describe('advance after failure', () => {
  test.each<[string, PendingRequest, Failure, PendingRequest]>([
    [
      'unreachable: back-off, the offset is unknown',
      middle,
      { kind: 'unreachable' },
      uploading(unknown, thumb, { attempts: 1, notBefore: NOW + 2_000, unreached: true }),
    ],
    [
      'the third failure waits longer',
      { ...middle, attempts: 2 },
      { kind: 'retry' },
      uploading(unknown, thumb, { attempts: 3, notBefore: NOW + 8_000 }),
    ],
    [
      'Retry-After',
      record({ tries: 1 }),
      { kind: 'retry', retryAfter: '120' },
      record({ tries: 1, attempts: 1, notBefore: NOW + 120_000 }),
    ],
    [
      'and denied again: a fresh id',
      record({ tries: 2, confirmed: true }),
      denied,
      record({ id: '9999999999', tries: 0, renamed: true }),
    ],
    [
      'chunk refused: the server is asked where it is',
      middle,
      refused,
      uploading({ ...unknown, rechecked: true }),
    ],
    [
      'chunk refused again: a fresh name',
      uploading({ ...image, ...running, offset: 300, rechecked: true }),
      refused,
      uploading({ ...image, restarts: 1 }),
    ],
    [
      'start refused: a fresh name',
      uploading(image),
      refused,
      uploading({ ...image, restarts: 1 }),
    ],
    [
      'attach denied',
      { ...both, step: 'attach' },
      denied,
      {
        ...forgetOffsets(both),
        step: 'attach',
        needsAttention: { step: 'attach', status: 403, message: 'no' },
      },
    ],
  ])('%s', (_, before, failure, after) => {
    expect(advance(before, { type: 'failed', failure }, context)).toEqual(after);
  });

  test('the input is left as it was', () => {
    const before = Object.freeze(record({ tries: 1 }));
    const copy = structuredClone(before);
    advance(before, { type: 'failed', failure: { kind: 'unreachable' } }, context);
    expect(before).toEqual(copy);
  });
});

describe('progressOf', () => {
  test.each([
    ['nothing sent', record(), { sentBytes: 0, totalBytes: 1100, count: 0, total: 1 }],
    ['in the middle', middle, { sentBytes: 300, totalBytes: 1100, count: 0, total: 1 }],
    [
      'a picture without its thumbnail does not count',
      uploading(stored(image, 'a.png')),
      { sentBytes: 1000, totalBytes: 1100, count: 0, total: 1 },
    ],
    ['all', both, { sentBytes: 1100, totalBytes: 1100, count: 1, total: 1 }],
    ['no pictures', record({ images: [] }), { sentBytes: 0, totalBytes: 0, count: 0, total: 0 }],
  ])('%s', (_, before, progress) => {
    expect(progressOf(before)).toEqual(progress);
  });
});
