// The small notices in the corner about waiting and sent requests.
import { expect, test } from '../support/fixtures';
import {
  COMMIT,
  contenders,
  fillRequest,
  numberedFields,
  readOutbox,
  saveRequest,
  seedOutbox,
  workerControls,
} from '../support/deliveryActions';
import { FILLED } from '../support/formActions';
import { storedRequests } from '../support/serverContent';

test(
  'a request sent after the tab was closed is announced on the next visit until it is dismissed',
  { tag: '@full' },
  async ({ page, context, backend }) => {
    await saveRequest(page);
    await contenders(page, 1);
    await page.close();
    await expect.poll(() => storedRequests(backend).length).toBe(1);
    const text = `Your request was sent. Its number is ${storedRequests(backend)[0]!.id}.`;

    const tabs = [await context.newPage(), await context.newPage()];
    for (const tab of tabs) {
      await tab.goto('/');
      await expect(tab.getByRole('status').filter({ hasText: text })).toBeVisible();
    }
    await tabs[0]!.getByRole('button', { name: 'Dismiss' }).click();
    for (const tab of tabs) await expect(tab.getByText(text)).toHaveCount(0);
    await tabs[1]!.reload();
    await expect(tabs[1]!.getByRole('button', { name: 'Dismiss' })).toHaveCount(0);
  },
);

test(
  'a request that was begun can be continued from every page until it is cleared or opened',
  { tag: '@full' },
  async ({ page, context }) => {
    await fillRequest(page);
    const begun = page.getByRole('button', { name: 'Continue your request' });
    await page.goto('/');
    await expect(begun).toBeVisible();

    const other = await context.newPage();
    await fillRequest(other);
    await other.getByRole('button', { name: 'Clear form' }).click();
    await other.getByRole('button', { name: 'Clear', exact: true }).click();
    await expect.poll(async () => (await readOutbox(other)).draft.fields).toBeUndefined();
    // Headless pages are never hidden. This is the event of a page that is seen again.
    const look = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await look();
    await expect(begun).toHaveCount(0);

    await other.getByLabel('Name').fill(FILLED.name);
    await expect.poll(async () => (await readOutbox(other)).draft.fields?.name).toBe(FILLED.name);
    await look();
    await begun.click();
    await expect(page.getByLabel('Name')).toHaveValue(FILLED.name);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(begun).toHaveCount(0);
  },
);

test(
  'at 360 pixels the last line of the page is above the notice',
  { tag: '@full' },
  async ({ page, backend }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    backend.faults.add({ ...COMMIT, do: { kind: 'status', status: 503, retryAfter: 3600 } });
    await page.goto('/');
    await workerControls(page);
    await seedOutbox(page, [{ fields: numberedFields(1), pictures: [] }]);
    await page.reload();
    const notice = page.getByRole('button', { name: '1 request waiting to be sent' });
    await expect(notice).toBeVisible();
    const lastLine = page.getByRole('contentinfo').getByRole('link').last();
    // The page grows while it is scrolled.
    const freePixels = async () => {
      await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
      const [line, above] = [await lastLine.boundingBox(), await notice.boundingBox()];
      return above!.y - (line!.y + line!.height);
    };
    await expect.poll(freePixels).toBeGreaterThan(0);
  },
);
