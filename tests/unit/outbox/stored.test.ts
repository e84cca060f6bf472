import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PendingRequest } from '../../../src/domain/outbox';
import {
  isDeliverMessage,
  isEventMessage,
  readDraft,
  readRecord,
} from '../../../src/outbox/stored';
import { fields } from './samples';

const object = { type: 'image/jpeg', size: 10 };
const record: PendingRequest = {
  key: 'k',
  revision: 'r',
  id: '1234567890',
  fields,
  images: [{ name: 'door.jpg', image: object, thumb: object }],
  savedAt: 5,
  step: 'upload',
  attempts: 1,
  notBefore: 6,
  tries: 1,
};

describe('a stored record', () => {
  test.each<[string, unknown]>([
    ['is read as it is', record],
    [
      'may wait for its image to be prepared',
      { ...record, images: [{ ...record.images[0]!, chosen: 'f' }] },
    ],
    [
      'may need attention',
      { ...record, needsAttention: { step: 'create', status: 403, message: '' } },
    ],
    ['of a newer version keeps what that has added', { ...record, priority: 1 }],
  ])('%s', (_, stored) => {
    expect(readRecord(stored)).toEqual(stored);
  });

  const lost = { type: '', size: 0 };
  test.each<[string, unknown, Partial<PendingRequest>]>([
    ['no id', { ...record, id: undefined }, { id: '' }],
    ['an id of another form', { ...record, id: '0123456789' }, { id: '0123456789' }],
    ['an unknown step', { ...record, step: 'paid' }, {}],
    [
      'a text that is none',
      { ...record, fields: { ...fields, name: 7 } },
      { fields: { ...fields, name: '' } },
    ],
    [
      'no fields',
      { ...record, fields: null },
      { fields: { name: '', email: '', phone: '', address: '', description: '', categories: [] } },
    ],
    [
      'categories that are none',
      { ...record, fields: { ...fields, categories: [1] } },
      { fields: { ...fields, categories: [] } },
    ],
    ['no images', { ...record, images: undefined }, { images: [] }],
    [
      'a broken image',
      { ...record, images: [null, ...record.images] },
      { images: [{ name: '', image: lost, thumb: lost }, ...record.images] },
    ],
    ['a time that is none', { ...record, savedAt: Number.NaN }, { savedAt: 0 }],
    ['an endless wait', { ...record, notBefore: Infinity }, {}],
  ])('with %s needs attention, with what is left of it', (_, stored, left) => {
    const { revision, savedAt, id, images } = record;
    expect(readRecord(stored)).toEqual({
      key: 'k',
      revision,
      savedAt,
      id,
      fields,
      images,
      ...left,
      step: 'create',
      attempts: 0,
      notBefore: 0,
      tries: 0,
      needsAttention: {
        step: 'create',
        status: 0,
        message: 'This request was damaged on this device.',
      },
    });
  });

  test('can be anything: it never throws', () => {
    fc.assert(
      fc.property(fc.object(), (stored) => {
        expect(readRecord(stored).needsAttention).toBeDefined();
      }),
    );
  });
});

test.each([
  [undefined, undefined],
  [
    { fields, images: [] },
    { fields, images: [] },
  ],
  [
    { fields, images: [{ id: 'a', name: 'b', type: 'c' }], replaces: 'k' },
    { fields, images: [{ id: 'a', name: 'b', type: 'c' }], replaces: 'k' },
  ],
  [
    { fields: { ...fields, phone: null }, images: 'none' },
    { fields: { ...fields, phone: '' }, images: [] },
  ],
])('the usable parts of a draft: %j', (stored, draft) => {
  expect(readDraft(stored)).toEqual(draft);
});

describe('messages', () => {
  const progress = { sentBytes: 1, totalBytes: 2, count: 0, total: 1 };
  const attention = { step: 'upload', status: 403, message: 'no' };

  test.each([
    { type: 'created', key: 'k', id: '1' },
    { type: 'progress', key: 'k', progress },
    { type: 'sent', key: 'k', id: '1' },
    { type: 'postponed', key: 'k', notBefore: 5 },
    { type: 'refused', key: 'k', attention },
    { type: 'undecoded', key: 'k' },
    { type: 'removed', key: 'k' },
    { type: 'saved', key: 'k' },
  ])('to the page: $type', (event) => {
    expect(isEventMessage({ type: 'outbox.event', event })).toBe(true);
    expect(isEventMessage({ type: 'other', event })).toBe(false);
  });

  test.each([
    undefined,
    null,
    'created',
    {},
    { type: 'created', id: '1' },
    { type: 'created', key: 'k' },
    { type: 'progress', key: 'k', progress: { ...progress, count: '0' } },
    { type: 'progress', key: 'k', progress: { ...progress, sentBytes: Number.NaN } },
    { type: 'sent', key: 'k' },
    { type: 'postponed', key: 'k', notBefore: null },
    { type: 'refused', key: 'k', attention: { ...attention, step: 'save' } },
    { type: 'removed' },
    { type: 'exploded', key: 'k' },
  ])('not to the page: %j', (event) => {
    expect(isEventMessage({ type: 'outbox.event', event })).toBe(false);
  });

  test('to the worker', () => {
    expect(isDeliverMessage({ type: 'outbox.deliver' })).toBe(true);
    expect(isDeliverMessage({ type: 'outbox.deliver', force: true })).toBe(true);
    expect(isDeliverMessage({ type: 'outbox.deliver', force: 'unreached' })).toBe(true);
    expect(isDeliverMessage({ type: 'outbox.deliver', force: 'yes' })).toBe(false);
    expect(isDeliverMessage({ type: 'SKIP_WAITING' })).toBe(false);
  });
});
