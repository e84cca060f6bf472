/** Which marks each address of ALERT_TO has, however the list of addresses changes (functions/src/core/marks.ts). */
import { expect, test } from 'vitest';
import { collectionOf, holdersOf, type Holders } from '../../functions/src/core/marks';

const NONE: Holders = { holders: [], takenOut: [], made: 0 };
const MINUTE = 60_000;

/** The addresses and the numbers of their marks after the list was deployed like this, once a minute. */
function after(...lists: string[]) {
  let state = NONE;
  for (const [minute, list] of lists.entries())
    state = holdersOf(list.split(' ').filter(Boolean), state, minute * MINUTE);
  const told = ({ address, marks }: Holders['holders'][number]) =>
    `${address} ${[1, 2, 3].find((nth) => collectionOf(nth) === marks)}`;
  return {
    holders: state.holders.map(told),
    takenOut: state.takenOut.map((one) => `${told(one)} at ${one.since / MINUTE}`),
  };
}

test.each<[what: string, lists: string[], holders: string[], takenOut?: string[]]>([
  ['the first one is taken out', ['owner son', 'son'], ['son 2'], ['owner 1 at 1']],
  ['two change places: each keeps its own', ['owner son', 'son owner'], ['son 2', 'owner 1']],
  [
    'a new one has the marks of whom it replaces',
    ['owner son', 'office son'],
    ['office 1', 'son 2'],
  ],
  ['the only one is replaced', ['owner', 'office'], ['office 1']],
  ['one that is added has marks of its own', ['son', 'office son'], ['office 2', 'son 1']],
  [
    'one that is soon added again has its own',
    ['son owner', 'son', 'owner son'],
    ['owner 2', 'son 1'],
  ],
  [
    'one that is added later takes no left marks',
    ['owner', 'owner son', 'son'],
    ['son 2'],
    ['owner 1 at 2'],
  ],
  ['two are replaced, in their order', ['owner son', 'office shop'], ['office 1', 'shop 2']],
  [
    'of two that are taken out the first is replaced',
    ['owner son', 'office'],
    ['office 1'],
    ['son 2 at 1'],
  ],
  ['none at all, and then one', ['', 'son'], ['son 1']],
])('%s', (_, lists, holders, takenOut = []) => {
  expect(after(...lists)).toEqual({ holders, takenOut });
});

test('the first address has the collection that there was when there was one', () => {
  expect([1, 2, 3].map(collectionOf)).toEqual([
    'alerts',
    'alerts/function/address2',
    'alerts/function/address3',
  ]);
});
