/** The second ear (functions/): each lead is heard where one way works, and a hook changes nothing about the mails. */
// @module-tag full
import { expect, test } from 'vitest';
import { postEvent, postCount } from '../../functions/src/core/hookPosts';
import { alertOwner, eventOf, NotAccepted } from '../../functions/src/core/leadAlerts';
import { mailUnsent } from '../../functions/src/core/unsentLeads';
import { seeded } from '../support/deliveryFaults';
import { createMemory, DAY, fields, files, HOUR, MINUTE, type MemoryDeps } from './memory';

/** When the platform runs a failed hour again. */
const AGAIN = [2.5, 5, 10, 10, 10].map((minutes) => minutes * MINUTE);

type Answer = 200 | 404 | 429 | 500 | 'slow' | 'never';
type Mails = 'every third refused' | 'none taken';

/** A hundred leads of a day, thirty of them in one hour, every second with pictures. */
function leadsOfADay() {
  const random = seeded(7);
  return Array.from({ length: 100 }, (_, index) => {
    const created = index < 30 ? 9 * HOUR + random(HOUR) : random(DAY);
    const attached = index % 2 === 0 ? created + 1 + random(9 * MINUTE) : Infinity;
    return { id: String(1_000_000_000 + index), created, attached };
  });
}

/** Lives through the day and two hours more; `answer` says what the hook does with its nth post. */
async function day(answer: ((nth: number) => Answer) | undefined, mails: Mails) {
  const leads = leadsOfADay();
  const accepted: { text: string; id: string; at: number }[] = [];
  const posts: { text: string; at: number; isLost: boolean }[] = [];
  const queue: { due: number; run(): Promise<void>; waits: number[] }[] = [];
  let [now, sendings, calls] = [0, 0, 0];
  const stored = () =>
    leads
      .filter(({ created }) => created <= now)
      .map(({ id, created }) => ({ id, created, fields: { ...fields, id } }));
  const { deps: inMemory } = createMemory(stored);
  const deps: MemoryDeps = {
    ...inMemory,
    now: () => now,
    async send({ text, messageId }) {
      sendings += 1;
      if (mails === 'none taken') throw new NotAccepted('452', 'unread');
      const reason = (['unread', 'refused', 'deferred'] as const)[(sendings / 3) % 3];
      if (sendings % 3 === 0 && now < DAY) throw new NotAccepted('550', reason!);
      accepted.push({ text, id: messageId, at: now });
    },
    post:
      answer &&
      (async (text) => {
        const what = answer(calls++);
        if (what === 'slow' || what === 'never') now += what === 'slow' ? 9000 : 10_000;
        if (typeof what === 'number' && what !== 200) throw new Error(String(what));
        posts.push({ text, at: now, isLost: what === 'never' });
        if (what === 'never') throw new Error('Timeout');
      }),
  };
  const backoff = Array.from({ length: 60 }, (_, nth) => Math.min(10_000 * 2 ** nth, 10 * MINUTE));
  for (const { id, created, attached } of leads) {
    const after = { ...fields, id, files: attached < Infinity ? files : [] };
    const changes = [
      { before: undefined, time: created },
      { before: fields, time: attached },
    ];
    for (const { before, time } of changes.filter((change) => change.time < Infinity)) {
      const event = eventOf(id, { before, after, time, created })!;
      queue.push({ due: time + 1000, waits: backoff, run: () => alertOwner(event, deps) });
    }
  }
  for (let hour = HOUR; hour <= 2 * DAY + 2 * HOUR; hour += HOUR) {
    const waits = mails === 'none taken' ? [] : AGAIN;
    queue.push({ due: hour, waits, run: () => mailUnsent(deps) });
    for (const minutes of [15, 45])
      queue.push({ due: hour + minutes * MINUTE, waits: [], run: () => postCount(deps) });
  }
  while (queue.length > 0) {
    queue.sort((a, b) => a.due - b.due);
    const { due, run, waits } = queue.shift()!;
    now = Math.max(now, due);
    const [wait, ...later] = waits;
    await run().catch(() => {
      if (wait !== undefined) queue.push({ due: now + wait, waits: later, run });
    });
  }
  return { leads, accepted, posts };
}

const IN_TURN: Answer[] = [200, 404, 429, 500, 'slow', 'never'];
test.each<[what: string, answer: ((nth: number) => Answer) | undefined, mails: Mails]>([
  ['no hook', undefined, 'every third refused'],
  ...IN_TURN.map((each): [string, () => Answer, Mails] => [
    `a hook: ${each}`,
    () => each,
    'every third refused',
  ]),
  ['a hook: all in turn', (nth) => IN_TURN[nth % 6]!, 'every third refused'],
  ['a hook: 200, no mail for two days', () => 200, 'none taken'],
])(
  '%s: each of 100 leads is heard within the hour, and no mail comes twice',
  async (what, answer, mails) => {
    const { leads, accepted, posts } = await day(answer, mails);
    const arrived = posts.filter(({ isLost }) => !isLost);
    const heard = leads.map(({ id, created }) => {
      const isCount = ({ text, at }: (typeof posts)[number]) =>
        / more requests? came/.test(text) && at > created + 5 * MINUTE;
      const times = [
        accepted.find(({ text }) => text.includes(id)),
        arrived.find(({ text }) => text.startsWith(`Request …${id.slice(-4)} `)),
        arrived.find(isCount),
      ].map((one) => one?.at ?? Infinity);
      return Math.min(...times) - created;
    });
    const longest = Math.max(...heard);
    expect(longest).toBeLessThanOrEqual(HOUR);
    expect(new Set(accepted.map(({ id }) => id)).size).toBe(accepted.length);
    for (const { id } of leads) {
      const texts = accepted.filter(({ text }) => text.includes(`Request:  #${id}\n`));
      expect(texts.length, id).toBeLessThanOrEqual(1);
      const own = posts.filter(({ text }) =>
        new RegExp(`^Request …${id.slice(-4)} of [^,]*: `).test(text),
      );
      expect(own.length).toBeLessThanOrEqual(3);
      // Again only behind an answer that was lost.
      expect(
        own.slice(0, -1).every(({ isLost }) => isLost),
        id,
      ).toBe(true);
    }
    const late = posts.filter(({ text }) => text.includes('not been accepted'));
    if (mails === 'none taken') {
      const named = new Set(late.flatMap(({ text }) => text.match(/…\d{4}/g) ?? []));
      expect(named.size).toBe(100);
    } else expect(late).toEqual([]);
    console.info(
      `${what}: ${accepted.length} mails, ${posts.length} posts, the last heard after ${Math.round(longest / MINUTE)} minutes`,
    );
  },
);

test('a post that fails for the last time while a count is posted is in the next count, once', async () => {
  const requests = [1, 2].map((index) => ({ id: `100000000${index}`, created: HOUR, fields }));
  const { deps, setNow } = createMemory(() => requests);
  const [, failing] = requests.map(({ id, created }) => ({
    id,
    kind: 'textHook' as const,
    created,
  }));
  await deps.mark([failing!], () => ({ state: 'sending', since: 0, tries: 2 }));
  const posts: string[] = [];
  const event = eventOf(failing!.id, {
    before: undefined,
    after: fields,
    time: HOUR,
    created: HOUR,
  })!;
  deps.post = async () => {
    throw new Error('500');
  };
  const counting = {
    ...deps,
    post: async (text: string) => {
      posts.push(text);
      if (posts.length === 1) await postEvent(event, deps);
    },
  };
  for (const hour of [2, 3, 4]) {
    setNow(hour * HOUR);
    await postCount(counting);
  }
  expect(posts).toEqual(['1 more request came.', '1 more request came.']);
});

test('mails that merely wait for a day are not said to be refused, and twenty are named', async () => {
  const requests = Array.from({ length: 21 }, (_, index) => ({
    id: String(1_000_000_000 + index),
    created: HOUR + MINUTE + index,
    fields,
  }));
  const { deps, setNow } = createMemory(() => requests);
  const posts: string[] = [];
  await deps.setHeardUntil(25 * HOUR);
  const marked = (kind: 'text' | 'textHook') => requests.map((one) => ({ ...one, kind }));
  await deps.mark(marked('text'), () => ({ state: 'waiting', since: HOUR }));
  await deps.mark(marked('textHook'), () => ({ state: 'sent', since: HOUR }));
  setNow(26 * HOUR);
  await postCount({ ...deps, post: async (text) => void posts.push(text) });
  const ids = requests.slice(0, 20).map(({ id }) => `…${id.slice(-4)} of 1970-01-01 01:01 UTC`);
  expect(posts).toEqual([
    `The mail about request ${ids.join(', ')} and more has not been accepted for a day: look at the log.`,
  ]);
});

test('a hook that was ended for weeks and is there again counts nothing of those weeks', async () => {
  const requests = [1, 2, 3].map((day) => ({ id: `100000000${day}`, created: day * DAY, fields }));
  const { deps, setNow } = createMemory(() => requests);
  const posts: string[] = [];
  const withHook = { ...deps, post: async (text: string) => void posts.push(text) };
  setNow(DAY / 2);
  await postCount(withHook);
  for (let time = DAY; time < 20 * DAY; time += HOUR / 2) {
    setNow(time);
    await postCount(deps);
  }
  setNow(20 * DAY);
  await postCount(withHook);
  expect(posts).toEqual([]);
});
