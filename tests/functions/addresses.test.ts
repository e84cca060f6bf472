/** The built functions with several addresses in ALERT_TO, and when that list changes. On Google's Firestore. */
// @module-tag official
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { officialFirestore } from '../official/workerEmulator';
import type { Deployed } from './deployed/deployed';
import {
  contents,
  createdEvent,
  empty,
  HOUR,
  lead,
  mailServer,
  MINUTE,
  newProcess,
  storeLeads,
  useDeployed,
} from './deployed/deployedWorld';

const START = Date.parse('2026-03-02T10:30:00Z');

describe.skipIf(officialFirestore() === undefined)('with three addresses', () => {
  useDeployed();
  const names = ['owner', 'son', 'office'];
  const some = lead(1, START);
  let three: Deployed;
  beforeAll(() => {
    three = newProcess(undefined, names.map((name) => `${name}@cabinets.example`).join(', '));
  });
  afterAll(() => three.kill());
  afterEach(() => mailServer.forget(''));
  const event = (after: number) => three.created(createdEvent(some), START + after);
  const heard = () =>
    mailServer.mails.map(({ to }) => to![0]!.address!.split('@', 1)[0]).toSorted();

  it('a dead one silences no other one, and has its mail when it is back', async () => {
    await storeLeads([some]);
    for (const [index, dead] of names.entries()) {
      mailServer.mails.length = 0;
      await empty();
      await storeLeads([some]);
      mailServer.forget(`${dead}@cabinets.example`);
      const others = names.toSpliced(index, 1).toSorted();
      await expect(event(1000)).rejects.toThrow('No such user');
      await expect(event(20_000)).rejects.toThrow('No such user');
      expect(heard()).toEqual(others);
      await event(HOUR);
      await expect(three.hourly(START + HOUR)).rejects.toThrow('No such user');
      expect(heard()).toEqual(others);
      mailServer.forget('');
      await three.hourly(START + 2 * HOUR);
      expect(heard()).toEqual(names.toSorted());
    }
    expect(three.log()).toContain('could not be mailed for an hour');
    // Which address it is, unless it is the first.
    expect(three.log()).toContain('(son@cabinets.example)');
  });

  it('each has its mail once, whichever of them a run is killed at', async () => {
    for (const [index, last] of names.entries()) {
      mailServer.mails.length = 0;
      await empty();
      await storeLeads([some]);
      /** How many of them have the mark of their mail. */
      const marked = async () =>
        Object.entries(await contents()).filter(
          ([path, { text }]) =>
            path.startsWith('alerts') && JSON.stringify(text ?? '').includes('"sent"'),
        ).length;
      let isKilled = false;
      mailServer.decideBy(async ({ to }) => {
        if (isKilled || !to![0]!.address!.startsWith(last)) return 'taken';
        isKilled = true;
        // A killed run would leave a lock on what it was about to mark.
        while ((await marked()) < names.length - 1) await new Promise(setImmediate);
        await three.kill();
        return 'cut';
      });
      await expect(event(1000)).rejects.toThrow();
      expect(heard()).toEqual(names.toSpliced(index, 1).toSorted());
      await event(6 * MINUTE);
      await event(4 * MINUTE);
      expect(heard()).toEqual(names.toSorted());
    }
  });
});

describe.skipIf(officialFirestore() === undefined)('when the list of addresses changes', () => {
  useDeployed();
  afterEach(() => mailServer.forget(''));
  const leads = [lead(1, START), lead(2, START + 5 * HOUR)];
  /** The functions as they are deployed for these addresses, until the next ones are. */
  const deployed = async (names: string, run: (functions: Deployed) => Promise<void>) => {
    const some = newProcess(
      undefined,
      names.replaceAll(/\w+/g, (name) => `${name}@cabinets.example`),
    );
    await run(some).finally(() => some.kill());
  };
  /** Stores the lead, whose event comes at once, and lives through the hour behind it. */
  const live = (nth: 0 | 1) => async (some: Deployed) => {
    const { created } = leads[nth]!;
    await storeLeads([leads[nth]!]);
    await some.created(createdEvent(leads[nth]!), created + 1000).catch(() => {});
    await some.hourly(created + HOUR).catch(() => {});
  };
  const hoursLater =
    (...times: number[]) =>
    async (some: Deployed) => {
      for (const hours of times) {
        await some.hourly(START + hours * HOUR);
        await some.daily(START + hours * HOUR);
      }
    };
  const heard = () =>
    mailServer.mails
      .flatMap(({ to, text = '' }) =>
        leads
          .filter(({ id }) => text.includes(id))
          .map(({ id }) => `${to![0]!.address!.split('@', 1)[0]} ${Number(id) % 1000}`),
      )
      .toSorted();
  const SECOND = 'alerts/function/address2';
  const THIRD = 'alerts/function/address3';

  /** Which marks each has is holders.test. `marks`: where the first one's are. `owed`: what comes when the dead one is back. */
  interface Change {
    steps: [names: string, run: (some: Deployed) => Promise<void>][];
    expected: string[];
    marks: string;
    owed: string[];
  }
  it.each<[what: string, change: Change]>([
    [
      'two change places: each has what it was owed, and nothing twice',
      {
        steps: [
          ['owner, son', live(0)],
          ['son, owner', live(1)],
        ],
        expected: ['son 1', 'son 2'],
        marks: SECOND,
        owed: ['owner 1', 'owner 2'],
      },
    ],
    [
      'one is taken out and added again: it hears of what comes from then on',
      {
        steps: [
          ['son, owner', live(0)],
          ['son', hoursLater(2, 3)],
          ['owner, son', live(1)],
        ],
        expected: ['son 1', 'son 2'],
        marks: THIRD,
        owed: ['owner 2'],
      },
    ],
    [
      'one is added, and then the dead one is taken out: what nobody was mailed comes to the one that stays',
      {
        steps: [
          ['owner', live(0)],
          ['owner, son', live(1)],
          ['son', hoursLater(7, 8, 9)],
        ],
        expected: ['son 1', 'son 2'],
        marks: SECOND,
        owed: [],
      },
    ],
    [
      'none at all, and then one',
      {
        steps: [
          ['', live(0)],
          ['son', hoursLater(2)],
        ],
        expected: ['son 1'],
        marks: 'alerts',
        owed: [],
      },
    ],
  ])('%s', async (_, { steps, expected, marks, owed }) => {
    mailServer.forget('owner@cabinets.example');
    for (const [names, run] of steps) await deployed(names, run);
    expect(heard()).toEqual(expected);
    expect((await contents())['alerts/arrivals']!['marks']).toEqual({ stringValue: marks });
    mailServer.forget('');
    mailServer.mails.length = 0;
    const [names] = steps.at(-1)!;
    for (const hours of [30, 31]) await deployed(names, hoursLater(hours));
    expect(heard()).toEqual(owed);
  });

  it('a function that has the list from before, while the others are deployed, has nothing mailed twice', async () => {
    await deployed('son', live(0));
    const { created } = leads[1]!;
    await storeLeads([leads[1]!]);
    await deployed('son, office', (some) => some.created(createdEvent(leads[1]!), created + 1000));
    await deployed('son', (some) => some.hourly(created + 30 * MINUTE));
    await deployed('son, office', (some) => some.hourly(created + 40 * MINUTE));
    expect(heard()).toEqual(['office 2', 'son 1', 'son 2']);
  });

  it('the hook goes on where it was, whichever address is the first', async () => {
    await deployed('owner, son', (some) => some.halfHourly(START));
    await deployed('son, owner', (some) => some.halfHourly(START + HOUR));
    const places = Object.entries(await contents()).filter(([, fields]) => 'heardUntil' in fields);
    expect(places.map(([path]) => path)).toEqual(['alerts/function']);
    const { heardUntil } = places[0]![1] as { heardUntil: { integerValue: string } };
    expect(Number(heardUntil.integerValue)).toBeGreaterThan(START + HOUR / 2);
  });

  it('an empty place in the list is nobody’s, and a fourth address is said to get no mails', async () => {
    await storeLeads(leads);
    await deployed(', owner, , son, office, daughter,', async (some) => {
      await some.created(createdEvent(leads[0]!), START + HOUR);
      expect(some.log()).toContain('daughter@cabinets.example could not be mailed: ALERT_TO takes');
    });
    expect(heard()).toEqual(['office 1', 'owner 1', 'son 1']);
  });
});
