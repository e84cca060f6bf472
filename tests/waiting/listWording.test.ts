import { expect, it, vi } from 'vitest';
import { whatsappLink } from '../../src/shared/business/contactLinks';
import { sentNoticeText, waitingText } from '../../src/waiting/noticeWording';
import { isBeingTried } from '../../src/waiting/WaitingRecord';
import * as words from '../../src/waiting/listWording';
import { whatsappText } from '../../src/waiting/listWording';
import { FIELDS, summary } from '../support/fakeOutbox';

const progress = { sentBytes: 1, totalBytes: 2, count: 1, total: 2 };
const needsAttention = { step: 'create', status: 403, message: 'no' } as const;
const lost = { ...needsAttention, damaged: true as const };
const withFields = (fields: Partial<typeof FIELDS>) =>
  summary('k', { fields: { ...FIELDS, ...fields } });

const uploading = { step: 'upload', progress } as const;

const RESTING = { isTrying: false, isSlow: false, wasAsked: false };

it('a browser that knows no time zone or language says no date, and the list stays', () => {
  vi.stubGlobal('Intl', {
    DateTimeFormat: function () {
      throw new RangeError('Invalid time zone specified: Etc/Unknown');
    },
  });
  expect(words.savedText(Date.UTC(2030, 4, 6, 12))).toBe('Saved on this device');
  vi.unstubAllGlobals();
  expect(words.savedText(Date.UTC(2030, 4, 6, 12), 'en-US@posix')).toBe('Saved on this device');
});

it.each([
  [{}, true, 'Still no answer. We keep trying.'],
  [{}, false, 'Waiting until you are back online.'],
  [uploading, true, 'Sending pictures: 1 of 2.'],
  [uploading, false, 'Your text has reached us; the pictures follow.'],
  [{ ...uploading, notBefore: 5 }, true, 'Your text has reached us; the pictures follow.'],
  [{ ...uploading, forPage: true }, true, 'Your text has reached us; the pictures follow.'],
  [{ needsAttention }, true, 'It was not accepted and needs your attention.'],
  [
    { needsAttention: lost },
    true,
    'Part of it was lost on this device. “Try again” sends the rest.',
  ],
  [
    { ...uploading, needsAttention },
    true,
    'Your text has reached us, but the pictures were not accepted.',
  ],
] as const)('the list tells the state of %j', (change, isOnline, text) => {
  expect(words.stateText(summary('k', change), isOnline, RESTING)).toBe(text);
});

it('a press of “Try now” without a network is answered', () => {
  expect(words.stateText(summary('k'), false, { ...RESTING, wasAsked: true })).toBe(
    'You are still offline. It goes out as soon as you are back online.',
  );
});

it.each([
  [{}, false, 'Trying…'],
  [{}, true, 'This takes longer than usual. Your request is saved on this device.'],
  [
    { inMemory: true },
    true,
    'This takes longer than usual. This browser cannot save your request. Keep this page open until it is sent.',
  ],
] as const)('the list tells how a try of %j goes (slow: %s)', (change, isSlow, text) => {
  expect(
    words.stateText(summary('k', change), true, { isTrying: true, isSlow, wasAsked: true }),
  ).toBe(text);
});

it('a request counts as being tried at first, and after “Try now” until the result is known', () => {
  const [before, inVain] = [
    summary('k', { attempts: 1, notBefore: 5 }),
    { attempts: 2, notBefore: 9 },
  ];
  expect(isBeingTried(summary('k'), undefined)).toBe(true);
  expect(isBeingTried(before, undefined)).toBe(false);
  expect(isBeingTried(before, before)).toBe(true);
  expect(isBeingTried(summary('k', inVain), before)).toBe(false);
  expect(isBeingTried(summary('k', { needsAttention }), undefined)).toBe(false);
});

it('a WhatsApp message contains the whole request', () => {
  const record = withFields({
    phone: '555',
    address: 'Oak St',
    description: 'Doors',
    categories: ['k', 'x'],
  });
  const types = [{ id: 'k', name: 'Kitchen', icon: 'kitchen' }];
  expect(whatsappText(record, types)).toBe(
    'Hello, I came from the website to request a service.\n\nName: Ann\nEmail: ann@example.com\nPhone: 555\nAddress: Oak St\nDescription: Doors\nServices: Kitchen, x',
  );
});

it('a WhatsApp message can be made from a text that ends with half an emoji', () => {
  const text = whatsappText(withFields({ description: 'x\uD83D' }), []);
  expect(whatsappLink('555', text)).toContain('x%EF%BF%BD');
});

it('the notice names sent requests by number, the newest of many', () => {
  const sent = ['1', '2', '3', '4'].map((id) => ({ key: id, id: id.repeat(10), sentAt: 1 }));
  expect(sentNoticeText(sent.slice(0, 1))).toBe('Your request was sent. Its number is 1111111111.');
  expect(sentNoticeText(sent.slice(0, 2))).toBe(
    '2 requests were sent. Their numbers are 1111111111, 2222222222.',
  );
  expect(sentNoticeText(sent)).toBe(
    '4 requests were sent. Their numbers are 2222222222, 3333333333, 4444444444 and 1 more.',
  );
});

const waiting = summary('a');
const detached = summary('a', { goesOn: true });
const unkept = summary('b', { inMemory: true });
const refused = summary('c', { needsAttention });
const withoutPictures = summary('d', { step: 'upload', needsAttention });
const HERE = 'A request that is not sent yet is kept on this device only.';
const SOON = 'A request that waits here is sent as soon as we can be reached.';
const BACK = `${SOON} Please keep this page open until it is sent. If you close it, your request is sent when you come back, but a private window forgets it.`;
const BY_ITSELF = `${SOON} You may close this page: your request goes on by itself. Only a private window has to stay open.`;
const STAYS = 'A request that was not accepted stays here until you send it again or delete it.';

it.each([
  [[detached, detached], '2 requests waiting to be sent', `${HERE} ${BY_ITSELF}`],
  [[detached, waiting], '2 requests waiting to be sent', `${HERE} ${BACK}`],
  [[unkept, unkept], '2 requests waiting to be sent', SOON],
  [[refused], '1 request needs your attention', `${HERE} ${STAYS}`],
  [[refused, withoutPictures], '2 requests need your attention', `${HERE} ${STAYS}`],
  [[withoutPictures], 'Pictures of 1 request not accepted', `${HERE} ${STAYS}`],
  [[withoutPictures, withoutPictures], 'Pictures of 2 requests not accepted', `${HERE} ${STAYS}`],
  [[waiting, withoutPictures], '1 needs attention, 1 waiting', `${HERE} ${BACK} ${STAYS}`],
])('the notice and the list say the same (case %#)', (records, notice, note) => {
  expect([waitingText(records, true), words.footerText(records)]).toEqual([notice, note]);
});

it('one notice says that the browser is offline and what waits', () => {
  expect([[waiting], [refused], [waiting, refused]].map((all) => waitingText(all, false))).toEqual([
    'Offline · 1 request waiting',
    'Offline · 1 request needs your attention',
    'Offline · 1 needs attention, 1 waiting',
  ]);
});

it('pictures can follow by WhatsApp under a number that is no telephone number', () => {
  expect(whatsappText(withoutPictures, [])).toBe(
    'Hello, I came from the website to request a service.\n\nMy request has the number …7890. Here are its pictures.',
  );
});

it('requests with the same title are told apart by the first name, the time and the pictures', () => {
  const savedAt = Date.UTC(2030, 4, 6, 12);
  const facts = (change: Parameters<typeof summary>[1], name: string) =>
    words
      .factsText(summary('k', { savedAt, ...change, fields: { ...FIELDS, name } }), 'en-US')
      .replace(/\d+:00\s[AP]M/, 'TIME');
  expect(facts({ imageNames: ['a.jpg', 'b.jpg'] }, ' Ann  Lee ')).toBe(
    'Ann · Saved May 6, 2030, TIME · 2 pictures',
  );
  expect(facts({ imageNames: ['a.jpg'] }, '李小龍')).toBe(
    '李小龍 · Saved May 6, 2030, TIME · 1 picture',
  );
  // A damaged record may have no name, or one of any length.
  expect(facts({}, '')).toBe('Saved May 6, 2030, TIME');
  expect(facts({}, 'x'.repeat(100))).toBe(`${'x'.repeat(48)}… · Saved May 6, 2030, TIME`);
});

it('waiting requests have a title and a date', () => {
  expect(words.titleText(withFields({ description: ' Doors ' }))).toBe('Doors');
  expect(words.titleText(withFields({ description: '\n' }))).toBe(
    'A request without a description',
  );
  expect(words.savedText(Date.UTC(2030, 4, 6, 12), 'en-US')).toMatch(/^Saved May 6, 2030, \d+:00/);
  // The device's clock was wrong, or the record is damaged.
  expect(words.savedText(Date.UTC(2019, 4, 6), 'en-US')).toBe('Saved on this device');
  expect(words.savedText(0, 'en-US')).toBe('Saved on this device');
});
