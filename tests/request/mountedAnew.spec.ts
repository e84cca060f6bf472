// Nothing of value lives in React: any part of the page can be thrown away between any two events. That each state stays as
// it is then, tests/screens shows.
import { pressSend, smallPictures, successShown } from '../support/deliveryActions';
import { expect, test } from '../support/fixtures';
import { CATEGORY, choose, expectFilled, FILLED, openForm } from '../support/formActions';
import { failPart, focusOf, partsOf } from '../support/mountAnew';

test(
  'a whole request is written and sent while every part is thrown away between any two events',
  { tag: '@full' },
  async ({ page, requestsStored }) => {
    // One part after the other, so that each meets many moments.
    let turn = 0;
    const failNextPart = async () => {
      const parts = await partsOf(page);
      await failPart(page, parts[turn % parts.length]!);
      turn += 1;
    };
    const again = async () => {
      const focused = await focusOf(page);
      await failNextPart();
      await expect.poll(() => focusOf(page)).toBe(focused);
    };
    await page.goto('/');
    await openForm(page);
    await again();
    for (const [name, text] of Object.entries(FILLED)) {
      const field = page.locator(`form [name=${name}]`);
      await field.focus();
      const half = Math.ceil(text.length / 2);
      await page.keyboard.insertText(text.slice(0, half));
      await again();
      // The focus and the caret are where they were.
      await page.keyboard.insertText(text.slice(half));
      await again();
    }
    await page.getByLabel(CATEGORY).check();
    await again();
    const [picture] = await smallPictures(1);
    await choose(page, [picture!]);
    await again();
    await page.getByRole('button', { name: 'Clear form' }).click();
    await again();
    await page.getByRole('button', { name: 'Keep it' }).click();
    await again();
    await expectFilled(page);
    await expect(page.getByLabel(CATEGORY)).toBeChecked();
    await expect(page.getByTestId('image-preview')).toHaveCount(1);
    await pressSend(page);
    // The screens move on by themselves now, and the last one takes the focus.
    await failNextPart();
    const hasMovedOn = async () =>
      ['nothing', 'Request created sucessfully'].includes(await focusOf(page));
    await expect.poll(hasMovedOn).toBe(true);
    await successShown(page);
    await again();
    await expect(page.getByText('What you sent')).toBeVisible();
    const [request, ...others] = requestsStored();
    expect(others).toEqual([]);
    expect(request).toMatchObject({ ...FILLED, files: [{}] });
    expect(request!.categories).toHaveLength(1);
  },
);
