/** What the page says becomes of a waiting request if it is closed, in a browser that allows Background Sync or not. */
import { expect, test } from '../support/fixtures';
import { fillRequest, pressSend, waitingRecords } from '../support/deliveryActions';

const GOES_ON = 'You may close this page: your request goes on by itself.';
const WAITS = 'Please keep this page open until it is sent. If you close it, your request is sent';

for (const setting of ['granted', 'denied'] as const) {
  test(`a request that waits says what closing the page does where Background Sync is ${setting}`, async ({
    page,
    context,
    site,
    backend,
  }) => {
    const browser = await context.browser()!.newBrowserCDPSession();
    const session = await context.newCDPSession(page);
    const { targetInfo } = await session.send('Target.getTargetInfo');
    await browser.send('Browser.setPermission', {
      permission: { name: 'background-sync' },
      setting,
      origin: site,
      ...(targetInfo.browserContextId && { browserContextId: targetInfo.browserContextId }),
    });
    const [said, other] = setting === 'granted' ? [GOES_ON, WAITS] : [WAITS, GOES_ON];
    await fillRequest(page);
    await context.setOffline(true);
    await backend.goDown();
    await pressSend(page);
    await expect(page.getByRole('heading', { name: 'Not sent yet, but safe' })).toBeVisible();
    const text = page.getByRole('dialog').getByRole('paragraph');
    await expect(text.filter({ hasText: said })).toBeVisible();
    await expect(page.getByText(other)).toHaveCount(0);
    expect(await waitingRecords(page)).toHaveLength(1);

    // The list says the same.
    await page.getByRole('button', { name: 'Click here to continue' }).click();
    await page.getByRole('button', { name: /request waiting/ }).click();
    await expect(page.getByRole('dialog').getByText(said)).toBeVisible();
  });
}
