/**
 * The built functions on Google's Firestore through hours and days of a mail server in trouble. Afterwards each lead is in
 * the mailbox with its words, and nothing untrue was said of it.
 */
// @module-tag official
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PIPELINING, scripted, TROUBLES } from '../../functions/test/mailTroubles.js';
import { officialFirestore } from '../official/workerEmulator';
import { deploy, type Deployed } from './deployed/deployed';
import {
  bucket,
  contents,
  createdEvent,
  empty,
  HOUR,
  lead,
  line,
  MINUTE,
  storeLeads,
  useDeployed,
  type Lead,
} from './deployed/deployedWorld';

/** Half past an hour that begins with the newest. */
const START = Date.parse('2026-03-02T10:30:00Z');
const DURATIONS = { 'ten minutes': HOUR / 6, 'six hours': 6 * HOUR, 'two days': 48 * HOUR };

/** Milliseconds. Two days are a hundred runs. */
const LONGEST = 600_000;

type Script = Partial<Record<string, string>>;
interface Mail {
  at: number;
  text: string;
  answer: string;
}

/** What becomes of a message, and the script of the server. Of each outcome one kind: smtp.test.js has all of them. */
const KINDS: [outcome: string, kind: string, script: Script][] = [
  ...Object.entries(TROUBLES as Record<string, Record<string, Script>>)
    .filter(([outcome]) => outcome !== 'taken')
    .map(([outcome, kinds]): [string, string, Script] => {
      const [[kind, script]] = Object.entries(kinds) as [[string, Script]];
      return [outcome, kind, { ehlo: PIPELINING, ...script }];
    }),
  ['unread', 'silence at DATA', { ehlo: '250 here', data: 'silence' }],
  ['lost', 'silence behind the dot', { ehlo: PIPELINING, dot: 'silence' }],
];

describe.skipIf(officialFirestore() === undefined)('a mail server in trouble', () => {
  useDeployed();
  let functions: Deployed;
  const script: Script = {};
  const mails: Mail[] = [];
  let now = START;
  const server = scripted(script, async (source: string, answer: string) => {
    const at = now;
    const { text = '' } = await PostalMime.parse(source);
    mails.push({ at, text, answer });
  });
  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const smtpUrl = `smtp://127.0.0.1:${port}`;
    functions = deploy({ firestore: line.origin, storage: bucket.origin, smtpUrl, mailSpeed: 120 });
  });
  afterAll(async () => {
    await functions.kill();
    server.close();
  });

  /** Three leads of the trouble's first minutes, and one of its end. The platform repeats their events for an hour. */
  async function live(trouble: Script, duration: number): Promise<Lead[]> {
    await empty();
    mails.length = 0;
    Object.assign(script, trouble);
    const end = START + duration;
    const leads = [0, 1, 2].map((index) => lead(index, START + index * MINUTE));
    if (duration > HOUR) leads.push(lead(3, end - 5 * MINUTE));
    const runs = leads.flatMap((one) =>
      [1, 60, 300, 900, 3000, 3700].map((seconds) => {
        const due = one.created + seconds * 1000;
        return { due, run: () => functions.created(createdEvent(one), due), one };
      }),
    );
    const hours = [0.5, ...Array.from({ length: duration / HOUR }, (_, hour) => hour + 1.5)];
    // Behind the trouble the hours in which something is due.
    const later = [1, 2, 3, 4, 7, 8, 9, 25, 26, 27, 32, 33].map((hour) => duration / HOUR + hour);
    const hourly = [...new Set([...hours, ...later.map((hour) => Math.ceil(hour) + 0.5)])];
    const all = [
      ...runs,
      ...hourly.map((hour) => {
        const due = START + hour * HOUR;
        return { due, run: () => functions.hourly(due), one: undefined };
      }),
    ].toSorted((a, b) => a.due - b.due);
    const ended = new Set<Lead>();
    await storeLeads(leads);
    for (const { due, run, one } of all) {
      if (one && ended.has(one)) continue;
      now = due;
      if (due >= end) for (const step of Object.keys(script)) delete script[step];
      const isDone = await run().then(
        () => true,
        () => false,
      );
      if (one && isDone) ended.add(one);
    }
    return leads;
  }

  const said = (text: string, words: RegExp) => words.test(text);
  it.each(
    KINDS.flatMap(([outcome, kind, trouble]) =>
      Object.entries(DURATIONS).map(
        ([name, duration]) => [kind, name, outcome, trouble, duration] as const,
      ),
    ),
  )('%s for %s: %s', { timeout: LONGEST }, async (_, __, outcome, trouble, duration) => {
    const leads = await live(trouble, duration);
    const accepted = mails.filter(({ answer }) => answer.startsWith('2'));
    const unanswered = mails.filter(({ answer }) => !/^\d/.test(answer));
    for (const { id } of leads) {
      const withWords = (some: Mail[]) =>
        some.filter(({ text }) => text.includes(`Four doors, ${id}`)).length;
      const [taken, perhaps] = [withWords(accepted), withWords(unanswered)];
      // Where no answer ever comes, five mails with its words are the most, and may all be in the mailbox.
      const isWhole = taken === 1 || (outcome === 'lost' && taken === 0 && perhaps === 5);
      expect([id, taken, perhaps, isWhole]).toEqual([id, taken, perhaps, true]);
      expect(perhaps).toBeLessThanOrEqual(outcome === 'lost' ? 5 : 0);
    }
    // The owner's page finds what became of a mail by the time of its request.
    const documents = await contents();
    expect(leads.map(({ id }) => documents[`alerts/${id}`]!['created'])).toEqual(
      leads.map(({ created }) => ({ integerValue: String(created) })),
    );
    const told = [...accepted, ...unanswered].map(({ text }) => text);
    const claims = {
      refused: told.filter((text) => said(text, /server refused the mail/)).length > 0,
      deferred: told.filter((text) => said(text, /has put off the mail/)).length > 0,
      lost:
        told.filter((text) => said(text, /did not say whether it took the mail with/)).length > 0,
      large: told.filter((text) => said(text, /too large for your mail server/)).length > 0,
    };
    for (const [claim, isSaid] of Object.entries(claims))
      if (isSaid) expect([claim, outcome]).toEqual([claim, claim === 'large' ? 'tooLarge' : claim]);
  });
});
