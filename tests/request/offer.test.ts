import { createElement } from 'react';
import { expect, it } from 'vitest';
import type { Offer as GivenOffer } from '../../src/contract/business';
import { Offer } from '../../src/request/fields/RequestForm';
import { markup } from '../support/markup';

const texts = (offer: GivenOffer | null) =>
  [...markup(createElement(Offer, { offer })).matchAll(/<(?:p|li)>(.*?)<\/(?:p|li)>/g)].map(
    ([, text]) => text!.replaceAll(/<[^>]+>/g, ''),
  );

it('the form shows what the owner promises, and nothing else', () => {
  const lead = 'Tell us about your cabinets and we will contact you';
  expect(texts(null)).toEqual([`${lead}.`]);
  expect(texts({ estimate: 'Free estimate' })).toEqual([`${lead}.`, 'Free estimate']);
  const all = {
    responseTime: 'within one working day',
    estimate: 'Free estimate',
    priceGuide: 'Most kitchens: $2,400 – $6,500',
  };
  expect(texts(all)).toEqual([
    `${lead} within one working day.`,
    'Free estimate',
    'Most kitchens: $2,400 – $6,500',
  ]);
});
