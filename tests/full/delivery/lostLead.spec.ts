/** Pressing "Send request" is the promise: however soon after it the tab dies. */
import { test } from '../../browser/delivery/lostLead';

for (const network of ['online', 'offline'] as const) {
  for (const slower of [1, 4]) {
    for (const moment of [0, 50, 200, 500, 1000]) {
      test(`2. the tab is killed ${moment} ms after the press, ${network}, CPU ${slower} times slower: sent once, with both pictures`, async ({
        sendAndDie,
      }) => {
        await sendAndDie({ moment, network, slower });
      });
    }
  }
}
