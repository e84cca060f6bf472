import { expect, test } from 'vitest';
import { KEPT_RECEIPTS, surplusOf } from '../../../src/outbox/store';

test('the oldest receipts are not kept for ever', () => {
  const receipts = Array.from({ length: KEPT_RECEIPTS + 2 }, (_, index) => ({
    key: String(index),
    id: '1234567890',
    sentAt: index,
  }));
  expect(surplusOf(receipts).map(({ key }) => key)).toEqual(['1', '0']);
  expect(surplusOf(receipts.slice(0, KEPT_RECEIPTS))).toEqual([]);
});
