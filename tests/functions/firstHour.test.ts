/** The built functions on Google's Firestore: no lead before the first hourly run is forgotten. */
// @module-tag official
import { describe, expect, it } from 'vitest';
import { officialFirestore } from '../official/workerEmulator';
import {
  another,
  contents,
  createdEvent,
  DAY,
  empty,
  functions,
  HOUR,
  lead,
  line,
  mailedNumbers,
  mailServer,
  MINUTE,
  numbersOf,
  picturesEvent,
  storeLeads,
  useDeployed,
  withPictures,
} from './deployed/deployedWorld';

/** Half past ten. */
const START = Date.parse('2026-03-02T10:30:00Z');
const leads = (count: number, from = START) =>
  Array.from({ length: count }, (_, index) => lead(index, from + index * 1000));

describe.skipIf(officialFirestore() === undefined)('in the hour of the deployment', () => {
  useDeployed();

  it('leads that the mail server refused are mailed at the full hour, also when the password was wrong', async () => {
    mailServer.wantPassword('another');
    const some = leads(3);
    await storeLeads(some);
    for (const one of some)
      await expect(functions.created(createdEvent(one), one.created + 1000)).rejects.toThrow('535');
    mailServer.wantPassword('right');
    await functions.hourly(START + HOUR / 2);
    expect(mailedNumbers()).toEqual(numbersOf(some));
  });

  it('of leads that come together, in two processes, the oldest is where the function begins', async () => {
    const second = await another();
    // So long that each would read before the other writes, and the later write would win.
    line.delayBy(150);
    const pair = leads(2);
    const starts: unknown[] = [];
    for (let round = 0; round < 4; round += 1) {
      await empty();
      await storeLeads(pair);
      await Promise.all(
        [functions, second].map((process, index) =>
          process.created(createdEvent(pair[(index + round) % 2]!), START + MINUTE),
        ),
      );
      starts.push((await contents())['alerts/function']);
    }
    await second.kill();
    const expected = { startedAt: { integerValue: String(START) } };
    expect(starts).toEqual(starts.map(() => expected));
  });

  it('a lead whose event the platform lost is mailed at the first full hour', async () => {
    await storeLeads(leads(1));
    await functions.hourly(START + HOUR / 2);
    expect(mailedNumbers()).toEqual(numbersOf(leads(1)));
  });

  it('pictures of a lead from before the function bring no mails of older leads', async () => {
    const old = [...leads(5, START - 21 * DAY), lead(9, START - 20 * DAY)];
    await storeLeads(old);
    const pictured = withPictures(old[5]!);
    await storeLeads([pictured]);
    await functions.changed(picturesEvent(old[5]!, START), START);
    await functions.daily(START + 18 * HOUR);
    await functions.hourly(START + 19 * HOUR);
    expect(mailServer.mails.map(({ messageId }) => messageId)).toEqual([
      `<${old[5]!.id}.pictures@demo-cabinets.web.app>`,
    ]);
  });
});
