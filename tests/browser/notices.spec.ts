// What the small notices in the corner say about requests, whoever sent them and whenever.
import { expect, test } from './fixtures';
import { fillRequest, pressSend, saveRequest, successShown } from './delivery/scene';
import { storedRequests } from './stored';

test('what was sent with the tab closed says so on the next visit, with its number, until it is dismissed', async ({
  page,
  context,
  backend,
}) => {
  await saveRequest(page);
  await page.close();
  await expect.poll(() => storedRequests(backend).length, { timeout: 20_000 }).toBe(1);
  const text = `Your request was sent. Its number is ${storedRequests(backend)[0]!.id}.`;

  const tabs = [await context.newPage(), await context.newPage()];
  for (const tab of tabs) {
    await tab.goto('/');
    await expect(tab.getByRole('status').filter({ hasText: text })).toBeVisible();
  }
  await tabs[0]!.getByRole('button', { name: 'Dismiss this message' }).click();
  for (const tab of tabs) await expect(tab.getByText(text)).toHaveCount(0);
  await tabs[1]!.reload();
  await expect(tabs[1]!.getByRole('button', { name: 'Dismiss this message' })).toHaveCount(0);
});

test('what the success screen has said, number and all, is not said again', async ({
  page,
  backend,
}) => {
  await fillRequest(page);
  await pressSend(page);
  await successShown(page);
  const text = `Your request has the number ${storedRequests(backend)[0]!.id}.`;
  await expect(page.getByText(text)).toBeVisible();
  await page.getByRole('button', { name: 'Click here to continue' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText('was sent')).toHaveCount(0);
});
