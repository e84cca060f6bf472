/** Three of the tests of tests/full/delivery/lostLead.spec.ts. */
import { test, type Death } from './lostLead';

const DEATHS: Death[] = [
  { moment: 0, network: 'online', slower: 1 },
  { moment: 200, network: 'online', slower: 4 },
  { moment: 0, network: 'offline', slower: 4 },
];

for (const death of DEATHS) {
  const { moment, network, slower } = death;
  test(`2. the tab is killed ${moment} ms after the press, ${network}, CPU ${slower} times slower: sent once, with both pictures`, async ({
    sendAndDie,
  }) => {
    await sendAndDie(death);
  });
}
