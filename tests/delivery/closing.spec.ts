/** What the page says becomes of a waiting request if it is closed, in a browser that allows Background Sync or not. */
import { expect, test } from '../support/fixtures';
import { fillRequest, pressSend, waitingRecords } from '../support/deliveryActions';

const GOES_ON = 'You may close this page: your request goes on by itself.';
const WAITS = 'Please keep this page open until it is sent. If you close it, your request is sent';

test('a request that waits says what closing the page does where Background Sync is denied, and then granted', async ({
  page,
  context,
  site,
  backend,
}) => {
  const browser = await context.browser()!.newBrowserCDPSession();
  const session = await context.newCDPSession(page);
  const { targetInfo } = await session.send('Target.getTargetInfo');
  const allowSync = (setting: 'granted' | 'denied') =>
    browser.send('Browser.setPermission', {
      permission: { name: 'background-sync' },
      setting,
      origin: site,
      ...(targetInfo.browserContextId && { browserContextId: targetInfo.browserContextId }),
    });
  const dialog = page.getByRole('dialog');
  await allowSync('denied');
  await fillRequest(page);
  await context.setOffline(true);
  await backend.goDown();
  await pressSend(page);
  await expect(page.getByRole('heading', { name: 'Not sent yet, but safe' })).toBeVisible();
  await expect(dialog.getByRole('paragraph').filter({ hasText: WAITS })).toBeVisible();
  await expect(page.getByText(GOES_ON)).toHaveCount(0);
  expect(await waitingRecords(page)).toHaveLength(1);

  // The list says the same, and asks anew.
  await allowSync('granted');
  await page.getByRole('button', { name: 'Click here to continue' }).click();
  await page.getByRole('button', { name: /request waiting/ }).click();
  await expect(dialog.getByText(WAITS)).toBeVisible();
  await dialog.getByRole('button', { name: 'Try now' }).click();
  await expect(dialog.getByText(GOES_ON)).toBeVisible();
  await expect(page.getByText(WAITS)).toHaveCount(0);
});
