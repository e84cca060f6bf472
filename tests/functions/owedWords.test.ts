/** Words that a mail had to leave out, answers that never come, and slow servers (functions/). */
import { expect, test } from 'vitest';
import { alertOwner, NotAccepted } from '../../functions/src/core/leadAlerts';
import { MESSAGE_MS } from '../../functions/src/core/marks';
import type { Message } from '../../functions/src/core/mailTexts';
import { findMissedEvents } from '../../functions/src/core/missedEvents';
import { handOver, mailUnsent } from '../../functions/src/core/unsentLeads';
import {
  createMemory,
  DAY,
  HOUR,
  MINUTE,
  requestOf,
  textEvent,
  type StoredRequest,
} from './memory';

/** An hour that begins with the newest. */
const START = 2 * DAY;

const SPAM = { description: 'Spam' };
const kindOf = ({ messageId }: Message) =>
  messageId.startsWith('<numbers') ? 'numbers' : messageId.startsWith('<digest') ? 'digest' : 'own';

/** A memory whose functions run since the beginning, and a mail server that answers as the function says. */
async function world(
  requests: (now: number) => readonly StoredRequest[],
  answer: (message: Message, now: number) => Error | undefined,
) {
  let now = 0;
  const memory = createMemory(() => requests(now));
  const { deps, sent } = memory;
  /** What the server has read, whatever it said. */
  const read: (Message & { at: number })[] = [];
  deps.send = async (message) => {
    read.push({ ...message, at: deps.now() });
    const error = answer(message, deps.now());
    if (error) throw error;
    sent.push(message);
  };
  await deps.startedBy(0);
  const hourly = async (at: number) => {
    now = at;
    memory.setNow(at);
    await findMissedEvents('first', deps);
    await mailUnsent(deps).catch(() => {});
  };
  const create = async (one: StoredRequest) => {
    now = one.created;
    memory.setNow(one.created + 1000);
    await alertOwner(textEvent(one), deps).catch(() => {});
  };
  /** So many hours, in which these come. */
  const live = async (leads: readonly StoredRequest[], hours: number) => {
    let come = leads;
    for (let end = START + HOUR; end <= START + hours * HOUR; end += HOUR) {
      for (const one of come) if (one.created <= end) await create(one);
      come = come.filter(({ created }) => created > end);
      await hourly(end);
    }
  };
  return { ...memory, read, hourly, create, live };
}

test('a lead whose words are refused is told without them, another is not touched, and its words come when they are taken', async () => {
  const [spam, other] = [requestOf(1, START + MINUTE, SPAM), requestOf(2, START + 2 * MINUTE)];
  let isStrict = true;
  const { create, hourly, sent, marks } = await world(
    () => [spam, other],
    ({ text }) =>
      isStrict && text.includes('Spam') ? new NotAccepted('550 spam', 'refused') : undefined,
  );
  await create(spam);
  await create(other);
  await hourly(START + HOUR);
  expect(sent.map((message) => [kindOf(message), message.text.match(/#1\d{9}/g)])).toEqual([
    ['own', ['#1000000002']],
    ['numbers', ['#1000000001']],
  ]);
  expect(sent[1]!.text).toContain('refused the mail with these visitors’ words');
  expect(marks.get('1000000001')!.text).toEqual({
    state: 'sent',
    since: START + HOUR,
    digest: `numbers-refused-1000000001-text-${START + HOUR}`,
    alone: 1,
    due: START + MINUTE + 1000 + 6 * HOUR,
  });
  isStrict = false;
  for (let hour = 2; hour <= 6; hour += 1) await hourly(START + hour * HOUR);
  expect(sent).toHaveLength(2);
  await hourly(START + 7 * HOUR);
  expect(sent.slice(2).map(({ messageId, text }) => [messageId, text.includes('Spam')])).toEqual([
    ['<1000000001.text@cabinets.web.app>', true],
  ]);
  expect(marks.get('1000000001')!.text).toEqual({ state: 'sent', since: START + 7 * HOUR });
});

test.each([
  [
    'always refused',
    new NotAccepted('550 spam', 'refused'),
    'server refused the mail with these visitors’ words',
    [
      [0, 'own'],
      [1, 'numbers'],
    ],
  ],
  [
    'too large',
    new NotAccepted('552 size', 'tooLarge'),
    'words is too large for your mail server',
    [
      [0, 'own'],
      [1, 'own'],
      [1, 'numbers'],
      [1, 'own'],
    ],
  ],
])(
  'words that are %s are tried after six hours and a day, then no more',
  async (_, answer, why, atFirst) => {
    const spam = requestOf(1, START + MINUTE, SPAM);
    const { create, hourly, read, sent, marks } = await world(
      () => [spam],
      ({ text }) => (text.includes('Spam') ? answer : undefined),
    );
    await create(spam);
    for (let hour = 1; hour <= 72; hour += 1) await hourly(START + hour * HOUR);
    const at = ({ at: time }: { at: number }) => Math.floor((time - START) / HOUR);
    expect(read.map((message) => [at(message), kindOf(message)])).toEqual([
      ...atFirst,
      [7, 'own'],
      [31, 'own'],
    ]);
    expect(sent.map(({ text }) => text)).toEqual([expect.stringContaining(why)]);
    expect(marks.get('1000000001')!.text).toMatchObject({ state: 'sent', alone: 3 });
    expect(marks.get('1000000001')!.text).not.toHaveProperty('due');
  },
);

test.each([
  ['refuses everything', new NotAccepted('550 5.4.5 account blocked', 'refused')],
  ['puts everything off', new NotAccepted('451 4.7.1 try again later', 'deferred')],
])('after a server that %s for two days each lead comes whole', async (_, answer) => {
  const leads = Array.from({ length: 30 }, (_, index) =>
    requestOf(index, START + index * 90 * MINUTE),
  );
  const end = START + 45 * HOUR;
  const { live, sent } = await world(
    (now) => leads.filter(({ created }) => created <= now),
    (_message, time) => (time < end ? answer : undefined),
  );
  await live(leads, 80);
  for (const { id } of leads)
    expect([id, sent.filter(({ text }) => text.includes(`Request:  #${id}\n`)).length]).toEqual([
      id,
      1,
    ]);
  // Those whose own mail was refused in the last hour before the end may be told by number first.
  expect(sent.filter((message) => kindOf(message) === 'numbers').length).toBeLessThanOrEqual(1);
});

test.each([
  ['a server that never answers', 72, false],
  ['runs that are killed behind DATA, twelve times', 12, true],
])(
  '%s: at most five mails with the words and three with the number',
  async (_, hours, isKilled) => {
    const one = requestOf(1, START + MINUTE);
    const { create, hourly, read, sent } = await world(
      () => [one],
      (_message, now) => (now < START + hours * HOUR ? new Error('Connection closed') : undefined),
    );
    for (let tries = 0; tries < (isKilled ? 2 : 10); tries += 1) {
      await create({ ...one, created: one.created + tries * 3 * MINUTE });
    }
    for (let hour = 1; hour <= hours + 40; hour += 1) await hourly(START + hour * HOUR);
    const kinds = read.map(kindOf);
    expect(kinds.filter((kind) => kind !== 'numbers').length).toBeLessThanOrEqual(5);
    expect(kinds.filter((kind) => kind === 'numbers').length).toBeLessThanOrEqual(3);
    const numbers = read.filter((message) => kindOf(message) === 'numbers');
    for (const { text } of numbers)
      expect(text).toContain('did not say whether it took the mail with these visitors’ words');
    expect(numbers.map(({ text }) => text.includes('Perhaps this mail came before'))).toEqual(
      numbers.map((_message, index) => index > 0),
    );
    // The words are owed where nothing was answered, and come if they are taken within a day.
    expect(sent.length).toBeLessThanOrEqual(1);
  },
);

test('words that an address is still owed when it is taken out come to one that was added since', async () => {
  const leads = Array.from({ length: 301 }, (_, index) => requestOf(index, START - DAY + index));
  const [left, added] = [createMemory(() => leads), createMemory(() => leads)];
  for (const { deps, setNow } of [left, added]) {
    setNow(START);
    await deps.startedBy(0);
  }
  const told = { state: 'sent', since: START, digest: 'numbers-refused-x', alone: 1 } as const;
  await left.deps.mark(leads.map(textEvent), (_, index) => ({ ...told, due: START + index }));
  // Both addresses had it.
  await added.deps.mark([textEvent(leads[7]!)], () => ({ state: 'sent', since: START }));
  await handOver(left.deps, [added.deps]);
  await mailUnsent(added.deps);
  const mailed = leads.map(({ id }) => added.sent.filter(({ text }) => text.includes(id)).length);
  expect(mailed).toEqual(leads.map((_, index) => (index === 7 ? 0 : 1)));
});

test('of 1,000 that wait, with 450 more each hour and four minutes for a mail, the oldest are told within a day', async () => {
  const all = Array.from({ length: 1000 }, (_, index) => requestOf(index, START - DAY + index));
  const { deps, setNow } = createMemory(() => all);
  await deps.startedBy(0);
  const told = new Map<string, number>();
  let now = START;
  const send: typeof deps.send = async ({ text }) => {
    now += MESSAGE_MS - MINUTE / 6;
    setNow(now);
    for (const id of text.match(/(?<=Request: {2}#)1\d{9}/g) ?? []) told.set(id, now);
  };
  const oldest = all.slice(0, 1000).map(({ id }) => id);
  for (let hour = 0; hour < 24 && !oldest.every((id) => told.has(id)); hour += 1) {
    now = START + hour * HOUR;
    for (let index = 0; index < 450; index += 1)
      all.push(requestOf(all.length, now - HOUR / 2 + index));
    setNow(now);
    await findMissedEvents('first', deps);
    await mailUnsent({ ...deps, send, until: now + 8 * MINUTE });
  }
  const last = Math.max(...oldest.map((id) => told.get(id) ?? Infinity)) - START;
  expect(last).toBeLessThanOrEqual(DAY);
  console.info(`The last of the 1,000 was told after ${Math.ceil(last / HOUR)} hours`);
});

test('100 leads a day whose words are refused, for a week: within the day’s mails, and others are told within the hour', async () => {
  const leads = Array.from({ length: 700 }, (_, index) =>
    requestOf(index, START + Math.floor((index * DAY) / 100) + 1, index % 20 === 7 ? {} : SPAM),
  );
  const honest = leads.filter((_, index) => index % 20 === 7);
  const { live, sent, read } = await world(
    (now) => leads.filter(({ created }) => created <= now),
    ({ text }) => (text.includes('Spam') ? new NotAccepted('550 spam', 'refused') : undefined),
  );
  await live(leads, 7 * 24 + 1);
  for (let day = 0; day < 7; day += 1) {
    const ofDay = read.filter(({ at }) => at >= START + day * DAY && at < START + (day + 1) * DAY);
    expect(ofDay.length).toBeLessThanOrEqual(440);
  }
  for (const { id, created } of honest) {
    const { at = Infinity } = read.find(({ text }) => text.includes(`Request:  #${id}\n`)) ?? {};
    expect(at - created, id).toBeLessThanOrEqual(HOUR);
  }
  const told = new Set(sent.flatMap(({ text }) => text.match(/#1\d{9}/g)));
  expect(told.size).toBe(700);
});
