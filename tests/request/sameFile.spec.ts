// One file chosen more than once: browsers send no event if a file input already holds the same file.
import { once, smallPictures, type InputFile } from '../support/deliveryActions';
import { expect, test } from '../support/fixtures';
import { choose, FILLED, fillForm, sendButton } from '../support/formActions';

test.use({ serviceWorkers: 'block' });

test(
  'a file can be chosen again after it was removed, and in both places',
  { tag: '@full' },
  async ({ page, backend }) => {
    const [file] = (await smallPictures(1)) as [InputFile];
    const remove = page.getByRole('button', { name: 'Remove door-0.png' });
    await page.goto('/#request-service');
    await fillForm(page);
    await choose(page, [file]);
    await remove.click();
    await choose(page, [file], 1);
    await choose(page, [file], 2);
    await remove.last().click();
    await choose(page, [file], 2);
    await sendButton(page).click();
    await expect(page.getByRole('heading', { name: 'Request created sucessfully' })).toBeVisible();
    await once(backend, { fields: { ...FILLED, categories: [] }, pictures: [file, file] });
  },
);
