/** A blocker in the browser refuses every request to Firestore: all screens are honest, and the lead is kept. */
import { expect, test } from '../support/fixtures';
import { cameOnline, once, pressSend, readOutbox, smallPictures } from '../support/deliveryActions';
import { FILLED, fillForm } from '../support/formActions';
import { workWith } from '../support/reviewActions';
import { TEST_PORTS } from '../support/testSite';

const NOT_REACHED =
  'We could not be reached. Your connection may be slow, or a blocker in your browser may be in the way.';

test(
  'where a blocker refuses Firestore, nothing says offline, and the request waits until it may go',
  { tag: '@full' },
  async ({ page, context, backend }) => {
    // Playwright's routes meet the worker's requests, too.
    const firestore = new RegExp(`:${TEST_PORTS.firestore}/`);
    await context.route(firestore, (route) => route.abort('blockedbyclient'));
    const pill = page.getByLabel('Your requests').getByText('We cannot be reached');
    const main = page.getByRole('main');

    await page.goto('/');
    await main.locator('#gallerySection').scrollIntoViewIfNeeded();
    await expect(main.getByText('The gallery did not load.')).toBeVisible();
    await expect(main.getByText(NOT_REACHED)).toBeVisible();
    await expect(pill).toBeVisible();
    await page.goto(`/work/${workWith(backend, 'some')}`);
    await expect(main.getByText('This work did not load.')).toBeVisible();

    await page.goto('/#request-service');
    await fillForm(page);
    const pictures = await smallPictures(1);
    await page.getByTestId('image-input').setInputFiles(pictures);
    await expect(page.getByTestId('image-preview')).toHaveCount(1);
    const dialog = page.getByRole('dialog');
    await expect(
      dialog.getByText('We cannot be reached right now. Press “Send request” anyway'),
    ).toBeVisible();
    await pressSend(page);
    await expect(dialog.getByText('Not sent yet, but safe')).toBeVisible();
    await expect(dialog.getByText('will be sent as soon as we can be reached.')).toBeVisible();
    await expect(dialog.getByRole('link', { name: 'Call +1 (470) 555-0142' })).toBeVisible();
    await expect(dialog.getByRole('link', { name: 'WhatsApp' })).toBeVisible();
    await page.getByRole('button', { name: 'Click here to continue' }).click();
    await expect(page.getByRole('button', { name: '1 request waiting to be sent' })).toBeVisible();
    await expect(page.getByText(/offline/i)).toHaveCount(0);
    expect((await readOutbox(page)).records).toHaveLength(1);

    await context.unroute(firestore);
    await cameOnline(page);
    await expect(page.getByText('Your request was sent. Its number is')).toBeVisible();
    await once(backend, { fields: { ...FILLED, categories: [] }, pictures });
  },
);
