// A work that gets no answer is not in the owner's way for ever.
import { expect, test } from '../support/fixtures';
import { quarters } from '../support/makePictures';
import { openOwnerPage } from '../support/ownerActions';
import { button } from '../support/reviewActions';

test.use({ serviceWorkers: 'block', viewport: { width: 390, height: 844 } });

test(
  'a work that the quota leaves waiting goes on by itself, or is discarded when its owner says so',
  { tag: '@full' },
  async ({ page, backend }) => {
    // An answer that says nothing of the work.
    backend.faults.add({ service: 'storage', method: 'POST', do: { kind: 'status', status: 402 } });
    await openOwnerPage(page);
    await button(page, 'Add a work').click();
    await page.getByLabel('Title', { exact: true }).fill('Elm Street');
    const photo = { name: 'after.jpg', mimeType: 'image/jpeg' };
    const buffer = await quarters(1200, 900).jpeg().toBuffer();
    await page.getByLabel('Add after pictures').setInputFiles([{ ...photo, buffer }]);
    await button(page, 'Publish').click();
    const waiting = page.getByRole('heading', { name: 'Google takes nothing more for now' });
    await expect(waiting).toBeVisible();

    await button(page, 'Discard').click();
    await expect(page.getByText('It may be in the gallery already')).toBeVisible();
    await button(page, 'Keep it').click();
    await page.reload();
    // It goes on without a press, and gets no answer again.
    await expect(waiting).toBeVisible();
    await button(page, 'Discard').click();
    await button(page, 'Yes, discard it').click();
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue('');
    await page.reload();
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue('');
    expect(backend.firestore.get('gallery/elm-street')).toBeNull();
  },
);
