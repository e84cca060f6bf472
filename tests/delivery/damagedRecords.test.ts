import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EMPTY_FIELDS } from '../../src/domain/requestFields';

import { deliverMessage, isDeliverMessage } from '../../src/contract/messages';
import { readRecord } from '../../src/outbox/record';
import { readDraft } from '../../src/outbox/store/drafts';
import { fields } from '../support/sampleRequests';

const object = { type: 'image/jpeg', size: 10 };
const going = {
  name: 'door.jpg',
  file: 'f',
  objectNames: { image: 'aZ09bcdefg.jpg', thumb: 'bZ09bcdefg.jpg' },
};
const image = { state: 'prepared', ...going, image: object, thumb: object };
/** What is kept of a damaged record. */
const kept = {
  key: 'k',
  revision: 'r',
  id: '1234567890',
  fields,
  images: [image],
  receipt: 'aB3dE6gH9kLmN0pQ2rS4tU',
  savedAt: 5,
};
const record = { ...kept, step: 'upload', attempts: 1, notBefore: 6, tries: 1 };

describe('a stored record', () => {
  test.each<[string, object]>([
    ['is read as it is', {}],
    ['may have a chunk behind it', { images: [{ ...image, image: { ...object, offset: 4 } }] }],
    ['may have a picture as it was chosen', { images: [{ state: 'chosen', ...going }] }],
    ['may wait for a file', { images: [{ state: 'awaited', ...going, until: 7 }] }],
    ['may leave out a picture', { images: [{ state: 'leftOut', name: 'door.jpg' }] }],
    ['may need attention', { needsAttention: { step: 'create', status: 403, message: '' } }],
    ['of a newer version keeps the fields that it added', { priority: 1 }],
    [
      'of a newer version keeps added fields in every part',
      {
        fields: { ...fields, zip: '15201' },
        images: [
          { ...image, note: 'n', image: { ...object, hash: 'h' } },
          { state: 'leftOut', name: 'a.jpg', why: 'w' },
        ],
        signals: { honeypot: '', seconds: 1, pointer: 'touch' },
        refused: { times: 1, status: 403, message: '', code: 7 },
        needsAttention: { step: 'create', status: 403, message: '', reason: 'r' },
      },
    ],
  ])('%s', (_, change) => {
    expect(readRecord({ ...record, ...change })).toEqual({ ...record, ...change });
  });

  test('without a field that a later version requires is not damaged', () => {
    const { phone: _, ...older } = fields;
    expect(readRecord({ ...record, fields: older })).toEqual({
      ...record,
      fields: { ...fields, phone: '' },
    });
  });

  test.each<[string, wrong: object, left: object]>([
    ['no id', { id: undefined }, { id: '' }],
    ['a malformed id', { id: '0123456789' }, { id: '0123456789' }],
    ['an unknown step', { step: 'paid' }, {}],
    [
      'a text that is not one',
      { fields: { ...fields, name: 7 } },
      { fields: { ...fields, name: '' } },
    ],
    ['no fields', { fields: null }, { fields: EMPTY_FIELDS }],
    [
      'categories that are not a list of texts',
      { fields: { ...fields, categories: [1] } },
      { fields: { ...fields, categories: [] } },
    ],
    ['no receipt', { receipt: undefined }, { receipt: '' }],
    ['no images', { images: undefined }, { images: [] }],
    [
      'a broken image',
      { images: [null, image] },
      { images: [{ state: 'leftOut', name: '' }, image] },
    ],
    [
      'an image without its state',
      { images: [going] },
      { images: [{ state: 'leftOut', name: '' }] },
    ],
    [
      'an image without what its state has',
      { images: [{ ...image, state: 'awaited' }] },
      { images: [{ state: 'leftOut', name: '' }] },
    ],
    ['an invalid time', { savedAt: Number.NaN }, { savedAt: 0 }],
    ['an endless wait', { notBefore: Infinity }, {}],
  ])('with %s needs attention and keeps what is usable', (_, wrong, left) => {
    const message = 'This request was damaged on this device.';
    expect(readRecord({ ...record, ...wrong })).toEqual({
      ...kept,
      ...left,
      step: 'create',
      attempts: 0,
      notBefore: 0,
      tries: 0,
      needsAttention: { step: 'create', damaged: true, message },
    });
  });

  test('can be anything without causing an error', () => {
    fc.assert(
      fc.property(fc.object(), (stored) => {
        expect(readRecord(stored).needsAttention).toBeDefined();
      }),
    );
  });
});

const draft = { fields, images: [{ id: 'a', name: 'b', type: 'c' }], replaces: 'k' };
test.each([
  [undefined, undefined],
  [
    { fields, images: [] },
    { fields, images: [] },
  ],
  [draft, draft],
  [
    { ...draft, fields: { ...fields, zip: '15201' }, later: 1 },
    { ...draft, fields: { ...fields, zip: '15201' }, later: 1 },
  ],
  [
    { fields: { ...fields, phone: null }, images: 'none' },
    { fields: { ...fields, phone: '' }, images: [] },
  ],
])('the usable parts of a stored draft are read: %j', (stored, draft) => {
  expect(readDraft(stored)).toEqual(draft);
});

test.each([
  [deliverMessage('due'), true],
  [deliverMessage('unreached'), true],
  [deliverMessage('all'), true],
  [{ type: 'outbox.deliver' }, false],
  [{ type: 'outbox.deliver', scope: 'yes' }, false],
  [{ type: 'SKIP_WAITING' }, false],
])('%j is a message to the worker: %s', (message, isOne) => {
  expect(isDeliverMessage(message)).toBe(isOne);
});
