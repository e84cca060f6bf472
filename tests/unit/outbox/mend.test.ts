import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nextStep } from '../../../src/domain/delivery';
import type { PendingRequest } from '../../../src/domain/outbox';
import { mendDraft, mendRecord } from '../../../src/outbox/mend';
import { fields } from './samples';

const object = { type: 'image/jpeg', size: 3 };
const intact: PendingRequest = {
  key: 'k',
  revision: 'r',
  id: '1234567890',
  fields,
  images: [{ name: 'a.jpg', image: { ...object, session: 's', object: 'o' }, thumb: object }],
  savedAt: 1,
  step: 'upload',
  tries: 2,
  attempts: 3,
  notBefore: 4,
  unreached: true,
  confirmed: true,
};
const attention = (step: 'create' | 'upload') => ({
  step,
  status: 0,
  message: 'This request was damaged on this device.',
});
const mended = (change: object) => mendRecord({ ...intact, ...change } as PendingRequest);

describe('a record', () => {
  test('that is intact stays as it is', () => {
    expect(mended({})).toEqual(intact);
    const refused = { needsAttention: { step: 'upload', status: 403, message: 'no' } };
    expect(mended(refused)).toEqual({ ...intact, ...refused });
  });

  test.each([
    [
      'counters',
      { savedAt: 'x', tries: NaN, attempts: -1, notBefore: Infinity },
      { savedAt: 0, tries: 0, attempts: 0, notBefore: 0 },
    ],
    ['no revision', { revision: undefined }, { revision: '' }],
    ['what a newer version has added', { future: { a: 1 } }, { future: { a: 1 } }],
    [
      'a picture that is none',
      { images: [null] },
      { images: [{ name: '', image: { type: '', size: 0 }, thumb: { type: '', size: 0 } }] },
    ],
    [
      'a type that is none',
      { images: [{ name: 'a', image: { ...object, type: 'a\r\nb' }, thumb: object }] },
      { images: [{ name: 'a', image: { ...object, type: '' }, thumb: object }] },
    ],
  ])('with %s is delivered all the same', (_, change, expected) => {
    expect(mended(change)).toEqual({ ...intact, ...expected });
  });

  test.each([
    [
      'no fields',
      { fields: undefined },
      {
        fields: { name: '', email: '', phone: '', address: '', description: '', categories: [] },
        step: 'create',
        needsAttention: attention('create'),
      },
    ],
    [
      'a number for a name',
      { fields: { ...fields, name: 1 } },
      { fields: { ...fields, name: '' }, step: 'create', needsAttention: attention('create') },
    ],
    [
      'a number among categories',
      { fields: { ...fields, categories: ['a', 1] } },
      {
        fields: { ...fields, categories: ['a'] },
        step: 'create',
        needsAttention: attention('create'),
      },
    ],
    [
      'an id that is a path',
      { id: '../x' },
      { id: '../x', step: 'create', needsAttention: attention('create') },
    ],
    ['an unknown step', { step: 'fly' }, { step: 'create', needsAttention: attention('create') }],
    ['no list of pictures', { images: 'x' }, { images: [], needsAttention: attention('upload') }],
    [
      'a refusal that is none',
      { needsAttention: true },
      { needsAttention: { step: 'upload', status: 0, message: '' } },
    ],
  ])('with %s waits for the visitor', (_, change, expected) => {
    const record = mended(change);
    expect(record).toEqual({ ...intact, ...expected });
    expect(nextStep(record)).toEqual({ type: 'rest' });
  });

  test('can be handled whatever lies there, and comes out the same twice', () => {
    const names = [
      'revision',
      'id',
      'fields',
      'images',
      'savedAt',
      'step',
      'tries',
      'needsAttention',
    ];
    const change = fc.dictionary(fc.constantFrom(...names), fc.anything());
    fc.assert(
      fc.property(change, (values) => {
        const record = mended(values);
        expect(nextStep(record)).toHaveProperty('type');
        expect(mendRecord(record)).toEqual(record);
      }),
    );
  });
});

test('a draft keeps what is usable of it', () => {
  const image = {
    id: 'i',
    name: 'a',
    type: 'image/png',
    bytes: new ArrayBuffer(2),
    thumb: { type: 'image/jpeg', bytes: new ArrayBuffer(1) },
  };
  const file = new Blob(['door'], { type: 'image/png' });
  const chosen = { id: 'c', name: 'c', type: 'image/png', file, unprepared: true };
  const whole = { fields, images: [image, chosen], replaces: 'r', draft: 'd' };
  expect(mendDraft(whole)).toEqual(whole);
  expect(mendDraft({})).toEqual({});
  expect(
    mendDraft({
      fields: { name: 'Ada', email: 1 },
      images: [
        null,
        image,
        { ...image, bytes: 'x' },
        { ...image, thumb: null },
        { ...image, unprepared: true },
        { ...chosen, file: new ArrayBuffer(4) },
        { ...chosen, id: 1 },
      ],
      replaces: 1,
      draft: null,
    }),
  ).toEqual({
    fields: { name: 'Ada', email: '', phone: '', address: '', description: '', categories: [] },
    images: [image],
  });
});
