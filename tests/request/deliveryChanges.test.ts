/** What the outbox's lists mean for the request that a form follows. */
import { afterEach, expect, it, vi } from 'vitest';
import type { OutboxSummary } from '../../src/outbox/port';
import { createDeliveryChanges } from '../../src/request/running/requestFormEffects';
import { summary } from '../support/fakeOutbox';

afterEach(() => vi.unstubAllGlobals());

const LATER = Date.now() + 60 * 60_000;
const attention = { step: 'create', status: 403, message: 'no' } as const;
const progress = { sentBytes: 3, totalBytes: 10, count: 0, total: 1 };
const UPLOADING = { step: 'upload', progress } as const;

/** What a form hears that follows `k` and sees these records, one list after the other. */
function heard(...lists: (Partial<OutboxSummary> | 'sent' | 'gone')[]) {
  const changeOf = createDeliveryChanges('k');
  return lists.map((list) => {
    const other = summary('other', { needsAttention: attention });
    if (list === 'gone') return changeOf({ waiting: [other], sentRequests: [] });
    const sentRequests = list === 'sent' ? [{ key: 'k', id: '1', sentAt: 1 }] : [];
    const waiting = list === 'sent' ? [other] : [other, summary('k', list)];
    return changeOf({ waiting, sentRequests });
  });
}

it.each<[string, Partial<OutboxSummary>, unknown]>([
  ['has no result yet', {}, undefined],
  ['is uploaded', UPLOADING, { type: 'delivery.progress', progress }],
  [
    'waits with nothing arrived',
    { notBefore: LATER },
    { type: 'delivery.postponed', hasTextArrived: false },
  ],
  [
    'waits between its pictures',
    { ...UPLOADING, notBefore: LATER },
    { type: 'delivery.postponed', hasTextArrived: true },
  ],
  [
    'waits for a file that is still being read',
    { ...UPLOADING, notBefore: LATER, isAwaiting: true },
    { type: 'delivery.progress', progress },
  ],
  [
    'waits for a file and has not arrived itself',
    { notBefore: LATER, isAwaiting: true },
    { type: 'delivery.postponed', hasTextArrived: false },
  ],
  ['cannot be sent by anybody', { isHeld: true }, { type: 'delivery.held', hasTextArrived: false }],
  [
    'cannot be completed by anybody',
    { ...UPLOADING, isHeld: true },
    { type: 'delivery.held', hasTextArrived: true },
  ],
  ['was refused', { needsAttention: attention }, { type: 'delivery.refused', attention }],
])('a request that %s', (_, record, change) => {
  expect(heard(record)).toEqual([change]);
});

it('a request waits at once where there is no network', () => {
  vi.stubGlobal('navigator', { onLine: false });
  expect(heard({})).toEqual([{ type: 'delivery.postponed', hasTextArrived: false }]);
});

it('a request was sent, or is gone with what the server had of it', () => {
  const uploading = { ...UPLOADING, imageNames: ['one.jpg'] };
  const sent = { type: 'delivery.sent', key: 'k', id: '1', sentAt: 1 };
  expect(heard('sent')).toEqual([sent]);
  expect(heard({}, 'gone')).toEqual([undefined, { type: 'delivery.removed' }]);
  const arrived = { key: 'k', id: '1234567890', missing: ['one.jpg'] };
  expect(heard(uploading, 'gone')[1]).toEqual({ type: 'delivery.removed', arrived });
  expect(heard(uploading, {}, 'gone')[2]).toEqual({ type: 'delivery.removed', arrived });
});
