/** The alerts (functions/) through days of faults: every lead is told, and nothing twice but the same message. */
// @module-tag full
import { expect, test } from 'vitest';
import { alertOwner, eventOf, NotAccepted } from '../../functions/src/core/leadAlerts';
import type { Message } from '../../functions/src/core/mailTexts';
import { findMissedEvents } from '../../functions/src/core/missedEvents';
import { mailUnsent } from '../../functions/src/core/unsentLeads';
import { seeded } from '../support/deliveryFaults';
import { createMemory, DAY, HOUR, MINUTE, type MemoryDeps } from './memory';

/** When the mail server takes nothing. */
const DOWN = { from: DAY, to: 3 * DAY + 17 * MINUTE };
/** An hour in which sixty leads come. */
const BUSY_HOUR = 3 * DAY + 9 * HOUR;
const END = 5 * DAY;
/** Leads of the first hour count, before the function has ever run by schedule. */
const FIRST = 0;

interface Sending {
  message: Message;
  at: number;
  /** Whether the run that sent it came to mark it. */
  isMarked: boolean;
}

interface Delivery {
  due: number;
  start(): void;
}

const timeless = (text: string) => text.replaceAll(/^Sent from the website .*\n\n/gm, '');

/** A thousand leads, half of them with pictures, sixty in one hour. */
function leads(random: (below: number) => number) {
  const created = Array.from({ length: 1000 }, (_, index) =>
    index < 60 ? BUSY_HOUR + random(HOUR) : FIRST + random(END - FIRST),
  );
  return created.map((time, index) => ({
    id: String(1_000_000_000 + index),
    created: time,
    attached: index % 2 === 0 ? time + random(10 * MINUTE) : Infinity,
  }));
}

/**
 * The platform, on a clock of its own: it delivers events in any order, some twice and some never, several at a
 * time, and runs what fails or dies again. Any step of a run fails, or is its last: before it does anything or
 * after.
 */
async function live(seed: number) {
  const random = seeded(seed);
  const all = leads(random);
  const sendings: Sending[] = [];
  const turns: (() => void)[] = [];
  const deliveries: Delivery[] = [];
  let now = 0;

  const filesAt = (lead: (typeof all)[number], time: number) =>
    lead.attached <= time ? [{ url: `https://x.example/${lead.id}` }] : [];
  const fieldsOf = (lead: (typeof all)[number], time: number) => ({
    name: `Lead ${lead.id}`,
    description: lead.id,
    created: lead.created,
    files: filesAt(lead, time),
  });

  const stored = () =>
    all
      .filter(({ created }) => created <= now)
      .map((lead) => ({ id: lead.id, created: lead.created, fields: fieldsOf(lead, now) }));
  const memory = createMemory(stored);

  /** One run's view of the world; a run that dies never goes on. */
  const depsOf = (die: () => void): MemoryDeps => {
    const sending: Sending[] = [];
    const step = async <T>(
      effect: () => T | Promise<T>,
      failure = new Error('Not reachable'),
    ): Promise<T> => {
      await new Promise<void>((resolve) => turns.push(resolve));
      const fate = random(512);
      if (fate === 0) throw failure;
      const result = fate === 1 ? undefined : await effect();
      if (fate === 3) throw new Error('The answer is lost');
      if (fate > 3) return result as T;
      die();
      return new Promise<never>(() => {});
    };
    const noMail = new NotAccepted('Connection refused', 'unread');
    const { deps } = memory;
    return {
      ...deps,
      mark: (events, next) =>
        step(() => {
          // A run sends one message after the other.
          const last = sending.at(-1);
          return deps.mark(events, (before, index) => {
            const mark = next(before, index);
            if (mark !== before && mark.state === 'sent' && last) last.isMarked = true;
            return mark;
          });
        }),
      send: (message) =>
        step(() => {
          if (now >= DOWN.from && now < DOWN.to) throw noMail;
          sending.push({ message, at: now, isMarked: false });
          sendings.push(sending.at(-1)!);
        }, noMail),
      serviceTypes: () => step(() => []),
      now: () => now,
      countUntil: (...question) => step(() => deps.countUntil(...question)),
      startedBy: (time) => step(() => deps.startedBy(time)),
      openRequests: (...question) => step(() => deps.openRequests(...question)),
      requestsInDigest: (digest) => step(() => deps.requestsInDigest(digest)),
      fieldsOf: (ids) => step(() => deps.fieldsOf(ids)),
      marksOf: (ids) => step(() => deps.marksOf(ids)),
      takeMail: (...question) => step(() => deps.takeMail(...question)),
      owedRequests: (...question) => step(() => deps.owedRequests(...question)),
      nextPage: async (...question) => {
        const page = await step(() => deps.nextPage(...question));
        return { ...page, store: () => step(() => page.store()) };
      },
    };
  };

  const plan = (delivery: Delivery) => {
    const after = deliveries.findLastIndex(({ due }) => due <= delivery.due);
    deliveries.splice(after + 1, 0, delivery);
  };
  /** `retries` are the milliseconds after which the platform runs what fails or dies again. */
  const add = (due: number, retries: number[], work: (deps: MemoryDeps) => Promise<void>) => {
    const [wait, ...later] = retries;
    const again = () => wait !== undefined && add(now + wait, later, work);
    plan({ due, start: () => void work(depsOf(again)).catch(again) });
  };

  for (const lead of all) {
    const change = (before: object | undefined, time: number) =>
      eventOf(lead.id, {
        before: before as never,
        after: fieldsOf(lead, time),
        time,
        created: lead.created,
      });
    const events = [change(undefined, lead.created)];
    if (lead.attached < Infinity) events.push(change({}, lead.attached));
    for (const event of events) {
      // The platform drops some, and brings others twice.
      const times = [0, 1, 1, 1, 1, 1, 2][random(7)]!;
      for (let time = 0; time < times; time += 1) {
        const retries = Array.from({ length: 200 }, () => 10_000 + random(10 * MINUTE));
        add(event!.time + random(3000), retries, (deps) => alertOwner(event!, deps));
      }
    }
  }
  const RETRIES = [2.5, 5, 10, 10, 10].map((minutes) => minutes * MINUTE);
  for (let hour = HOUR; hour <= END + HOUR; hour += HOUR) {
    add(hour, RETRIES, async (deps) => {
      await findMissedEvents('first', deps);
      await findMissedEvents('hour', deps);
      await mailUnsent(deps);
    });
  }

  for (;;) {
    await new Promise(setImmediate);
    const next = deliveries[0];
    now += random(200);
    if (next && next.due <= now && (turns.length === 0 || random(2) === 0)) {
      deliveries.shift()!.start();
    } else if (turns.length > 0) turns.splice(random(turns.length), 1)[0]!();
    else if (next) now = Math.max(now, next.due);
    else return { all, sendings };
  }
}

test('after two days without a mail server, each of 1,000 leads is mailed within an hour, even with lost and repeated events', async () => {
  const { all, sendings } = await live(2);
  const late: string[] = [];
  let repeats = 0;
  for (const { id, created, attached } of all) {
    for (const [kind, time] of [
      ['text', created],
      ['pictures', attached],
    ] as const) {
      if (time === Infinity) continue;
      const part = kind === 'text' ? `Request:  #${id}\n` : `https://x.example/${id}\n`;
      const same = sendings.filter(({ message }) => message.text.includes(part));
      const isWaiting = time >= DOWN.from - HOUR && time < DOWN.to;
      const until = isWaiting ? DOWN.to + HOUR : time + 2 * HOUR;
      if (!(same[0] && same[0].at <= until)) late.push(`${id} ${kind}`);
      // One message; the last of it is marked, and each before it by a run that ended in between.
      expect(new Set(same.map(({ message }) => message.messageId)).size, id).toBe(1);
      expect(same.map(({ isMarked }) => isMarked)).toEqual(
        same.map((_, index) => index === same.length - 1),
      );
      // Only the age of the request, which a mail that is late says, may differ.
      for (const { message } of same)
        expect(timeless(message.text)).toEqual(timeless(same[0]!.message.text));
      repeats += same.length - 1;
    }
  }
  expect(late).toEqual([]);
  expect(repeats).toBeGreaterThan(0);
  const busy = all.filter(({ created }) => created >= BUSY_HOUR && created < BUSY_HOUR + HOUR);
  const alone = busy.filter(({ id }) =>
    sendings.some(({ message }) => message.messageId.startsWith(`<${id}.text@`)),
  );
  expect(busy.length).toBeGreaterThanOrEqual(60);
  expect(alone.length).toBeLessThanOrEqual(20);
});
