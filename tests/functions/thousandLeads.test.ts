/**
 * A thousand leads through the built functions, on Google's Firestore and with a real mail server: processes are
 * killed, events come twice, late, in any order or never, and nothing takes mails for two of three days.
 */
// @module-tag official
import { describe, expect, it } from 'vitest';
import { officialFirestore } from '../official/worker';
import { seeded } from '../support/deliveryFaults';
import type { DocumentEvent } from './deployed/deployed';
import type { Mail } from './deployed/mailServer';
import {
  createdEvent,
  DAY,
  functions,
  HOUR,
  lead,
  mailServer,
  MINUTE,
  picturesEvent,
  storeLeads,
  useDeployed,
  withPictures,
  type Lead,
} from './deployed/world';

const BEGIN = Date.parse('2026-03-02T10:10:00Z');
/** The first hour ends with the first run by schedule. */
const FIRST_HOUR = 40;
/** When the mail server is down. */
const DOWN = { from: BEGIN + 4 * HOUR, to: BEGIN + 4 * HOUR + 2 * DAY + 17 * MINUTE };
const BUSY_HOUR = Math.ceil(DOWN.to / HOUR + 5) * HOUR;
const END = DOWN.to + 20 * HOUR;
/** What is due within this time runs at the same time, in any order. */
const WINDOW = 30 * MINUTE;
/** Events that one process has at the same time, at the most. */
const TOGETHER = 24;
/** The key of a run by schedule, which runs alone. */
const SCHEDULE = 'schedule';
/** The platform begins with seconds; so that the outage is soon over, here it is always about half an hour. */
const RETRY = 25 * MINUTE;

interface Run {
  /** Of two runs for one lead, Firestore lets one wait for seconds; `deployed.test.ts` has those. */
  key: string;
  due: number;
  /** How often it may be tried again: the platform's own runs by schedule are. */
  retries: number;
  start(now: number): Promise<void>;
}

const random = seeded(45);

function thousandLeads(): Lead[] {
  const times = [
    ...Array.from({ length: FIRST_HOUR }, () => BEGIN + random(45 * MINUTE)),
    ...Array.from({ length: 60 }, () => BUSY_HOUR + random(HOUR)),
    ...Array.from({ length: 150 }, () => DOWN.from + random(DOWN.to - DOWN.from)),
  ];
  while (times.length < 1000) {
    const time = BEGIN + random(END - BEGIN);
    if (time < DOWN.from || time >= DOWN.to) times.push(time);
  }
  return times.map((time, index) => lead(index, time));
}

describe.skipIf(officialFirestore() === undefined)('a thousand leads', () => {
  useDeployed();

  it('stand each in a mail, and twice only where a mail was taken and not marked', async () => {
    const leads = thousandLeads().toSorted((a, b) => a.created - b.created);
    const runs: Run[] = [];
    const add = (run: Run) => {
      const after = runs.findLastIndex(({ due }) => due <= run.due);
      runs.splice(after + 1, 0, run);
    };
    /** Leads whose mail the server took, and whose run died or failed before it could mark it. */
    const taken = new Set<string>();
    let kills = 0;
    let failures = 0;

    // The platform loses a tenth of the events, and brings a tenth twice, out of order.
    const deliver = (event: DocumentEvent, time: number) => {
      const call = event.before ? functions.changed : functions.created;
      const times = [0, 1, 1, 1, 1, 1, 1, 1, 1, 2][random(10)]!;
      for (let count = 0; count < times; count += 1)
        add({
          key: event.id,
          due: time + random(MINUTE),
          retries: Infinity,
          start: (now) => call(event, now),
        });
    };
    const writes: { due: number; lead: Lead }[] = [];
    for (const [index, one] of leads.entries()) {
      writes.push({ due: one.created, lead: one });
      deliver(createdEvent(one), one.created);
      if (index % 5 > 0) continue;
      const time = one.created + random(10 * MINUTE);
      writes.push({ due: time, lead: withPictures(one) });
      deliver(picturesEvent(one, time), time);
    }
    for (let hour = Math.ceil(BEGIN / HOUR) * HOUR; hour <= END + 2 * HOUR; hour += HOUR) {
      // In the outage a second try fails as the first did, so that only every sixth hour has one.
      const isHopeless = hour >= DOWN.from && hour < DOWN.to - HOUR && (hour / HOUR) % 6 > 0;
      const retries = isHopeless ? 0 : 1;
      add({ key: SCHEDULE, due: hour, retries, start: (now) => functions.hourly(now) });
    }
    for (let day = BEGIN + 18 * HOUR; day < END; day += DAY)
      add({ key: SCHEDULE, due: day, retries: 2, start: (now) => functions.daily(now) });

    let isDeadly = false;
    mailServer.decideBy(async (mail) => {
      const fate = random(90);
      const numbers = [...new Set(mail.text?.match(/\b1\d{9}\b/g))];
      if (isDeadly) {
        isDeadly = false;
        kills += 1;
        await functions.kill();
        if (fate % 2 === 0) return 'cut';
      } else if (fate > 1) return 'taken';
      else if (fate === 1) return 'later';
      // Taken, and its run dies or never hears of it.
      for (const number of numbers) taken.add(number);
      return 'lost';
    });

    writes.sort((a, b) => a.due - b.due);
    let isDown = false;
    while (runs.length > 0) {
      const now = runs[0]!.due;
      const shouldBeDown = now >= DOWN.from && now < DOWN.to;
      if (shouldBeDown !== isDown) await (shouldBeDown ? mailServer.goDown() : mailServer.goUp());
      isDown = shouldBeDown;
      const some: Run[] = [];
      // A process dies with one run only: Google's engine keeps the locks of open transactions for 20 s.
      isDeadly = random(7) === 0;
      const most = isDeadly || runs[0]!.key === SCHEDULE ? 1 : TOGETHER;
      while (some.length < most && runs[0] && runs[0].due < now + WINDOW) {
        const { key } = runs[0];
        if (some.length > 0 && (key === SCHEDULE || some.some((one) => one.key === key))) break;
        some.push(runs.shift()!);
      }
      const clock = some.at(-1)!.due;
      const next = writes.findIndex(({ due }) => due > clock);
      const written = writes.splice(0, next < 0 ? writes.length : next);
      if (written.length > 0) await storeLeads(written.map(({ lead }) => lead));
      await Promise.all(
        some.map(async (run) => {
          try {
            await run.start(clock);
          } catch {
            failures += 1;
            if (run.retries === 0) return;
            const due = clock + RETRY + random(2 * MINUTE);
            add({ ...run, due, retries: run.retries - 1 });
          }
        }),
      );
    }

    const { mails } = mailServer;
    const missing: string[] = [];
    const repeated: string[] = [];
    let repeats = 0;
    for (const [index, { id }] of leads.entries()) {
      for (const kind of index % 5 === 0 ? ['text', 'pictures'] : ['text']) {
        const own = mails.filter((mail) => tells(mail, id, kind));
        if (own.length === 0) missing.push(`${id} ${kind}`);
        const ids = new Set(own.map(({ messageId }) => messageId));
        repeats += own.length - 1;
        // The same message again, after it was taken and could not be marked.
        if (ids.size > 1 || (own.length > 1 && !taken.has(id))) repeated.push(`${id} ${kind}`);
      }
    }
    console.info(
      `${leads.length} leads, ${mails.length} mails, ${repeats} repeats, ${kills} kills, ${failures} failed runs`,
    );
    expect({ missing, repeated }).toEqual({ missing: [], repeated: [] });
    expect(kills).toBeGreaterThan(5);
    expect(repeats).toBeGreaterThan(0);
  }, 600_000);
});

/** Whether the mail has the text of this request, or its pictures' addresses. */
const tells = ({ text = '' }: Mail, id: string, kind: string) =>
  text.includes(kind === 'text' ? `Request:  #${id}\n` : `/requests%2F${id}%2Fpicture`);
