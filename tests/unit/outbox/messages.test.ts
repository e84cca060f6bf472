import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isDeliverMessage, isEventMessage } from '../../../src/outbox/messages';

const progress = { sentBytes: 1, totalBytes: 2, count: 0, total: 1 };
const file = { ref: 'r', url: 'u', thumb: 't', thumbRef: 'f' };
const attention = { step: 'upload', status: 403, message: 'no' };

const good = [
  { type: 'created', key: 'k', id: '1' },
  { type: 'progress', key: 'k', progress },
  { type: 'sent', key: 'k', id: '1', files: [file] },
  { type: 'postponed', key: 'k', notBefore: 5 },
  { type: 'refused', key: 'k', attention },
  { type: 'removed', key: 'k' },
];

const bad = [
  undefined,
  null,
  'created',
  {},
  { type: 'created', id: '1' },
  { type: 'created', key: 'k' },
  { type: 'progress', key: 'k', progress: { ...progress, count: '0' } },
  { type: 'progress', key: 'k', progress: { ...progress, sentBytes: Number.NaN } },
  { type: 'sent', key: 'k', id: '1' },
  { type: 'sent', key: 'k', id: '1', files: [{ ...file, url: undefined }] },
  { type: 'postponed', key: 'k', notBefore: null },
  { type: 'refused', key: 'k', attention: { ...attention, step: 'save' } },
  { type: 'removed' },
  { type: 'exploded', key: 'k' },
];

describe('worker to page', () => {
  test.each(good)('$type', (event) => {
    expect(isEventMessage({ type: 'outbox.event', event })).toBe(true);
    expect(isEventMessage({ type: 'other', event })).toBe(false);
  });

  test.each(bad)('not %j', (event) => {
    expect(isEventMessage({ type: 'outbox.event', event })).toBe(false);
  });
});

test('page to worker', () => {
  expect(isDeliverMessage({ type: 'outbox.deliver' })).toBe(true);
  expect(isDeliverMessage({ type: 'outbox.deliver', force: true })).toBe(true);
  expect(isDeliverMessage({ type: 'outbox.deliver', force: 'unreached' })).toBe(true);
  expect(isDeliverMessage({ type: 'outbox.deliver', force: 'yes' })).toBe(false);
  expect(isDeliverMessage({ type: 'SKIP_WAITING' })).toBe(false);
});

test('anything may be posted', () => {
  fc.assert(
    fc.property(fc.anything(), (data) => {
      expect(isDeliverMessage(data) || isEventMessage({ type: 'outbox.event', event: data })).toBe(
        false,
      );
    }),
  );
});
