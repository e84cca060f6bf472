/** The owner's alerts (functions/): what they say, and that each goes out whatever happens to the function. */
import { expect, test } from 'vitest';
import { createFirestoreStore } from '../../backend/firestore/store';
import { toFields } from '../../backend/protoJson';
import {
  alertOwner,
  eventOf,
  type LeadEvent,
  type Mark,
  type Message,
  type AlertDeps,
} from '../../functions/src/leadAlerts';
import { createMailbox } from '../../tools/dataPage/mailbox';
import { seeded } from '../browser/delivery/faultSchedule';

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

/** All that is asked of the outside world; nothing goes wrong in it. */
function quiet(change: Partial<AlertDeps> = {}) {
  const sent: Message[] = [];
  const givenUp: LeadEvent[] = [];
  const deps: AlertDeps = {
    mark: async () => undefined,
    send: async (message) => void sent.push(message),
    serviceTypes: async () => [{ id: 'doors', name: 'Doors & drawers' }, null],
    now: () => 0,
    giveUp: (event) => void givenUp.push(event),
    host: 'cabinets.web.app',
    ...change,
  };
  return { sent, givenUp, deps };
}

test('the text at once, the pictures in the same thread', async () => {
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

test('nothing else is told', () => {
  const change = (before: object, after: object, id = '1234567890') =>
    eventOf(id, { before: { ...fields, ...before }, after: { ...fields, ...after }, time: 0 });
  expect(change({}, { status: 2 })).toBeUndefined();
  expect(change({ files }, { files: files.slice(1) })).toBeUndefined();
  expect(change({ files }, {})).toBeUndefined();
  expect(change({}, { files }, 'x>\r\nBcc: y')).toBeUndefined();
});

test('a visitor’s text adds no header and no line', async () => {
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

test('what cannot be mailed is tried again for twenty hours, then given up', async () => {
  let now = 20 * HOUR - 1;
  const send = () => Promise.reject(new Error('550 No such user'));
  const { givenUp, deps } = quiet({ send, now: () => now });
  const event = textOf('1234567890');
  await expect(alertOwner(event, deps)).rejects.toThrow('550');
  expect(givenUp).toEqual([]);
  now += 1;
  await alertOwner(event, deps);
  expect(givenUp).toEqual([event]);
});

test('a claim ends with its mail’s failure, and another run’s stays', async () => {
  let now = HOUR;
  let stored: Mark | undefined;
  let refuse: (error: Error) => void = () => {};
  const mark: AlertDeps['mark'] = async (_, next) => {
    const before = stored;
    stored = next(before);
    return before;
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

test('npm start: what was stored before it is told again, an owner’s change is not', async () => {
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

interface Sending {
  message: Message;
  /** Whether the run that sent it came to mark it. */
  isMarked: boolean;
}

/**
 * The platform, on a clock of its own: delivers events at least once and in any order, several at a time,
 * until a run has ended well. Any step of a run fails, or is its last: before it does anything or after.
 */
async function deliver(events: readonly LeadEvent[], seed: number): Promise<Sending[]> {
  const random = seeded(seed);
  const marks = new Map<string, Mark>();
  const sendings: Sending[] = [];
  const turns: (() => void)[] = [];
  const deliveries = events.flatMap((event) =>
    // Some come twice or three times though nothing has failed.
    Array.from({ length: 1 + random(3) }, () => ({ event, due: random(2000) })),
  );
  let now = 0;

  const run = ({ event }: { event: LeadEvent }) => {
    const sending: Sending[] = [];
    const again = () => void deliveries.push({ event, due: now + 10_000 + random(600_000) });
    const step = async <T>(effect: () => T): Promise<T> => {
      await new Promise<void>((resolve) => turns.push(resolve));
      const fate = random(16);
      if (fate === 0) throw new Error('Not reachable');
      const result = fate === 1 ? undefined : effect();
      if (fate === 3) throw new Error('The answer is lost');
      if (fate > 3) return result as T;
      again();
      return new Promise<never>(() => {});
    };
    const deps = {
      mark: ({ id, kind }: LeadEvent, next: (before: Mark | undefined) => Mark) =>
        step(() => {
          const before = marks.get(id + kind);
          const mark = next(before);
          marks.set(id + kind, mark);
          for (const one of sending) one.isMarked ||= mark !== before && mark.state === 'sent';
          return before;
        }),
      send: (message: Message) =>
        step(() => {
          sending.push({ message, isMarked: false });
          sendings.push(...sending);
        }),
      serviceTypes: () => step(() => []),
      now: () => now,
    };
    alertOwner(event, quiet(deps).deps).catch(again);
  };

  for (;;) {
    await new Promise(setImmediate);
    const due = deliveries.filter((delivery) => delivery.due <= now);
    const choice = random(turns.length + due.length + 1);
    const delivery = due[choice - turns.length];
    now += random(200);
    if (choice < turns.length) turns.splice(choice, 1)[0]!();
    else if (delivery) run(deliveries.splice(deliveries.indexOf(delivery), 1)[0]!);
    else if (turns.length + due.length === 0) {
      if (deliveries.length === 0) return sendings;
      now = Math.min(...deliveries.map((waiting) => waiting.due));
    }
  }
}

test('100 leads, events repeated and reordered, runs that fail or die at any step: none unsent, repeats only where a run ended unmarked', async () => {
  let repeats = 0;
  for (let seed = 1; seed <= 100; seed += 1) {
    const id = String(1_000_000_000 + seed);
    const events = [textOf(id), picturesOf(id)];
    const sendings = await deliver(events, seed);
    for (const { kind } of events) {
      const messageId = `<${id}.${kind}@cabinets.web.app>`;
      const same = sendings.filter(({ message }) => message.messageId === messageId);
      // Sent, the last of them marked, and each before it by a run that ended in between.
      expect(same.map(({ isMarked }) => isMarked)).toEqual(
        same.map((_, i) => i === same.length - 1),
      );
      expect(same.length).toBeGreaterThan(0);
      for (const { message } of same) expect(message).toEqual(same[0]!.message);
      repeats += same.length - 1;
    }
  }
  expect(repeats).toBeGreaterThan(0);
});
