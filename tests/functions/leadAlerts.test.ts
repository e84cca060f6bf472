/** The owner's alerts (functions/): what they say, and that each goes out whatever happens to the function. */
import { expect, test } from 'vitest';
import { createFirestoreStore } from '../../backend/firestore/store';
import { createObjectStore } from '../../backend/storage/objects';
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
import type { Message } from '../../functions/src/mailTexts';
import { createMailbox } from '../../tools/dataPage/mailbox';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
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
  eventOf(id, { before: undefined, after: { ...fields, ...change }, time: 0, created: 0 })!;
const picturesOf = (id: string) =>
  eventOf(id, {
    before: fields,
    after: { ...fields, files: [...files, { url: 'javascript:' }] },
    time: 0,
    created: 0,
  })!;

/** `mailHtml.test.ts` has the HTML. */
const withoutHtml = ({ html, ...message }: Message) => {
  expect(html).toContain('<!doctype html>');
  return message;
};

/** The outside world, in which nothing goes wrong. */
function quiet(change: Partial<AlertDeps> = {}) {
  const sent: Message[] = [];
  const logged: string[] = [];
  const started: number[] = [];
  const deps: AlertDeps = {
    mark: async (events) => events.map(() => undefined),
    send: async (message) => void sent.push(message),
    serviceTypes: async () => [{ id: 'doors', name: 'Doors & drawers' }, null],
    ticket: async () => ({ honeypot: '', seconds: 40 }),
    thumbnail: async () => undefined,
    positionInHour: async () => 1,
    startedBy: async (time) => {
      started.push(time);
      return Math.min(...started);
    },
    now: () => 0,
    logError: (text) => void logged.push(text),
    host: 'cabinets.web.app',
    ...change,
  };
  return { sent, logged, started, deps };
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

const ADA = `Name:     Ada Byron
Phone:    555-0100
E-mail:   ada@example.com
Address:  1 Main Street
Services: Doors & drawers, gone
`;
const aboutAda = (id: string) => `${ADA}Request:  #${id}
`;

test('a lead’s text is mailed at once, and its pictures in the same thread', async () => {
  const { sent, deps } = quiet();
  await alertOwner(textOf('1234567890'), deps);
  await alertOwner(picturesOf('1234567890'), deps);
  expect(sent.map(withoutHtml)).toEqual([
    {
      messageId: '<1234567890.text@cabinets.web.app>',
      replyTo: 'ada@example.com',
      subject: 'Ada Byron · Doors +1 · 1 Main Street · #1234567890',
      images: [],
      text: `Ada Byron sent a request from the website.

${aboutAda('1234567890')}
Kitchen cabinets,
four doors
`,
    },
    {
      messageId: '<1234567890.pictures@cabinets.web.app>',
      inReplyTo: '<1234567890.text@cabinets.web.app>',
      replyTo: 'ada@example.com',
      subject: 'Re: Ada Byron · Doors +1 · 1 Main Street · #1234567890',
      images: [],
      text: `Ada Byron sent pictures with request #1234567890:

https://x.example/a?token=1
https://x.example/b?token=1

${ADA}
Kitchen cabinets,
four doors
`,
    },
  ]);
});

test('no other change is mailed', () => {
  const change = (before: object, after: object, id = '1234567890') =>
    eventOf(id, {
      before: { ...fields, ...before },
      after: { ...fields, ...after },
      time: 0,
      created: 0,
    });
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
    subject: 'Ada Bcc: x@evil.e… · a b · 1 Main Street · #1234567890',
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
  const subject = `${mark}Ada Byron · Doors +1 · 1 Main Street · #1234567890`;
  expect(sent.map((message) => message.subject)).toEqual([subject, `Re: ${subject}`]);
});

test('after an hour without success an event stops trying, and the log says who tries again', async () => {
  let now = HOUR - 1;
  const send = () => Promise.reject(new NotAccepted('550 No such user', false));
  const { logged, deps } = quiet({ send, now: () => now });
  await expect(alertOwner(textOf('1234567890'), deps)).rejects.toThrow('550');
  expect(logged).toEqual([]);
  now += 1;
  await alertOwner(textOf('1234567890'), deps);
  expect(logged).toEqual([
    'The text of request 1234567890 could not be mailed for an hour. Tried again every full hour until 1970-01-04, then once a day until 1970-02-01.',
  ]);
});

test.each([
  [2.9, 0, 'Tried again every full hour until 1970-01-04, then once a day until 1970-02-01.'],
  [3.1, 0, 'Tried again once a day until 1970-02-01.'],
  [30.1, 0, 'Nobody tries again. Read it in the database, or run: npm run requests:export'],
  // From before the function.
  [2.9, 1, 'Nobody tries again. Read it in the database, or run: npm run requests:export'],
])(
  'of pictures %d days after their request, given up %d days after the function began, the log is true',
  async (days, startedAfter, next) => {
    const time = days * DAY;
    const { logged, deps } = quiet({
      send: () => Promise.reject(new NotAccepted('535', false)),
      now: () => time + HOUR,
      startedBy: async () => startedAfter * DAY,
    });
    await alertOwner({ ...picturesOf('1234567890'), time }, deps);
    expect(logged).toEqual([
      `The pictures of request 1234567890 could not be mailed for an hour. ${next}`,
    ]);
  },
);

test('a run for what was not mailed logs the numbers that it could not mail, once for each prospect', async () => {
  const { logged, deps } = quiet({
    send: () => Promise.reject(new NotAccepted('535', false)),
    now: () => 30.5 * DAY,
    startedBy: async () => 0,
  });
  const { sources } = stored([
    { id: '1000000001', created: 0 },
    { id: '1000000002', created: 29 * DAY },
    { id: '1000000003', created: 29 * DAY + 1 },
  ]);
  await expect(mailUnsent(31, { ...deps, ...sources })).rejects.toThrow('535');
  expect(logged).toEqual([
    'Requests 1000000001 could not be mailed. Nobody tries again. Read it in the database, or run: npm run requests:export',
    'Requests 1000000002, 1000000003 could not be mailed. Tried again every full hour until 1970-02-02, then once a day until 1970-03-02.',
  ]);
});

test('where the function begins is recorded before anything that fails, and by the pictures’ own time', async () => {
  const fails = () => Promise.reject(new Error('down'));
  const { started, deps } = quiet({ positionInHour: fails, now: () => 0 });
  await expect(
    alertOwner({ ...textOf('1234567890'), time: 7, created: 5 }, deps),
  ).rejects.toThrow();
  await expect(
    alertOwner({ ...picturesOf('1234567890'), time: 9, created: 5 }, deps),
  ).rejects.toThrow();
  const { sources } = stored([]);
  await mailUnsent(3, { ...deps, ...sources, now: () => 2 * HOUR });
  expect(started).toEqual([5, 9, HOUR]);
});

test('an event whose beginning cannot be recorded is not given up', async () => {
  const startedBy = () => Promise.reject(new Error('No database'));
  const { logged, deps } = quiet({ startedBy, now: () => 9 * HOUR });
  await expect(alertOwner(textOf('1234567890'), deps)).rejects.toThrow('No database');
  expect(logged).toEqual([]);
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
  const objects = createObjectStore({ bucket: 'b', dataDir: null, now: () => new Date() });
  const { messages } = createMailbox(store, objects);
  put({ files, status: 2 });
  await new Promise(setImmediate);
  const subject = 'Ada Byron · doors, gone · 1 Main Street · #1234567890';
  expect(messages.map((message) => message.subject)).toEqual([`Re: ${subject}`, subject]);
});

/** The requests and marks that `mailUnsent` sees. */
function stored(requests: (Partial<StoredRequest> & { id: string })[]) {
  const asked: number[] = [];
  const sources: Omit<UnsentDeps, keyof AlertDeps> = {
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
  const suspect =
    'This may be advertising that a program has sent. Read the message before you call.';
  const late = 'Sent from the website 1 hour before this mail.';
  const head = (id: string) => `Ada Byron sent a request from the website.

${aboutAda(id)}`;
  expect(sent.map(withoutHtml)).toEqual([
    {
      messageId: '<digest-1234567890-text-3600000@cabinets.web.app>',
      subject: '2 requests in one mail: Ada Byron, Ada Byron',
      images: [],
      text: `${line}
Ada Byron · Doors +1 · 1 Main Street · #1234567890

${late}

${head('1234567890')}
Kitchen cabinets,
four doors

${line}
Re: Ada Byron · Doors +1 · 1 Main Street · #1234567890

Ada Byron sent pictures with request #1234567890:

https://x.example/a?token=1
https://x.example/b?token=1

${ADA}
Kitchen cabinets,
four doors

${line}
[suspect] Ada Byron · Doors +1 · 1 Main Street · #1234567891

${late}
${suspect}

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
  const { asked, sources } = stored([
    { id: '1000000001', marks: { text: sentMark } },
    { id: '1000000002', marks: { text: sending } },
    { id: '1000000003', marks: { text: { ...sending, digest: 'digest-1' } } },
    { id: '1000000004', marks: { text: { state: 'waiting', since } } },
  ]);
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
  const startedBy = async () => since - 2 * HOUR;
  const { sent, deps } = quiet({ mark, startedBy, now: () => since + 1 });
  const run = (days: number) => mailUnsent(days, { ...deps, ...sources });
  await expect(run(3)).rejects.toThrow('Another run is mailing request 1000000003.');
  expect(asked).toEqual([since - 2 * HOUR]);
  expect(sent.map(({ messageId }) => messageId)).toEqual(['<1000000004.text@cabinets.web.app>']);
});

test('a digest that the mail server refuses is sent as single mails', async () => {
  const { sources } = stored(['1000000001', '1000000002', '1000000003'].map((id) => ({ id })));
  const accepted: string[] = [];
  const send = async ({ messageId, text }: Message) => {
    if (text.includes('1000000002')) throw new NotAccepted('554 Spam', true);
    accepted.push(messageId);
  };
  const { deps } = quiet({ send });
  await expect(mailUnsent(3, { ...deps, ...sources })).rejects.toThrow('554 Spam');
  expect(accepted).toEqual([
    '<1000000001.text@cabinets.web.app>',
    '<1000000003.text@cabinets.web.app>',
  ]);
});
