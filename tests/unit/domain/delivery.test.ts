import { describe, expect, test } from 'vitest';
import type { Failure } from '../../../src/domain/answers';
import {
  advance,
  forgetOffsets,
  nextStep,
  progressOf,
  type StepResult,
} from '../../../src/domain/delivery';
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

const at = { index: 0, part: 'image' as const };
const both = uploading(stored(image, 'a.png'), stored(thumb, 'b.jpg'));
const files = [
  {
    ref: 'requests/1234567890/a.png',
    url: 'https://storage.test/get/a.png',
    thumb: 'https://storage.test/get/b.jpg',
    thumbRef: 'requests/1234567890/b.jpg',
  },
];
const attention = { step: 'create' as const, status: 400, message: 'no' };

describe('nextStep', () => {
  test.each([
    ['a new record', record(), { type: 'create', id: '1234567890', fields }],
    [
      'a picture without a session',
      uploading(image),
      { type: 'start', at, folder: 'requests/1234567890', contentType: 'image/png', size: 1000 },
    ],
    [
      'a session whose offset is unknown',
      uploading({ ...image, ...running }),
      { type: 'query', at, ...running, size: 1000 },
    ],
    [
      'a session in the middle',
      uploading({ ...image, ...running, offset: 300 }),
      { type: 'send', at, ...running, offset: 300, size: 1000 },
    ],
    [
      'a picture stored, its thumbnail not',
      uploading(stored(image, 'a.png')),
      {
        type: 'start',
        at: { index: 0, part: 'thumb' },
        folder: 'requests/1234567890',
        contentType: 'image/jpeg',
        size: 100,
      },
    ],
    ['everything stored', both, { type: 'attach', id: '1234567890', files }],
    ['attached', { ...both, step: 'done' as const }, { type: 'finish', id: '1234567890', files }],
    [
      'created, no pictures',
      record({ step: 'upload', images: [] }),
      { type: 'finish', id: '1234567890', files: [] },
    ],
    ['needs attention', record({ needsAttention: attention }), { type: 'rest' }],
  ])('%s', (_, before, action) => {
    expect(nextStep(before)).toEqual(action);
  });
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
      'started: the try counter stays, nothing was stored yet',
      uploading(image, thumb, { attempts: 2, notBefore: 9 }),
      { type: 'started', ...running },
      uploading({ ...image, ...running, offset: 0 }, thumb, { attempts: 2, notBefore: 9 }),
    ],
    [
      'a query: the try counter stays',
      uploading({ ...image, ...running }, thumb, { attempts: 2, notBefore: 9 }),
      { type: 'acknowledged', offset: 300 },
      uploading({ ...image, ...running, offset: 300 }, thumb, { attempts: 2, notBefore: 9 }),
    ],
    [
      'a chunk: progress',
      uploading({ ...image, ...running, offset: 300 }, thumb, { attempts: 2, notBefore: 9 }),
      { type: 'acknowledged', offset: 600 },
      uploading({ ...image, ...running, offset: 600, rechecked: false }),
    ],
    [
      'stored, the thumbnail is left',
      uploading({ ...image, ...running, offset: 600 }),
      { type: 'stored', url: 'https://u' },
      uploading({ ...image, ...running, offset: 600, url: 'https://u' }),
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
    ['attached', { ...both, step: 'attach' }, { type: 'attached' }, { ...both, step: 'done' }],
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
      'session gone: a fresh name at once',
      middle,
      { kind: 'gone' },
      uploading({ ...image, restarts: 1 }),
    ],
    [
      'session gone a fourth time: with a wait',
      uploading({ ...image, ...running, restarts: 3 }),
      { kind: 'gone' },
      uploading({ ...image, restarts: 4 }, thumb, { attempts: 1, notBefore: NOW + 2_000 }),
    ],
    [
      'create denied: a fresh id at once',
      record({ tries: 1 }),
      denied,
      record({ id: '9999999999', tries: 0, renamed: true }),
    ],
    [
      'create denied after an unanswered one: the same id once more',
      record({ tries: 2 }),
      denied,
      record({ tries: 1, confirmed: true }),
    ],
    [
      'and denied again: a fresh id',
      record({ tries: 2, confirmed: true }),
      denied,
      record({ id: '9999999999', tries: 0, renamed: true }),
    ],
    [
      'create denied under the fresh id',
      record({ tries: 1, renamed: true }),
      denied,
      record({
        tries: 0,
        renamed: true,
        needsAttention: { step: 'create', status: 403, message: 'no' },
      }),
    ],
    [
      'create refused',
      record({ tries: 1 }),
      refused,
      record({ tries: 0, needsAttention: { step: 'create', status: 400, message: 'no' } }),
    ],
    ['upload denied: a fresh name', middle, denied, uploading({ ...image, restarts: 1 })],
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
      'upload denied again',
      uploading({ ...image, restarts: 1 }),
      denied,
      uploading({ ...image, restarts: 1 }, thumb, {
        needsAttention: { step: 'upload', status: 403, message: 'no' },
      }),
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

  test('only the object at hand starts over', () => {
    const before = uploading(stored(image, 'a.png'), { ...thumb, ...running, offset: 10 });
    const after = advance(before, { type: 'failed', failure: { kind: 'gone' } }, context);
    const { offset: _, ...kept } = stored(image, 'a.png');
    expect(after.images[0]).toEqual({
      name: 'one.png',
      image: kept,
      thumb: { ...thumb, restarts: 1 },
    });
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
