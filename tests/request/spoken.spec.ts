/** What a screen reader is told behind the press, and when a picture is added: once, by the focus or by one region. */
import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures';
import {
  COMMIT,
  fillRequest,
  pressSend,
  smallPictures,
  workerControls,
} from '../support/deliveryActions';

/** What has the focus: its text, and the text that describes it or that the region beside it has said since. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document;
    const described = activeElement?.getAttribute('aria-describedby') ?? '';
    const text = document.getElementById(described) ?? activeElement?.nextElementSibling;
    return [activeElement?.textContent, text?.textContent];
  });

/** That what has the focus is in no region, which would speak it a second time, each state proves (screens/regions.ts). */
test('behind the press the focus is on the heading of each screen', async ({ page, backend }) => {
  await fillRequest(page);
  const silent = backend.faults.add({ ...COMMIT, do: { kind: 'silence' } });
  await pressSend(page);
  await expect(page.getByRole('group', { name: 'Creating request' })).toBeFocused();
  expect(await focused(page)).toEqual([
    'Creating request',
    expect.stringMatching(/^(You may close|Please keep) this page/),
  ]);
  silent.remove();
  await backend.goDown('firestore');
  await backend.comeUp('firestore');
  const success = page.getByRole('group', { name: 'Request created sucessfully' });
  await expect(success).toBeFocused();
  expect(await focused(page)).toEqual([
    'Request created sucessfully',
    expect.stringMatching(/Thank you for choosing us, we will contact you as soon as possible.$/),
  ]);
});

test('what was sent after it had waited is said once, and the focus stays', async ({
  page,
  backend,
}) => {
  await fillRequest(page);
  await backend.goDown('firestore');
  await pressSend(page);
  const waiting = page.getByRole('group', { name: 'Not sent yet, but safe' });
  await expect(waiting).toBeFocused();
  const region = page.getByRole('dialog').locator('[role=group] ~ output').first();
  await expect(region).toBeEmpty();
  // Chromium speaks a region that comes into being, and Orca nothing of a focus that comes to where it was.
  const isSame = await region.evaluateHandle((element) => {
    const group = document.activeElement;
    return () => element.isConnected && document.activeElement === group;
  });
  await backend.comeUp('firestore');
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(region).toHaveText(
    'Request created sucessfully. Thank you for choosing us, we will contact you as soon as possible.',
  );
  await expect(page.getByRole('group', { name: 'Request created sucessfully' })).toBeFocused();
  expect(await isSame.evaluate((ask) => ask())).toBe(true);
});

test('a picture that is added is said, and the focus goes to the button that removes it', async ({
  page,
}) => {
  await page.goto('/#request-service');
  await workerControls(page);
  const [first, second] = (await smallPictures(2)) as [
    { name: string; mimeType: string; buffer: Buffer },
    { name: string; mimeType: string; buffer: Buffer },
  ];
  const input = page.getByTestId('image-input');
  await input.focus();
  await input.setInputFiles([first]);
  await expect(page.getByRole('status').getByText(`${first.name} added, 1 of 2`)).toBeAttached();
  await expect(page.getByRole('button', { name: `Remove ${first.name}` })).toBeFocused();
  await input.focus();
  await input.setInputFiles([second]);
  await expect(page.getByRole('status').getByText(`${second.name} added, 2 of 2`)).toBeAttached();
  await expect(page.getByRole('button', { name: `Remove ${second.name}` })).toBeFocused();
});
