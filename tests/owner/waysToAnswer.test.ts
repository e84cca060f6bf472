/** Which number the owner's page calls. */
import { expect, test } from 'vitest';
import { waysToAnswer } from '../../src/owner/requests/waysToAnswer';

const request = {
  id: '1000000001',
  created: '2026-03-02T10:30:00.000Z',
  isAnswered: false,
  name: '',
  email: '',
  address: '',
  description: '',
  categories: [],
  pictures: [],
};

test.each<[typed: string, call: string | undefined, whatsApp: string | undefined]>([
  ['(404) 555-0100', '4045550100', '14045550100'],
  ['+1 (770) 555-0123 x12', '+17705550123', '17705550123'],
  ['(770) 555-0123 after 5pm', '7705550123', '17705550123'],
  ['770-555-0123 ext 4', '7705550123', '17705550123'],
  ['770 555 0123 or 404 555 0199', '7705550123', '17705550123'],
  ['770 555 0123 404 555 0199', '7705550123', '17705550123'],
  ['0044 20 7946 0958', '+442079460958', '442079460958'],
  ['+44 20 7946 0958, evenings', '+442079460958', '442079460958'],
  ['555-0123', '5550123', undefined],
  ['after 5 pm', undefined, undefined],
  ['', undefined, undefined],
])('of “%s”', (phone, call, whatsApp) => {
  const addresses = waysToAnswer({ ...request, phone }).map(({ href }) => href.split('?')[0]);
  expect(addresses).toEqual([
    ...(call === undefined ? [] : [`tel:${call}`]),
    ...(whatsApp === undefined ? [] : [`https://wa.me/${whatsApp}`]),
  ]);
});
