/** The page of a work with more reviews than are read at once. */
import { expect, test } from '../support/fixtures';
import { workerControls } from '../support/deliveryActions';
import { button, listed, openWork, rate, signIn, THANKS, workWith } from '../support/reviewActions';
import { putReviews } from '../support/manyReviews';

const COUNT = 130;
const summary = 'Reviews from our clients';

test(
  '130 reviews: all are counted, a posted one at once, more are shown on demand, and offline',
  { tag: '@full' },
  async ({ page, backend, context }) => {
    const work = workWith(backend, 'no');
    putReviews(backend, work, COUNT);
    const section = page.getByRole('region', { name: summary });
    await openWork(page, work);
    await signIn(page);
    await expect(section.getByText(`from ${COUNT} reviews`)).toBeVisible();

    await rate(page, 5);
    await page.getByLabel('Your review').fill('x'.repeat(2000));
    await button(page, 'Post review').click();
    await expect(page.getByText(THANKS)).toBeVisible();
    await expect(section.getByText(`from ${COUNT + 1} reviews`)).toBeVisible();

    // The long text is folded.
    const first = listed(page).first();
    const folded = (await first.boundingBox())!.height;
    await first.getByRole('button', { name: 'Show all' }).click();
    await expect(first.getByRole('button', { name: 'Show less' })).toBeVisible();
    expect((await first.boundingBox())!.height).toBeGreaterThan(2 * folded);

    for (let shown = 20; shown < COUNT + 1; shown += 20) {
      await expect(listed(page)).toHaveCount(shown);
      await button(page, 'Show more reviews').click();
    }
    await expect(listed(page)).toHaveCount(COUNT + 1);
    await expect(listed(page).last()).toContainText('Review 0.');
    await expect(button(page, 'Show more reviews')).toBeHidden();

    await workerControls(page);
    await page.reload();
    await expect(section.getByText(`from ${COUNT + 1} reviews`)).toBeVisible();
    await context.setOffline(true);
    backend.faults.add({ service: 'firestore', do: { kind: 'reset' } });
    await openWork(page, work);
    await expect(section.getByText(`from ${COUNT + 1} reviews`)).toBeVisible();
    await expect(listed(page)).toHaveCount(20);
    for (let shown = 20; shown < 100; shown += 20) await button(page, 'Show more reviews').click();
    await expect(listed(page)).toHaveCount(100);
    await button(page, 'Show more reviews').click();
    await expect(section.getByText('More reviews did not load.')).toBeVisible();
  },
);
