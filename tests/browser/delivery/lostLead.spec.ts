/** One of the tests of tests/full/delivery/lostLead.spec.ts. */
import { test } from './lostLead';

test('2. the tab is killed as soon as "Send request" is pressed: sent once, with both pictures', async ({
  sendAndDie,
}) => {
  await sendAndDie({ moment: 0, network: 'online', slower: 4 });
});
