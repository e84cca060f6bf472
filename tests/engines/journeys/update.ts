import { expect } from '@playwright/test';
import { field, link, miss, see, tap, type } from '../actions';
import type { Page } from '../engine';
import type { Journey } from '../stage';
import { openSite } from '../steps';
import { until } from '../until';

/** Put before the next release's worker: says who it is. */
const NEXT =
  "addEventListener('message', (e) => e.data === 'who' && e.ports[0].postMessage('next'))";

/** A new release while the visitor is typing: it waits, and is taken when the form is closed. */
export const update: Journey = {
  name: 'update',
  async run({ siteCopy, site, launch }) {
    const { page } = await launch();
    await openSite(page, site);
    await tap(page, link('Request service'));
    await type(page, field('Name'), 'Ana');
    const opened = await page.evaluate(() => performance.timeOrigin);

    siteCopy.prefixWorker(NEXT);
    await page.evaluate(async () => {
      await (await navigator.serviceWorker.getRegistration())!.update();
    });
    await until('the next worker waits', () => isWaiting(page));
    await type(page, field('Address'), 'Butler St');
    expect(await isWaiting(page)).toBe(true);
    expect(await page.evaluate(() => performance.timeOrigin)).toBe(opened);

    await tap(page, { css: 'dialog[open] button[aria-label="Close"]' });
    await until('the page is loaded anew', async () => {
      return (await page.evaluate(() => performance.timeOrigin)) !== opened;
    });
    await see(page, { css: '#root[data-app="started"]' });
    await until('the next worker controls the page', () => isNext(page));
    expect(await isWaiting(page)).toBe(false);
    await miss(page, { css: 'dialog[open]' });

    // What was typed is there.
    await tap(page, link('Request service'));
    const typed = () =>
      page.evaluate(() =>
        ['name', 'address'].map(
          (name) => document.querySelector<HTMLInputElement>(`[name="${name}"]`)?.value,
        ),
      );
    await until('the draft is back', async () => (await typed())[0] === 'Ana');
    expect(await typed()).toEqual(['Ana', 'Butler St']);
  },
};

function isWaiting(page: Page): Promise<boolean> {
  return page.evaluate(
    async () => (await navigator.serviceWorker.getRegistration())!.waiting !== null,
  );
}

/** Whether the controlling worker answers as the next one; the one before answers nothing. */
function isNext(page: Page): Promise<boolean> {
  return page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', ({ data }) => resolve(data === 'next'));
        port1.start();
        setTimeout(() => resolve(false), 1000);
        navigator.serviceWorker.controller?.postMessage('who', [port2]);
      }),
  );
}
