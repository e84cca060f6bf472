import { expect } from '@playwright/test';
import { once } from '../../browser/delivery/scene';
import { FILLED } from '../../browser/requestForm';
import { storedRequests } from '../../browser/stored';
import { button, heading, miss, see, tap } from '../actions';
import type { Journey } from '../stage';
import {
  drained,
  fillRequest,
  goOffline,
  goOnline,
  openSite,
  pressSend,
  savedRequest,
} from '../steps';

/**
 * A request without a network: saved, shown as waiting also by the page that the worker serves, and
 * sent by itself when the network is back. Where the driver cannot cut the network (WebKit) only the
 * servers are gone: no `online` event tells of their return, the page's timer finds it.
 */
export const requestOffline: Journey = {
  name: 'request offline then online',
  async run(stage) {
    const { backend, site, folder, launch } = stage;
    const browser = await launch();
    const { page } = browser;
    await openSite(page, site);
    await goOffline(stage, browser);
    await fillRequest(page, folder);
    await pressSend(page);
    await see(page, heading('Not sent yet, but safe'), 30_000);
    const saved = await savedRequest(page);
    // The form was never open online: the categories, which are optional, are not known.
    expect(saved.fields).toEqual({ ...FILLED, categories: [] });
    expect(saved.hashes).toHaveLength(2);
    await tap(page, button('Click here to continue'));
    await see(page, button('1 request waiting to be sent'));

    await openSite(page, site);
    await see(page, heading('We make your cabinets look like new!'));
    await see(page, button('1 request waiting to be sent'));
    expect(storedRequests(backend)).toEqual([]);

    await goOnline(stage, browser);
    await drained(page);
    await miss(page, button('waiting to be sent'));
    await once(backend, saved);
  },
};
