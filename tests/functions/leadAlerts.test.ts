/** The owner's alerts (functions/): what they say, and that each goes out whatever happens to the function. */
import { expect, test } from 'vitest';
import { createFirestoreStore } from '../../backend/firestore/firestoreStore';
import { createObjectStore } from '../../backend/storage/objectStore';
import { toFields } from '../../backend/protoJson';
import {
  alertOwner,
  eventOf,
  NotAccepted,
  type AlertDeps,
} from '../../functions/src/core/leadAlerts';
import { CLAIM_MS, type Mark } from '../../functions/src/core/marks';
import { createMailbox } from '../../tools/dataPage/mailbox';
import { createMemory, fields as entered, files, withoutHtml } from './memory';

const HOUR = 3_600_000;
const fields = { ...entered, id: '1234567890', phone: '555-0100' };

const textOf = (id: string, change: object = {}) =>
  eventOf(id, { before: undefined, after: { ...fields, ...change }, time: 0, created: 0 })!;
const picturesOf = (id: string) =>
  eventOf(id, {
    before: fields,
    after: { ...fields, files: [...files, { url: 'javascript:' }] },
    time: 0,
    created: 0,
  })!;

/** The outside world, in which nothing goes wrong. */
function quiet(change: Partial<AlertDeps> = {}) {
  const { deps: inMemory, sent, logged } = createMemory(() => []);
  const started: number[] = [];
  const deps: AlertDeps = {
    ...inMemory,
    mark: async (events) => events.map(() => undefined),
    startedBy: async (time) => {
      started.push(time);
      return Math.min(...started);
    },
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
    'Address:  1 Main Street\nPreferred date: In May, not before\nBudget: 7\nRooms: Kitchen, Bath\nAsked for: gone\nServices: Doors & drawers\n',
  );
});

const ADA = `Name:     Ada Byron
Phone:    555-0100
E-mail:   ada@example.com
Address:  1 Main Street
Asked for: gone
Services: Doors & drawers
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
      subject: 'Ada Byron · Doors · 1 Main Street · #1234567890',
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
      subject: 'Re: Ada Byron · Doors · 1 Main Street · #1234567890',
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
  const name = 'Ada\r\nBcc: Eve\u2028\u0000';
  const { sent, deps } = quiet();
  await alertOwner(textOf('1234567890', { name, categories: ['a\nb'] }), deps);
  expect(sent[0]).toMatchObject({
    subject: 'Ada Bcc: Eve · Kitchen… · 1 Main Street · #1234567890',
    text: expect.stringMatching(/^Name: {5}Ada Bcc: Eve\n(.*\n){3}Asked for: a b$/m),
  });
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
  const subject = `${mark}Ada Byron · Doors · 1 Main Street · #1234567890`;
  expect(sent.map((message) => message.subject)).toEqual([subject, `Re: ${subject}`]);
});

test('after an hour without success an event is left to the full hours, and the log says so', async () => {
  let now = HOUR - 1;
  const marks: unknown[] = [];
  const mark: AlertDeps['mark'] = async (events, next) =>
    events.map(() => {
      marks.push(next(undefined, 0));
      return undefined;
    });
  const send = () => Promise.reject(new NotAccepted('550 No such user', 'unread'));
  const { logged, deps } = quiet({ send, mark, now: () => now });
  await expect(alertOwner(textOf('1234567890'), deps)).rejects.toThrow('550');
  expect(logged).toEqual([]);
  now += 1;
  await alertOwner(textOf('1234567890'), deps);
  expect(logged).toEqual([
    'The text of request 1234567890 could not be mailed for an hour. It is tried again every full hour.',
  ]);
  expect(marks.at(-1)).toEqual({ state: 'waiting', since: HOUR });
});

test('a message that cannot be made counts as lost, so that it goes without words in the end', async () => {
  const marks: (Mark | undefined)[] = [undefined];
  const mark: AlertDeps['mark'] = async (events, next) =>
    events.map(() => {
      marks.push(next(marks.at(-1), 0));
      return marks.at(-2);
    });
  // Typed in the console: no text can be made of this id.
  const serviceTypes = async () => [{ id: { toString: 1, valueOf: 1 } }];
  const { deps } = quiet({ serviceTypes, mark, now: () => HOUR - 1 });
  await expect(alertOwner(textOf('1234567890'), deps)).rejects.toThrow(TypeError);
  expect(marks).toEqual([
    undefined,
    { state: 'sending', since: HOUR - 1, lost: 1 },
    { state: 'sending', since: HOUR - 1 - CLAIM_MS, lost: 1 },
  ]);
});

test('an event that the database cannot mark is not given up', async () => {
  const mark = () => Promise.reject(new Error('No database'));
  const { logged, deps } = quiet({ mark, now: () => 9 * HOUR });
  await expect(alertOwner(textOf('1234567890'), deps)).rejects.toThrow('No database');
  expect(logged).toEqual([]);
});

test('where the function begins is recorded before anything that fails, and by the pictures’ own time; nothing is posted', async () => {
  const fails = () => Promise.reject(new Error('down'));
  const posts: string[] = [];
  const post = async (text: string) => void posts.push(text);
  const { started, deps } = quiet({ countUntil: fails, post, now: () => 0 });
  await expect(
    alertOwner({ ...textOf('1234567890'), time: 7, created: 5 }, deps),
  ).rejects.toThrow();
  await expect(
    alertOwner({ ...picturesOf('1234567890'), time: 9, created: 5 }, deps),
  ).rejects.toThrow();
  expect([started, posts]).toEqual([[5, 9], []]);
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
    stored = next(before, 0);
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
  now += CLAIM_MS;
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
  const { messages, posts } = createMailbox(store, objects, 'http://localhost:5000');
  put({ files, status: 2 });
  await new Promise(setImmediate);
  const subject = 'Ada Byron · Kitchen… · 1 Main Street · #1234567890';
  expect(messages.map((message) => message.subject)).toEqual([`Re: ${subject}`, subject]);
  const now = (pattern: RegExp) => expect.stringMatching(pattern) as string;
  expect(posts.toSorted()).toEqual([
    now(
      /^Request …7890 of [\d: -]{16} UTC, two pictures: your mail server has accepted its mail\.$/,
    ),
    now(/^Request …7890 of [\d: -]{16} UTC: your mail server has accepted its mail\.$/),
  ]);
  expect(Object.keys(store.get('alerts/1234567890')!.fields).toSorted()).toEqual([
    'created',
    'pictures',
    'picturesHook',
    'text',
    'textHook',
  ]);
  for (const { html, text } of messages) {
    expect(html).toContain('href="http://localhost:5000/owner"');
    expect(text).not.toContain('/owner');
  }
});
