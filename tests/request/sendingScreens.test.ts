import { createElement } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Sent } from '../../machines/requestFormContext';
import type { View } from '../../machines/requestFormView';
import {
  OutcomeScreen,
  percentOf,
  ProgressScreen,
  WhatHappensNext,
} from '../../src/request/sending/SendingScreens';
import { useNetwork } from '../../src/ui/hooks';
import { markup } from '../support/markup';
import { FIELDS } from '../support/fakeOutbox';

vi.mock('../../src/ui/hooks');

const PROGRESS = { sentBytes: 1, totalBytes: 4, count: 1, total: 2 };
const WAITING = {
  screen: 'queued',
  arrived: 'nothingArrived',
  progress: PROGRESS,
  closing: 'waits',
} as const;
type Waiting = Omit<Extract<View, { screen: 'queued' }>, 'screen'>;
const SENT: Sent = { key: 'record', id: '1234567890' };
const SUBMITTED = { fields: { ...FIELDS, address: '', categories: ['k'] }, imageCount: 2 };
/** The addresses of the links, without the texts in them. */
const waysOf = (html: string) =>
  [...html.matchAll(/href="([^"?]*)/g)].map(([, address]) => address);
const textOf = (html: string) => html.replaceAll(/<[^>]+>/g, '');

const render = (outcome: 'success' | 'queued', change: Partial<Waiting> = {}, sent = SENT) =>
  markup(
    createElement(OutcomeScreen, {
      view:
        outcome === 'success'
          ? { screen: outcome, sent, submitted: SUBMITTED }
          : { ...WAITING, ...change },
      types: [{ id: 'k', name: 'Kitchen', icon: '' }],
      onContinue: () => undefined,
    }),
  );

beforeEach(() => void vi.mocked(useNetwork).mockReturnValue('online'));

it('the screens on the way have the texts of the specification, with the real numbers', () => {
  const render = (view: Parameters<typeof ProgressScreen>[0]['view']) =>
    textOf(markup(createElement(ProgressScreen, { view })));
  const creating = render({ screen: 'creating', isSlow: false, closing: 'waits' });
  expect(creating).toMatch(/^Creating request/);
  const uploading = render({ screen: 'uploading', progress: PROGRESS, closing: 'waits' });
  expect(uploading).toContain('Uploading files...Subiendo nuevos archivos25%1 of 2');
});

it('the success screen says that the request has arrived, and its number', () => {
  const html = render('success');
  expect(html).toContain('Request created sucessfully');
  expect(html).toContain('Thank you for choosing us, we will contact you as soon as possible.');
  expect(html).toContain('Your request has the number <strong>1234567890</strong>.');
});

it('the success screen shows what was sent, and leads to WhatsApp with the number', () => {
  const html = render('success');
  expect(html).toContain('text=Hello%2C%20I%20came%20from%20the%20website');
  expect(html).toContain('My%20request%20has%20the%20number%20%E2%80%A67890.');
  const rows = [...html.matchAll(/<dt>(.*?)<\/dt><dd[^>]*>(.*?)<\/dd>/g)].map(([, ...row]) => row);
  // Empty fields are not listed.
  expect(rows).toEqual([
    ['Name', 'Ann'],
    ['Email', 'ann@example.com'],
    ['Phone', '(412) 555-0134'],
    ['Description', 'Oak doors'],
    ['Services', 'Kitchen'],
    ['Pictures', '2'],
  ]);
  expect(render('queued')).not.toContain('What you sent');
});

it.each([
  [null, 'We read your request and contact you as soon as possible, by phone or email.'],
  [
    { responseTime: 'within one working day', estimate: 'Free estimate' },
    'We read your request and contact you within one working day, by phone or email.Free estimate',
  ],
])('the success screen says what happens next by the owner’s promise: %o', (offer, text) => {
  expect(textOf(markup(createElement(WhatHappensNext, { offer })))).toBe(
    `What happens next${text}`,
  );
});

it.each([
  ['offline', 'will be sent when you are back online.'],
  ['unanswered', 'will be sent as soon as we can be reached.'],
  ['online', 'will be sent as soon as we can be reached.'],
] as const)('the screen of a waiting request says when it will be sent (%s)', (network, when) => {
  vi.mocked(useNetwork).mockReturnValue(network);
  expect(render('queued')).toContain(`Your request is saved on this device and ${when}`);
});

it('a request whose text has arrived is not called unsent', () => {
  const html = render('queued', { arrived: 'textArrived' });
  expect(html).toContain('Your text has reached us');
  expect(html).toContain('The pictures are saved on this device and will be sent as soon as');
  expect(html).not.toContain('Not sent');
});

it('while its pictures go on, the screen of a waiting request says so, and nothing in it moves', () => {
  const waiting = render('queued', { arrived: 'textArrived' });
  const going = render('queued', { arrived: 'imagesOnTheWay' });
  expect(textOf(going)).toContain('and they are on their way to us now.');
  expect(going).not.toContain('as soon as');
  const withoutText = (html: string) => html.replace(/(?<=saved on this device)[^<]*/, '');
  expect(withoutText(going)).toBe(withoutText(waiting));
  expect(textOf(going)).toContain('25%1 of 2');
  expect(textOf(render('queued'))).not.toContain('25%');
});

it('the screen says that pictures were not accepted, and which were left out', () => {
  const html = render('queued', { arrived: 'imagesRefused' });
  expect(html).toContain('Your text has reached us');
  expect(html).toContain('The pictures were not accepted.');
  expect(html).not.toContain('will be sent');
  expect(render('success', {}, { ...SENT, missing: ['a.heic', 'b.tif'] })).toContain(
    '“a.heic” and “b.tif” could not be sent and were left out: please send them by WhatsApp.',
  );
});

it('a request that the browser cannot save gets no promise', () => {
  const html = render('queued', { closing: 'isLost' });
  expect(html).toContain('This browser cannot save your request. Keep this page open');
  expect(html).not.toContain('safe');
});

const CLOSING = {
  goesOn:
    'You may close this page: your request goes on by itself. Only a private window has to stay open.',
  waits:
    'Please keep this page open until it is sent. If you close it, your request is sent when you come back, but a private window forgets it.',
  isLost: 'This browser cannot save your request. Keep this page open until it is sent.',
};

it.each(['goesOn', 'waits', 'isLost'] as const)(
  'while a request is sent, and while it waits, the screen says what closing the page does (%s)',
  (closing) => {
    const screens = [
      markup(
        createElement(ProgressScreen, { view: { screen: 'creating', closing, isSlow: false } }),
      ),
      render('queued', { closing }),
      render('queued', { closing, arrived: 'textArrived' }),
    ];
    for (const html of screens) {
      const said = Object.values(CLOSING).filter((text) => html.includes(text));
      expect(said).toEqual([CLOSING[closing]]);
    }
  },
);

it.each([
  [0, 0, 0],
  [999, 1000, 99],
  [1000, 1000, 100],
  [1200, 1000, 100],
])('the progress bar shows %i of %i bytes as %i percent', (sentBytes, totalBytes, percent) => {
  expect(percentOf({ sentBytes, totalBytes, count: 0, total: 1 })).toBe(percent);
});

it.each([
  [true, true, undefined],
  [false, true, 'This takes longer than usual. Your request is saved on this device.'],
  // It promises nothing that it does not keep.
  [false, false, 'This takes longer than usual. This browser cannot save your request.'],
])('a slow request gets a call and WhatsApp offered (in time: %s, kept: %s)', (...row) => {
  const [isInTime, isOnDisk, text] = row;
  const closing = isOnDisk ? 'waits' : 'isLost';
  const view = { screen: 'creating', closing, isSlow: !isInTime } as const;
  const html = markup(createElement(ProgressScreen, { view }));
  expect(html).toContain('Creating request');
  expect(waysOf(html)).toEqual(
    isInTime ? [] : ['tel:+14705550142', 'https://api.whatsapp.com/send'],
  );
  if (text) expect(textOf(html)).toContain(text);
  else expect(html).not.toContain('longer than usual');
});

it.each([
  [true, {}, true],
  [false, {}, false],
  [true, { arrived: 'textArrived' }, false],
  [true, { closing: 'isLost' }, true],
] as const)('a waiting request gets a call and WhatsApp offered (online: %s, %j)', (...row) => {
  const [isOnline, change, isInVain] = row;
  vi.mocked(useNetwork).mockReturnValue(isOnline ? 'online' : 'offline');
  const html = render('queued', change);
  expect(waysOf(html)).toEqual(['tel:+14705550142', 'https://api.whatsapp.com/send']);
  expect(html.includes('Still no answer. We keep trying.')).toBe(isInVain);
});
