import { expect } from '@playwright/test';
import { holdDelivery, once, uploadCommand } from '../../browser/delivery/scene';
import { storedRequests } from '../../browser/stored';
import { heading, see } from '../actions';
import type { Journey } from '../stage';
import { drained, fillRequest, openSite, pressSend, savedRequest } from '../steps';
import { until } from '../until';

/** The browser is killed while a picture is on its way, and started again. */
export const killed: Journey = {
  name: 'killed and restarted',
  restarts: true,
  async run({ backend, site, folder, launch }) {
    const first = await launch();
    await openSite(first.page, site);
    await fillRequest(first.page, folder);
    const release = await holdDelivery(first.page);
    await pressSend(first.page);
    const saved = await savedRequest(first.page);
    // The first picture's bytes meet silence: the text has arrived, the pictures have not.
    const silent = backend.faults.add({ ...uploadCommand(/^upload/), do: { kind: 'silence' } });
    await release();
    await until('a picture is on its way', async () => silent.hits > 0);
    await first.kill();
    silent.remove();
    expect(storedRequests(backend).map(({ files }) => files)).toEqual([[]]);

    const { page } = await launch();
    await openSite(page, site);
    await see(page, heading('We make your cabinets look like new!'));
    await drained(page);
    await once(backend, saved);
  },
};
