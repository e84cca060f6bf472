/** What the events' own runs leave, and how `mailUnsent` mails it (functions/). */
import { expect, test } from 'vitest';
import { alertOwner, eventOf, NotAccepted } from '../../functions/src/core/leadAlerts';
import type { Message } from '../../functions/src/core/mailTexts';
import { budgetFor } from '../../functions/src/core/mailBudget';
import { CLAIM_MS, MAX_LOST } from '../../functions/src/core/marks';
import { findMissedEvents } from '../../functions/src/core/missedEvents';
import { DIGEST_SIZE, mailUnsent } from '../../functions/src/core/unsentLeads';
import {
  createMemory,
  DAY,
  fields,
  files,
  HOUR,
  LONGEST,
  MINUTE,
  numberOf,
  requestOf,
  textEvent,
  withoutHtml,
  type StoredRequest,
} from './memory';

/** With 200 that are sent immediately, 440 mails a day: mail providers stop at some 500. */
const MAILS_PER_HOUR = 10;

const picturesEvent = ({ id, created, fields: after }: StoredRequest, time = created) =>
  eventOf(id, { before: {}, after: { ...after, files }, time, created })!;

/** So many leads, a millisecond apart, in a memory whose functions run since the beginning. */
async function leads(count: number, change: object = {}) {
  const all = Array.from({ length: count }, (_, index) => requestOf(index, DAY + index, change));
  const memory = createMemory(() => all);
  await memory.deps.startedBy(0);
  return { all, memory };
}

/** From now on the mail server answers like this to every message with the word. */
function refuse({ deps }: ReturnType<typeof createMemory>, word: string, error: Error): void {
  const { send } = deps;
  deps.send = async (message) => {
    if (message.text.includes(word)) throw error;
    await send(message);
  };
}
const SPAM = new NotAccepted('554 Spam', 'refused');
const FULL = new NotAccepted('452 Full', 'unread');

/** Everything is stored, and `mailUnsent` runs at this time. */
async function hourly(memory: ReturnType<typeof createMemory>, now: number): Promise<void> {
  memory.setNow(now);
  await findMissedEvents('first', memory.deps);
  await findMissedEvents('hour', memory.deps);
  await mailUnsent(memory.deps);
}

const idsIn = (messages: readonly Message[]) =>
  messages.flatMap(({ text }) => [...new Set(text.match(/#1\d{9}\b/g))]);

test('the first run of all mails a lead whose event has not come for five minutes', async () => {
  const lost = requestOf(0, DAY);
  const memory = createMemory(() => [lost]);
  await hourly(memory, DAY + 5 * MINUTE - 1);
  expect(memory.sent).toEqual([]);
  await hourly(memory, DAY + 5 * MINUTE);
  expect(idsIn(memory.sent)).toEqual([`#${lost.id}`]);
});

test('what is over 20 in an hour is mailed together, with the visitors’ lines quoted; the suspicious in a digest of their own', async () => {
  const all = Array.from({ length: 23 }, (_, index) => requestOf(index, HOUR + index));
  all[20]!.fields['files'] = files;
  all[21]!.fields['description'] = `Buy now\r${'-'.repeat(60)}\nName:     Eve`;
  all[22]!.fields['name'] = 'Owner page moved. Sign in at https://evil.example';
  const memory = createMemory(() => all);
  memory.deps.ticket = async (id) => ({ honeypot: id === numberOf(21) ? 'x' : '', seconds: 40 });
  memory.setNow(HOUR + MINUTE);
  for (const one of all) await alertOwner(textEvent(one), memory.deps);
  await alertOwner(picturesEvent(all[20]!), memory.deps);
  expect(idsIn(memory.sent)).toEqual(all.slice(0, 20).map(({ id }) => `#${id}`));
  memory.sent.length = 0;
  await hourly(memory, 2 * HOUR + MINUTE);
  const line = '-'.repeat(60);
  const reply =
    'A reply to this mail reaches no visitor. Each request has its own way to answer.\n\n';
  const suspect =
    'This may be advertising that a program has sent. Read the message before you call.';
  const address =
    'A web address stands where a name, a town or a service belongs. A stranger wrote it, not your website: do not open it, and sign in nowhere for it.';
  const about = (id: string) => `Name:     Ada Byron
Phone:    (404) 555-0100
E-mail:   ada@example.com
Address:  1 Main Street
Asked for: gone
Services: Doors & drawers
Request:  #${id}
`;
  const late = 'Sent from the website 1 hour before this mail.';
  expect(memory.sent.map(withoutHtml)).toEqual([
    {
      messageId: `<digest-1000000020-text-${2 * HOUR + MINUTE}@cabinets.web.app>`,
      subject: '1 request in one mail: Ada Byron',
      images: [],
      text: `${reply}${line}
Ada Byron · Doors · 1 Main Street · #1000000020

${late}

Ada Byron sent a request from the website.

${about('1000000020')}
> Kitchen cabinets,
> four doors

${line}
Re: Ada Byron · Doors · 1 Main Street · #1000000020

Ada Byron sent pictures with request #1000000020:

https://x.example/a?token=1
https://x.example/b?token=1

${about('1000000020').replace(/Request: .*\n/, '')}
> Kitchen cabinets,
> four doors
`,
    },
    {
      messageId: `<digest-1000000021-text-${2 * HOUR + MINUTE}@cabinets.web.app>`,
      subject: '2 requests in one mail: Ada Byron, Owner page moved. Sign in at…',
      images: [],
      text: `${reply}${line}
[suspect] Ada Byron · Doors · 1 Main Street · #1000000021

${late}
${suspect}

Ada Byron sent a request from the website.

${about('1000000021')}
> Buy now
> ${line}
> Name:     Eve

${line}
[suspect] Owner page… · Doors · 1 Main Street · #1000000022

${late}
${address}

Owner page moved. Sign in at https[:]//evil[.]example sent a request from the website.

${about('1000000022').replace('Ada Byron', 'Owner page moved. Sign in at https[:]//evil[.]example')}
> Kitchen cabinets,
> four doors
`,
    },
  ]);
  memory.sent.length = 0;
  await hourly(memory, 3 * HOUR);
  expect(memory.sent).toEqual([]);
});

test('after 100 requests in 24 hours the rest goes into digests, whatever the hour', async () => {
  const all = Array.from({ length: 130 }, (_, index) => requestOf(index, index * 10 * MINUTE));
  const memory = createMemory(() => all);
  for (const one of all) {
    memory.setNow(one.created + 1000);
    await alertOwner(textEvent(one), memory.deps);
  }
  expect(memory.sent).toHaveLength(100);
});

test.each([1, 2, 3])(
  'in a day of a flood, %i addresses together have no more mails than one, and each hears of every lead',
  async (addresses) => {
    const all = Array.from({ length: 24 * 30 }, (_, index) => requestOf(index, index * 2 * MINUTE));
    const pictured = (index: number) => ({ ...all[index]!, fields: { ...fields, files } });
    let sent = 0;
    for (let address = 0; address < addresses; address += 1) {
      const memory = createMemory(() => all);
      const posts: string[] = [];
      memory.deps.budget = budgetFor(addresses);
      if (address === 0) memory.deps.post = async (text) => void posts.push(text);
      for (const [index, one] of all.entries()) {
        memory.setNow(one.created + 1000);
        await alertOwner(textEvent(one), memory.deps);
        await alertOwner(picturesEvent(pictured(index)), memory.deps);
        if (index % 30 === 29) await mailUnsent(memory.deps);
      }
      sent += memory.sent.length;
      // The hook tells the texts and the pictures of 20 in each of the first hours, then the day's 100 are reached.
      if (address === 0) expect(posts).toHaveLength(2 * (20 + 20 + 20 + 10));
      await hourly(memory, 2 * DAY);
      expect(new Set(idsIn(memory.sent)).size).toBe(all.length);
    }
    expect(sent).toBeLessThanOrEqual(440);
  },
);

test('pictures that were saved up for days and come in one hour are no flood of mails', async () => {
  const all = Array.from({ length: 600 }, (_, index) => requestOf(index, index * 15 * MINUTE));
  const memory = createMemory(() => all);
  const now = 600 * 15 * MINUTE;
  memory.setNow(now);
  for (const one of all) await alertOwner(picturesEvent(one, now), memory.deps);
  expect(memory.sent.length).toBeLessThanOrEqual(20);
  await mailUnsent(memory.deps);
  expect(memory.sent.length).toBeLessThanOrEqual(20 + MAILS_PER_HOUR);
  expect(new Set(idsIn(memory.sent)).size).toBe(600);
});

test('the newest are mailed first, then the oldest in the last two mails of the hour, and the last says how many more wait', async () => {
  const count = DIGEST_SIZE * (MAILS_PER_HOUR + 1) + 70;
  const { all, memory } = await leads(count);
  await hourly(memory, 2 * DAY);
  expect(memory.sent).toHaveLength(MAILS_PER_HOUR);
  const left = count - DIGEST_SIZE * MAILS_PER_HOUR;
  const oldest = DIGEST_SIZE * 2;
  const first = new Set(idsIn(memory.sent));
  expect(all.filter(({ id }) => !first.has(`#${id}`))).toEqual(all.slice(oldest, oldest + left));
  const more = `${left} more requests wait for the mails of the next hours, the newest and the oldest first. To write all of them into a file: npm run requests:export`;
  expect(memory.sent.map(({ text }) => text.includes(more))).toEqual([
    ...Array(MAILS_PER_HOUR - 1).fill(false),
    true,
  ]);
  expect(memory.sent.at(-1)!.html).toContain(more);
  // The same hour has none left.
  await mailUnsent(memory.deps);
  expect(memory.sent).toHaveLength(MAILS_PER_HOUR);
  // A lead of a later hour comes before those of the day before.
  all.push(requestOf(count, 2 * DAY + HOUR));
  await hourly(memory, 2 * DAY + 2 * HOUR);
  expect(memory.sent[MAILS_PER_HOUR]!.text).toContain(`#${numberOf(count)}`);
  expect(new Set(idsIn(memory.sent)).size).toBe(count + 1);
  expect(idsIn(memory.sent)).toHaveLength(count + 1);
});

test('a flood of suspicious requests leaves a mail of the hour to the others among them', async () => {
  const { all, memory } = await leads(DIGEST_SIZE * (MAILS_PER_HOUR + 3));
  const lead = all[all.length - 50]!;
  memory.deps.ticket = async (id) => ({ honeypot: id === lead.id ? '' : 'x', seconds: 40 });
  await hourly(memory, 2 * DAY);
  expect(memory.sent).toHaveLength(MAILS_PER_HOUR);
  expect(idsIn(memory.sent.filter(({ text }) => !text.includes('[suspect]')))).toEqual([
    `#${lead.id}`,
  ]);
  expect(idsIn(memory.sent)).toHaveLength(DIGEST_SIZE * (MAILS_PER_HOUR - 1) + 1);
});

test('a digest that the server refuses is sent without a word of its visitors, with what is needed to call', async () => {
  const all = [requestOf(1, DAY), requestOf(2, DAY + 1, { phone: 'ring me', files })];
  const memory = createMemory(() => all);
  const { sent: taken } = memory;
  refuse(memory, 'Ada', SPAM);
  await memory.deps.startedBy(0);
  await hourly(memory, DAY + 2 * HOUR);
  const why =
    'Your mail server refused the mail with these visitors’ words, perhaps because they look like advertising. Their requests are stored. Their words are tried again later, each request by itself. Open them, or write all of them into a file: npm run requests:export';
  const at = (id: string) => `https://cabinets.web.app/owner#request-${id}\n`;
  expect(taken.map(withoutHtml)).toEqual([
    {
      messageId: `<numbers-refused-1000000001-text-${DAY + 2 * HOUR}@cabinets.web.app>`,
      subject: '2 requests without what was written',
      images: [],
      text: `${why}

#1000000001  request of 1970-01-02 00:00 UTC
Call +14045550100
${at('1000000001')}
#1000000002  request of 1970-01-02 00:00 UTC
No number to call.
${at('1000000002')}
#1000000002  pictures of 1970-01-02 00:00 UTC
No number to call.
${at('1000000002')}`,
    },
  ]);
  expect(taken[0]!.html).not.toMatch(/Ada|Kitchen|Main/);
  expect(taken[0]!.html).toContain('href="tel:+14045550100"');
  await hourly(memory, DAY + 3 * HOUR);
  expect(taken).toHaveLength(1);
});

test('a digest whose answer was lost is sent again whole until it is refused, then without words', async () => {
  const all = [requestOf(1, DAY), requestOf(2, DAY + 1), requestOf(3, DAY + 2)];
  const memory = createMemory(() => all);
  const tried: [string, string[]][] = [];
  const errors = [new Error('closed'), FULL, SPAM];
  memory.deps.send = async (message) => {
    tried.push([message.messageId, idsIn([message])]);
    const error = errors.shift();
    if (error) throw error;
  };
  await memory.deps.startedBy(0);
  await expect(hourly(memory, DAY + HOUR)).rejects.toThrow('closed');
  // A newer lead is in no digest that may have been accepted before.
  all.push(requestOf(4, DAY + HOUR));
  await expect(hourly(memory, DAY + 2 * HOUR)).rejects.toThrow('452');
  await hourly(memory, DAY + 3 * HOUR);
  const ids = all.slice(0, 3).map(({ id }) => `#${id}`);
  const digest = `<digest-1000000001-text-${DAY + HOUR}@cabinets.web.app>`;
  expect(tried).toEqual([
    [digest, ids],
    [digest, ids],
    [digest, ids],
    [`<numbers-refused-1000000001-text-${DAY + 3 * HOUR}@cabinets.web.app>`, ids],
    ['<1000000004.text@cabinets.web.app>', ['#1000000004']],
    // It was for the words of one of them: each is tried by itself.
    ...ids.toReversed().map((id) => [`<${id.slice(1)}.text@cabinets.web.app>`, [id]]),
  ]);
});

const THREE = ['<1000000003.text', '<1000000002.text', '<1000000001.text'];
test.each<[answer: string, error: Error | undefined, alone: string[]]>([
  ['it is taken: then each of the others', undefined, THREE],
  ['it is refused: then nothing more', SPAM, THREE.slice(0, 1)],
  ['the server has its fill: then nothing more', FULL, THREE.slice(0, 1)],
])(
  'where even the numbers are refused, a lead of another message is tried by itself, and %s',
  async (_, error, alone) => {
    const memory = createMemory(() => [1, 2, 3].map((index) => requestOf(index, DAY + index)));
    memory.deps.ticket = async (id) => ({ honeypot: id === numberOf(3) ? 'x' : '', seconds: 40 });
    const tried: string[] = [];
    memory.deps.send = async ({ messageId }) => {
      tried.push(messageId.split('@', 1)[0]!);
      if (!messageId.startsWith('<1')) throw SPAM;
      if (error) throw error;
    };
    await memory.deps.startedBy(0);
    const run = hourly(memory, DAY + HOUR);
    // Where all went by themselves, the run has failed at nothing.
    await (error ? expect(run).rejects.toThrow('554 Spam') : run);
    const name = `1000000001-text-${DAY + HOUR}`;
    expect(tried).toEqual([`<digest-${name}`, `<numbers-refused-${name}`, ...alone]);
  },
);

test('what was refused by itself goes by itself again where even numbers are refused', async () => {
  const all = [1, 2, 3].map((index) => requestOf(index, DAY + index));
  const memory = createMemory(() => all);
  await memory.deps.startedBy(0);
  await memory.deps.mark(all.map(textEvent), () => ({ state: 'refused', since: DAY, alone: 1 }));
  const { send } = memory.deps;
  memory.deps.send = async (message) => {
    if (message.messageId.startsWith('<numbers')) throw SPAM;
    await send(message);
  };
  await hourly(memory, DAY + HOUR);
  expect(memory.sent.map(({ messageId }) => messageId.split('@', 1)[0])).toEqual(THREE);
  expect(memory.logged).toEqual([]);
});

test('a server that has its fill is left alone until the next hour, no digest is split for it, and no more is read', async () => {
  const count = 3 * DIGEST_SIZE;
  const { memory } = await leads(count);
  let [tries, read] = [0, 0];
  const { send, fieldsOf } = memory.deps;
  memory.deps.fieldsOf = (ids) => {
    read += ids.length;
    return fieldsOf(ids);
  };
  memory.deps.send = async (message) => {
    tries += 1;
    if (tries === 2) throw new NotAccepted('550 5.4.5 Daily limit', 'unread');
    await send(message);
  };
  await expect(hourly(memory, 2 * DAY)).rejects.toThrow('5.4.5');
  expect([tries, read]).toEqual([2, 2 * DIGEST_SIZE]);
  expect(memory.logged).toHaveLength(1);
  await hourly(memory, 2 * DAY + HOUR);
  expect(tries).toBe(4);
  expect(idsIn(memory.sent)).toHaveLength(count);
});

test('a flood whose every digest is refused silences nobody: each hour’s mails go out, without words', async () => {
  const count = DIGEST_SIZE * MAILS_PER_HOUR;
  const { memory } = await leads(3 * count);
  const { sent: taken } = memory;
  refuse(memory, 'Kitchen', SPAM);
  for (let hour = 0; hour < 3; hour += 1) await hourly(memory, 2 * DAY + hour * HOUR);
  expect(taken.map((message) => idsIn([message]).length)).toEqual(
    Array(3 * MAILS_PER_HOUR).fill(DIGEST_SIZE),
  );
  expect(idsIn(taken)).toHaveLength(3 * count);
  expect(taken[MAILS_PER_HOUR - 1]!.text).toContain(`${2 * count} more requests wait`);
});

test('digests of what was refused before are no larger, whatever is refused beside it', async () => {
  const { all, memory } = await leads(3 * DIGEST_SIZE + 1);
  // In the order in which they are looked at: one, then a whole digest that waits, then two more.
  const before = [...all.slice(0, 2 * DIGEST_SIZE), all.at(-1)!];
  await memory.deps.mark(before.map(textEvent), () => ({ state: 'refused', since: 0 }));
  refuse(memory, 'Kitchen', SPAM);
  await hourly(memory, 2 * DAY);
  const sizes = memory.sent.map((message) => idsIn([message]).length);
  expect(sizes).toEqual([DIGEST_SIZE, DIGEST_SIZE, DIGEST_SIZE, 1]);
});

test('words that the server never takes, and never refuses for good, hold up nobody in their digest', async () => {
  const all = [
    requestOf(1, DAY, { description: 'Spam' }),
    requestOf(2, DAY + 1),
    requestOf(3, DAY + 2),
  ];
  const memory = createMemory(() => all);
  refuse(memory, 'Spam', new NotAccepted('451 Later', 'deferred'));
  await memory.deps.startedBy(0);
  for (const hour of [2, 3]) await hourly(memory, DAY + hour * HOUR).catch(() => {});
  expect(memory.sent).toEqual([]);
  // In the third full hour they count as refused.
  await hourly(memory, DAY + 4 * HOUR).catch(() => {});
  expect(memory.sent.map(({ messageId }) => messageId)).toEqual([
    `<numbers-deferred-1000000001-text-${DAY + 4 * HOUR}@cabinets.web.app>`,
    '<1000000003.text@cabinets.web.app>',
    '<1000000002.text@cabinets.web.app>',
  ]);
  expect(idsIn(memory.sent.slice(0, 1))).toEqual(all.map(({ id }) => `#${id}`));
  expect(memory.sent[0]!.text).toContain('your mail server has put off the mail');
});

test('words at which the server hangs up, each time, use up few mails and hold up nobody', async () => {
  // 40 leads at once of which the server takes none, 20 of them beyond the hour's share.
  const all = Array.from({ length: 40 }, (_, index) =>
    requestOf(index, DAY + index, { description: 'Spam' }),
  );
  const person = requestOf(40, DAY + 40);
  const memory = createMemory(() => [...all, person]);
  const { send } = memory.deps;
  let lost = 0;
  memory.deps.send = async (message) => {
    if (!message.text.includes('Spam')) return send(message);
    lost += 1;
    throw new Error('Connection closed');
  };
  for (const one of [...all, person]) {
    // The platform tries again for an hour.
    for (let tries = 0; tries < 10; tries += 1) {
      memory.setNow(DAY + MINUTE + tries * 3 * MINUTE);
      await alertOwner(textEvent(one), memory.deps).catch(() => {});
    }
  }
  expect(lost).toBe(20 * MAX_LOST);
  for (let hour = 1; hour <= MAX_LOST + 1; hour += 1)
    await hourly(memory, DAY + hour * HOUR).catch(() => {});
  expect(lost).toBe(21 * MAX_LOST);
  expect(idsIn(memory.sent).toSorted()).toEqual([...all, person].map(({ id }) => `#${id}`));
  expect(memory.sent.map(({ messageId }) => messageId.split('-', 1)[0])).toEqual([
    '<numbers',
    '<numbers',
  ]);
});

test('messages that may have been accepted leave mails of the hour to those that were not', async () => {
  const waiting = [requestOf(0, DAY), requestOf(1, DAY + 1)];
  const cutOff = Array.from({ length: 2 * MAILS_PER_HOUR }, (_, index) =>
    requestOf(index + 2, DAY + index + 2),
  );
  const memory = createMemory(() => [...waiting, ...cutOff]);
  await memory.deps.startedBy(0);
  await memory.deps.mark(waiting.map(textEvent), () => ({ state: 'waiting', since: DAY }));
  await memory.deps.mark(cutOff.map(textEvent), () => ({ state: 'sending', since: DAY }));
  await hourly(memory, DAY + HOUR);
  expect(idsIn(memory.sent)).toEqual(expect.arrayContaining(waiting.map(({ id }) => `#${id}`)));
  for (let hour = 2; hour <= 4; hour += 1) await hourly(memory, DAY + hour * HOUR);
  expect(new Set(idsIn(memory.sent)).size).toBe(2 + 2 * MAILS_PER_HOUR);
});

test('a message that is refused for now does not hold up the others', async () => {
  const { all, memory } = await leads(2 * DIGEST_SIZE);
  refuse(memory, `#${all.at(-1)!.id}`, new NotAccepted('451 Later', 'deferred'));
  await expect(hourly(memory, 2 * DAY)).rejects.toThrow('451');
  expect(idsIn(memory.sent)).toEqual(all.slice(0, DIGEST_SIZE).map(({ id }) => `#${id}`));
});

test('what another run is mailing is left to it, and a cut-off message is sent again as it was', async () => {
  const all = [requestOf(1, DAY)];
  const memory = createMemory(() => all);
  const { send } = memory.deps;
  memory.deps.send = () => new Promise(() => {});
  memory.setNow(DAY + 1000);
  void alertOwner(textEvent(all[0]!), memory.deps);
  await new Promise(setImmediate);
  memory.deps.send = send;
  memory.setNow(DAY + 2000);
  await mailUnsent(memory.deps);
  expect(memory.sent).toEqual([]);
  memory.setNow(DAY + 1000 + CLAIM_MS);
  await mailUnsent(memory.deps);
  expect(memory.sent.map(({ messageId }) => messageId)).toEqual([
    '<1000000001.text@cabinets.web.app>',
  ]);
});

test('the marks of a request that the owner has removed go, too', async () => {
  let all = [requestOf(1, DAY)];
  const memory = createMemory(() => all);
  await memory.deps.startedBy(0);
  memory.setNow(DAY + 10 * MINUTE);
  await findMissedEvents('first', memory.deps);
  all = [];
  await mailUnsent(memory.deps);
  expect([...memory.marks]).toEqual([]);
});

test('pictures whose event was dropped are found within the hour, and after a day, a week and a month', async () => {
  const all = [1, 20, 30, 8 * 24].map((hours, index) => ({ hours, ...requestOf(index, 0) }));
  const memory = createMemory(() => all);
  const mailed: [number, string][] = [];
  memory.deps.send = async ({ messageId }) => {
    mailed.push([memory.deps.now() / HOUR, messageId]);
  };
  await memory.deps.startedBy(0);
  for (let hour = 1; hour <= 32 * 24; hour += 1) {
    for (const one of all) if (one.hours === hour) one.fields['files'] = files;
    memory.setNow(hour * HOUR);
    await findMissedEvents('first', memory.deps);
    await findMissedEvents('hour', memory.deps);
    await mailUnsent(memory.deps);
    if (hour % 24 === 5)
      for (const age of ['day', 'week', 'month'] as const) await findMissedEvents(age, memory.deps);
  }
  expect(mailed).toEqual([
    [1, `<digest-1000000000-text-${HOUR}@cabinets.web.app>`],
    [30, '<1000000001.pictures@cabinets.web.app>'],
    [174, '<1000000002.pictures@cabinets.web.app>'],
    [31 * 24 + 6, '<1000000003.pictures@cabinets.web.app>'],
  ]);
});

test('a lead from before the first known start is looked for when the start turns out to be earlier', async () => {
  const all = [requestOf(1, HOUR)];
  const memory = createMemory(() => all);
  await memory.deps.startedBy(3 * HOUR);
  memory.setNow(4 * HOUR);
  await findMissedEvents('first', memory.deps);
  expect([...memory.marks]).toEqual([]);
  await memory.deps.startedBy(HOUR);
  await findMissedEvents('first', memory.deps);
  expect([...memory.marks.keys()]).toEqual([numberOf(1)]);
});

test('the largest digest is far below what mail servers take', async () => {
  const files = Array.from({ length: 2 }, () => ({ url: `https://${'x'.repeat(490)}` }));
  const { memory } = await leads(DIGEST_SIZE / 2, { ...LONGEST, files });
  await hourly(memory, 2 * DAY);
  expect(memory.sent).toHaveLength(1);
  const [{ text, html }] = memory.sent as [Message];
  const bytes = Buffer.byteLength(text) + Buffer.byteLength(html);
  console.info(`The largest digest: ${bytes} bytes`);
  // Encoded, a byte takes three at the most; Gmail takes 25 MB.
  expect(bytes).toBeLessThan(8_000_000);
  const more = '… (more of it in the database)';
  expect(text).toContain(`Name:     ${LONGEST.name.slice(0, 120)}${more}\n`);
  expect(text).toContain(`> ${LONGEST.description.slice(0, 500)}${more}\n`);
});
