/** The owner's alerts (functions/): what they say, and that each goes out whatever happens to the function. */
import { expect, test } from 'vitest';
import { createFirestoreStore } from '../../backend/firestore/store';
import { toFields } from '../../backend/protoJson';
import {
  alertOwner,
  eventOf,
  mailUnsent,
  NotAccepted,
  type Mark,
  type AlertDeps,
  type StoredRequest,
  type UnsentDeps,
} from '../../functions/src/leadAlerts';
import type { LeadEvent, Message } from '../../functions/src/mailTexts';
import { createMailbox } from '../../tools/dataPage/mailbox';

const HOUR = 3_600_000;
const fields = {
  id: '1234567890',
  name: 'Ada Byron',
  email: 'ada@example.com',
  phone: '555-0100',
  address: '1 Main Street',
  description: 'Kitchen cabinets,\nfour doors',
  categories: ['doors', 'gone'],
  files: [] as { url: string }[],
};
const files = ['a', 'b'].map((name) => ({ url: `https://x.example/${name}?token=1`, ref: name }));

const textOf = (id: string, change: object = {}) =>
  eventOf(id, { before: undefined, after: { ...fields, ...change }, time: 0 })!;
const picturesOf = (id: string) =>
  eventOf(id, {
    before: fields,
    after: { ...fields, files: [...files, { url: 'javascript:' }] },
    time: 0,
  })!;

/** The outside world, in which nothing goes wrong. */
function quiet(change: Partial<AlertDeps> = {}) {
  const sent: Message[] = [];
  const givenUp: LeadEvent[] = [];
  const deps: AlertDeps = {
    mark: async (events) => events.map(() => undefined),
    send: async (message) => void sent.push(message),
    serviceTypes: async () => [{ id: 'doors', name: 'Doors & drawers' }, null],
    ticket: async () => ({ honeypot: '', seconds: 40 }),
    positionInHour: async () => 1,
    now: () => 0,
    giveUp: (event) => void givenUp.push(event),
    host: 'cabinets.web.app',
    ...change,
  };
  return { sent, givenUp, deps };
}

test('a field that the form gains later is in the mail, under its own name', async () => {
  const { sent, deps } = quiet();
  const added = {
    preferredDate: 'In May,\nnot before',
    budget: 7,
    rooms: ['Kitchen', 'Bath'],
    note: '',
  };
  await alertOwner(textOf('1234567890', added), deps);
  expect(sent[0]!.text).toContain(
    'Address:  1 Main Street\nPreferred date: In May, not before\nBudget: 7\nRooms: Kitchen, Bath\nServices: Doors & drawers, gone\n',
  );
});

test('a lead’s text is mailed at once, and its pictures in the same thread', async () => {
  const { sent, deps } = quiet();
  await alertOwner(textOf('1234567890'), deps);
  const serviceTypes = () => Promise.reject(new Error('pictures need none'));
  await alertOwner(picturesOf('1234567890'), { ...deps, serviceTypes });
  expect(sent).toEqual([
    {
      messageId: '<1234567890.text@cabinets.web.app>',
      replyTo: 'ada@example.com',
      subject: 'Request 1234567890 from Ada Byron',
      text: `Ada Byron sent a request from the website.

Number:   1234567890
Name:     Ada Byron
Phone:    555-0100
E-mail:   ada@example.com
Address:  1 Main Street
Services: Doors & drawers, gone

Kitchen cabinets,
four doors
`,
    },
    {
      messageId: '<1234567890.pictures@cabinets.web.app>',
      inReplyTo: '<1234567890.text@cabinets.web.app>',
      replyTo: 'ada@example.com',
      subject: 'Re: Request 1234567890 from Ada Byron',
      text: `Ada Byron sent pictures with request 1234567890:

https://x.example/a?token=1
https://x.example/b?token=1
`,
    },
  ]);
});

test('no other change is mailed', () => {
  const change = (before: object, after: object, id = '1234567890') =>
    eventOf(id, { before: { ...fields, ...before }, after: { ...fields, ...after }, time: 0 });
  expect(change({}, { status: 2 })).toBeUndefined();
  expect(change({ files }, { files: files.slice(1) })).toBeUndefined();
  expect(change({ files }, {})).toBeUndefined();
  expect(change({}, { files }, 'x>\r\nBcc: y')).toBeUndefined();
});

test('a visitor’s text cannot add a header or a line to the mail', async () => {
  const name = 'Ada\r\nBcc: x@evil.example\u2028\u0000';
  const { sent, deps } = quiet();
  await alertOwner(textOf('1234567890', { name, categories: ['a\nb'] }), deps);
  expect(sent[0]).toMatchObject({
    subject: 'Request 1234567890 from Ada Bcc: x@evil.example',
    text: expect.stringMatching(/^Name: {5}Ada Bcc: x@evil\.example\n(.*\n){3}Services: a b$/m),
  });
});

test.each([
  ['ada.b+c@mail.example.com', true],
  [' ada@example.com ', true],
  ['ada@example', false],
  ['ada@example.com\r\nBcc: x@evil.example', false],
  ['ada@example.com, x@evil.example', false],
  ['Ada <ada@example.com>', false],
  ['"a b"@example.com', false],
  ['', false],
  [42, false],
])('the e-mail address %j can be answered: %j', async (email, isAddress) => {
  const { sent, deps } = quiet();
  await alertOwner(textOf('1234567890', { email }), deps);
  expect(sent[0]?.replyTo).toBe(isAddress ? String(email).trim() : undefined);
});

test.each([
  [{ honeypot: '', seconds: 3 }, ''],
  [{ honeypot: '', seconds: 2.9 }, '[suspect] '],
  [{ honeypot: 'http://x.example', seconds: 40 }, '[suspect] '],
  [undefined, ''],
])('the signals %j make the subject begin with "%s"', async (ticket, mark) => {
  const { sent, deps } = quiet({ ticket: async () => ticket });
  await alertOwner(textOf('1234567890'), deps);
  await alertOwner(picturesOf('1234567890'), deps);
  const subject = `${mark}Request 1234567890 from Ada Byron`;
  expect(sent.map((message) => message.subject)).toEqual([subject, `Re: ${subject}`]);
});

test('after an hour without success an event stops trying to mail', async () => {
  let now = HOUR - 1;
  const send = () => Promise.reject(new NotAccepted('550 No such user', false));
  const { givenUp, deps } = quiet({ send, now: () => now });
  const event = textOf('1234567890');
  await expect(alertOwner(event, deps)).rejects.toThrow('550');
  expect(givenUp).toEqual([]);
  now += 1;
  await alertOwner(event, deps);
  expect(givenUp).toEqual([event]);
});

test('a run that fails to mail frees the lead for the next one, and does not touch another run’s', async () => {
  let now = 1;
  let stored: Mark | undefined;
  let refuse: (error: Error) => void = () => {};
  const mark: AlertDeps['mark'] = async (_, next) => {
    const before = stored;
    stored = next(before);
    return [before];
  };
  const send = () => new Promise<never>((_, reject) => (refuse = reject));
  const { sent, deps } = quiet({ mark, now: () => now });
  const event = textOf('1234567890');
  const failing = async () => {
    const run = alertOwner(event, { ...deps, send });
    await new Promise(setImmediate);
    return { run, refuse };
  };
  const first = await failing();
  now += 2 * 60_000;
  const second = await failing();
  first.refuse(new Error('550'));
  await expect(first.run).rejects.toThrow('550');
  await expect(alertOwner(event, deps)).rejects.toThrow('Another run');
  second.refuse(new Error('551'));
  await expect(second.run).rejects.toThrow('551');
  await alertOwner(event, deps);
  expect([sent.length, stored]).toEqual([1, { state: 'sent', since: now }]);
});

test('npm start shows the mails of stored requests again, and none for an owner’s change', async () => {
  const store = createFirestoreStore({ now: () => new Date() });
  const put = (change: object) =>
    store.commit([{ path: `requests/${fields.id}`, fields: toFields({ ...fields, ...change }) }]);
  put({ files });
  const { messages } = createMailbox(store);
  put({ files, status: 2 });
  await new Promise(setImmediate);
  const subject = 'Request 1234567890 from Ada Byron';
  expect(messages.map((message) => message.subject)).toEqual([`Re: ${subject}`, subject]);
});

/** The requests and marks that `mailUnsent` sees. */
function stored(requests: (Partial<StoredRequest> & { id: string })[], startedAt = 0) {
  const asked: number[] = [];
  const sources: Omit<UnsentDeps, keyof AlertDeps> = {
    startedAt: async () => startedAt,
    async requestsFrom(time) {
      asked.push(time);
      return requests.map((request) => ({ fields, created: 0, marks: {}, ...request }));
    },
  };
  return { asked, sources };
}

test('from the 21st request of an hour on, leads are mailed together in the hour’s digest', async () => {
  const { sent, deps } = quiet({ positionInHour: async () => 21 });
  await alertOwner(textOf('1234567890'), deps);
  await alertOwner(picturesOf('1234567890'), deps);
  expect(sent).toEqual([]);
  const ticket = async (id: string) => ({ honeypot: id === '1234567891' ? 'x' : '', seconds: 40 });
  const { sources } = stored([
    { id: '1234567890', fields: { ...fields, files } },
    { id: '1234567891', fields: { ...fields, description: 'Buy now' } },
  ]);
  await mailUnsent(3, { ...deps, ...sources, ticket, now: () => HOUR });
  const line = '-'.repeat(60);
  const head = (id: string) => `Ada Byron sent a request from the website.

Number:   ${id}
Name:     Ada Byron
Phone:    555-0100
E-mail:   ada@example.com
Address:  1 Main Street
Services: Doors & drawers, gone
`;
  expect(sent).toEqual([
    {
      messageId: '<digest-1234567890-text-3600000@cabinets.web.app>',
      subject: '2 requests in one mail',
      text: `${line}
Request 1234567890 from Ada Byron

${head('1234567890')}
Kitchen cabinets,
four doors

${line}
Re: Request 1234567890 from Ada Byron

Ada Byron sent pictures with request 1234567890:

https://x.example/a?token=1
https://x.example/b?token=1

${line}
[suspect] Request 1234567891 from Ada Byron

${head('1234567891')}
Buy now
`,
    },
  ]);
});

test('leads that are mailed, being mailed or older than the function are not mailed again', async () => {
  const since = 10 * 24 * HOUR;
  const sending: Mark = { state: 'sending', since };
  const sentMark: Mark = { state: 'sent', since: 0 };
  const { asked, sources } = stored(
    [
      { id: '1000000001', marks: { text: sentMark } },
      { id: '1000000002', marks: { text: sending } },
      { id: '1000000003', marks: { text: { ...sending, digest: 'digest-1' } } },
      { id: '1000000004', marks: { text: { state: 'waiting', since } } },
    ],
    since - HOUR,
  );
  const marks = new Map<string, Mark>([
    ['1000000002', sending],
    ['1000000003', { ...sending, digest: 'digest-1' }],
  ]);
  const mark: AlertDeps['mark'] = async (events, next) =>
    events.map(({ id }) => {
      const before = marks.get(id);
      marks.set(id, next(before));
      return before;
    });
  const { sent, deps } = quiet({ mark, now: () => since + 1 });
  const run = (days: number) => mailUnsent(days, { ...deps, ...sources });
  await expect(run(3)).rejects.toThrow('Another run is mailing request 1000000003.');
  expect(asked).toEqual([since - HOUR]);
  expect(sent.map(({ subject }) => subject)).toEqual(['Request 1000000004 from Ada Byron']);
});

test('a digest that the mail server refuses is sent as single mails', async () => {
  const { sources } = stored(['1000000001', '1000000002', '1000000003'].map((id) => ({ id })));
  const accepted: string[] = [];
  const send = async ({ subject, text }: Message) => {
    if (text.includes('1000000002')) throw new NotAccepted('554 Spam', true);
    accepted.push(subject);
  };
  const { deps } = quiet({ send });
  await expect(mailUnsent(3, { ...deps, ...sources })).rejects.toThrow('554 Spam');
  expect(accepted).toEqual([
    'Request 1000000001 from Ada Byron',
    'Request 1000000003 from Ada Byron',
  ]);
});
