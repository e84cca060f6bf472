/**
 * A stranger's flood of requests and the built functions, in little memory, on Google's Firestore and with a real mail
 * server: the lead in the middle of it is in a mail.
 */
// @module-tag official
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toFields } from '../../backend/protoJson';
import { officialFirestore } from '../official/workerEmulator';
import { LONGEST } from './memory';
import type { Deployed } from './deployed/deployed';
import {
  contents,
  DAY,
  HOUR,
  lead,
  mailServer,
  MINUTE,
  newProcess,
  numbersOf,
  store,
  storeLeads,
  useDeployed,
  type Lead,
} from './deployed/deployedWorld';

const START = Date.parse('2026-03-02T10:00:00Z');
/** MiB. Google's default for a function is 256 for the whole process. */
const HEAP = 192;
const MEMORY = 256 * 1024 * 1024;

/** What older rules let in: a megabyte, most of it in the addresses of two pictures. */
const HUGE = {
  files: Array.from({ length: 2 }, () => ({ url: `https://x.example/${'t'.repeat(510_000)}` })),
};

/** The numbers of the requests whose text stands in a mail, as often as it does. */
const mailedTexts = () =>
  mailServer.mails
    .flatMap(({ text = '' }) => [...text.matchAll(/^Request: {2}#(1\d{9})$/gm)])
    .map(([, number]) => number!)
    .toSorted();

/** So many leads within an hour, and in their middle one of a person. */
const flood = (count: number, change: Parameters<typeof lead>[2] = {}): Lead[] =>
  Array.from({ length: count }, (_, index) =>
    lead(index, START + index, index === Math.floor(count / 2) ? {} : change),
  );

async function storeAll(leads: readonly Lead[], most: number): Promise<void> {
  for (let first = 0; first < leads.length; first += most)
    await storeLeads(leads.slice(first, first + most));
}

describe.skipIf(officialFirestore() === undefined)('a flood of requests', () => {
  useDeployed();
  let small: Deployed;
  beforeEach(() => {
    small = newProcess(HEAP);
  });
  afterEach(() => small.kill());

  /** Runs every hour until nothing more is mailed. Resolves with the hours. */
  async function mailAll(from: number): Promise<number> {
    for (let hours = 0; ; hours += 1) {
      const before = mailServer.mails.length;
      await small.hourly(from + hours * HOUR);
      if (mailServer.mails.length === before) return hours;
    }
  }

  it.each([
    ['3,000 of the longest', flood(3000, LONGEST), 100],
    ['150 of a megabyte each', flood(150, HUGE), 4],
    ['20,000 ordinary ones', flood(20_000), 500],
  ])(
    '%s: each is in one mail, and the memory is enough',
    async (what, leads, most) => {
      await storeAll(leads, most);
      await store({ 'alerts/function': toFields({ startedAt: START - DAY }) });
      const hours = await mailAll(START + HOUR);
      expect(mailedTexts()).toEqual(numbersOf(leads));
      const lengths = mailServer.mails.map(({ text = '', html = '' }) => text.length + html.length);
      expect(Math.max(...lengths)).toBeLessThan(8_000_000);
      // The pages of a day's looks are as large as those of an hour, however many there are.
      if (leads.length <= 3000) await small.daily(START + 32 * DAY);
      console.info(
        `${what}: ${mailServer.mails.length} mails in ${hours} hours, ${Math.round(small.peak() / 2 ** 20)} MiB`,
      );
      expect(small.peak()).toBeLessThan(MEMORY);
    },
    900_000,
  );

  it('is mailed whole, whichever page of it a run is killed at', async () => {
    const leads = flood(1500);
    await storeAll(leads, 500);
    await store({ 'alerts/function': toFields({ startedAt: START - DAY }) });
    let now = START + HOUR;
    /** The number of the last request that the first look has marked. */
    const reached = async () =>
      (
        (await contents())['alerts/function'] as {
          searched?: {
            mapValue: {
              fields: { first: { mapValue: { fields: { id: { stringValue: string } } } } };
            };
          };
        }
      ).searched?.mapValue.fields.first.mapValue.fields.id.stringValue ?? '';
    // The pages of the first look have 300 requests.
    for (const page of [1, 2, 3, 5]) {
      const run = small.hourly(now).catch(() => {});
      while ((await reached()) < leads[page * 300 - 1]!.id) await new Promise(setImmediate);
      await small.kill();
      await run;
      now += 3 * MINUTE;
    }
    // The digests: of 8, the first, the second, one in the middle and the last.
    const deadly = new Set([1, 2, 5, 9]);
    let tries = 0;
    let kills = 0;
    mailServer.decideBy(async () => {
      tries += 1;
      if (!deadly.has(tries)) return 'taken';
      await small.kill();
      kills += 1;
      return 'lost';
    });
    for (let runs = 0; runs < 12; runs += 1) {
      await small.hourly(now).catch(() => {});
      now += HOUR;
    }
    const once = new Map<string, Set<string>>();
    for (const { messageId = '', text = '' } of mailServer.mails)
      for (const number of text.match(/\b1\d{9}\b/g) ?? [])
        once.set(number, (once.get(number) ?? new Set()).add(messageId));
    expect([...once.keys()].toSorted()).toEqual(numbersOf(leads));
    expect([...once].filter(([, ids]) => ids.size > 1)).toEqual([]);
    // Each message once, and once more for each time that its run died behind it.
    const messages = new Set(mailServer.mails.map(({ messageId }) => messageId));
    expect([mailServer.mails.length - messages.size, kills]).toEqual([deadly.size, deadly.size]);
  }, 600_000);
});
