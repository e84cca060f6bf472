// The owner stays where the pressed element was, by eye and by focus, and each element says what it is of.
import type { Locator } from '@playwright/test';
import { MAX_WORK_TITLE } from '../../src/domain/constants';
import { putReviews } from '../support/manyReviews';
import { expect, test } from '../support/fixtures';
import { ADD_WORK, enterWork, openOwnerPage } from '../support/ownerActions';
import { button } from '../support/reviewActions';
import { firstWork, storedWorks, storeDocument, storeWorks } from '../support/serverContent';

test.use({ serviceWorkers: 'block', viewport: { width: 390, height: 844 } });

const BACK = 'Back to the lists';

/** In the page: whether there is a picture at this address. */
async function canBeShown(url: string): Promise<boolean> {
  const image = new Image();
  image.src = url;
  return image.decode().then(
    () => true,
    () => false,
  );
}

test(
  'from the editor back to the place in the lists, and after a sign-in or a removed picture to what is there now',
  { tag: '@full' },
  async ({ page, backend }) => {
    storeWorks(backend, 60);
    await openOwnerPage(page);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    const scrolled = () => page.evaluate(() => Math.round(scrollY));
    await button(page, 'Show more works').click();
    const work = storedWorks(backend)[9]!;
    const change = page.getByRole('button', { name: `Change ${work.title}`, exact: true });
    for (const leave of ['the button', 'Back of the phone']) {
      await change.focus();
      const before = await scrolled();
      expect(before).toBeGreaterThan(2000);
      await change.click();
      await expect(page.getByRole('heading', { name: 'Change a work' })).toBeFocused();
      await expect.poll(scrolled).toBe(0);
      if (leave === 'the button') await button(page, BACK).click();
      else await page.goBack();
      await expect(change).toBeFocused();
      await expect.poll(scrolled).toBe(before);
    }
    await change.click();
    const title = page.getByLabel('Title', { exact: true });
    const stored = await title.inputValue();
    // A button that comes and goes with what is typed takes the focus once, behind its question.
    await title.fill('x');
    await button(page, 'Discard the change').click();
    await button(page, 'Keep it').click();
    await expect(button(page, 'Discard the change')).toBeFocused();
    await title.fill(stored);
    await expect(button(page, 'Discard the change')).toHaveCount(0);
    await title.press('End');
    await page.keyboard.type('ab');
    await expect(button(page, 'Discard the change')).toBeVisible();
    await expect(title).toBeFocused();
    await expect(title).toHaveValue(`${stored}ab`);
    await title.fill('Renamed');
    await button(page, 'Save the change').click();
    await button(page, BACK).click();
    await expect(page.getByRole('heading', { name: 'Renamed' })).toBeInViewport();
    await expect(page.getByRole('button', { name: 'Change Renamed' })).toBeFocused();

    await enterWork(page);
    const first = page.locator('figure', { has: button(page, 'Remove After 1') }).locator('img');
    const preview = (await first.getAttribute('src'))!;
    expect(await page.evaluate(canBeShown, preview)).toBe(true);
    await button(page, 'Remove After 1').click();
    await expect(button(page, 'Remove After 1')).toBeFocused();
    // The phone's memory is not filled with what was removed.
    expect(await page.evaluate(canBeShown, preview)).toBe(false);
    await button(page, 'Remove After 1').click();
    await expect(page.getByLabel('Add after pictures')).toBeFocused();
    await button(page, BACK).click();
    await expect(button(page, 'Go on with it')).toBeFocused();
    await expect(button(page, ADD_WORK)).toHaveCount(0);
  },
);

test(
  'long reviews are folded, and each name is of one thing',
  { tag: '@full' },
  async ({ page, backend }) => {
    const work = firstWork(backend);
    putReviews(backend, work, 30);
    const long = { id: 'longestone', text: 'Long. '.repeat(200), stars: 5, user: 'somebody' };
    const path = `gallery/${work}/reviews/${long.id}`;
    await storeDocument(backend, path, { ...long, created: new Date('2026-11-01T12:00:00Z') });
    await openOwnerPage(page);
    const reviews = page.getByRole('region', { name: 'Reviews' });
    const text = reviews.getByText('Long. Long.').first();
    const height = () => text.evaluate((element) => element.clientHeight);
    const folded = await height();
    await button(page, 'Show all').click();
    await expect.poll(height).toBeGreaterThan(2 * folded);

    await expect(reviews.getByRole('link').first()).toContainText(storedWorks(backend)[0]!.title);
    const names = await page
      .locator('main')
      .locator('button, h3 + p + div > a')
      .evaluateAll((all) => all.map((each) => each.ariaLabel ?? each.textContent));
    expect(names.length).toBeGreaterThan(40);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  },
);

test(
  'a file that is dropped beside a field is not opened in place of the page',
  { tag: '@full' },
  async ({ page }) => {
    await openOwnerPage(page);
    await button(page, ADD_WORK).click();
    const isTaken = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => {
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File(['x'], 'x.jpg', { type: 'image/jpeg' }));
          const options = { dataTransfer, bubbles: true, cancelable: true };
          return ['dragover', 'drop'].map((type) =>
            element.dispatchEvent(new DragEvent(type, options)),
          );
        });
    expect(await isTaken('legend')).toEqual([false, false]);
    expect(await isTaken('header')).toEqual([false, false]);
    expect(await isTaken('input[type=file]')).toEqual([true, true]);
  },
);

test(
  'what is spoken while a field is typed in does not describe it: nobody hears it twice',
  { tag: '@full' },
  async ({ page }) => {
    await openOwnerPage(page);
    await button(page, ADD_WORK).click();
    const described = (field: Locator) =>
      field.evaluate((element) => {
        const id = element.getAttribute('aria-describedby');
        const note = id === null ? null : document.getElementById(id);
        return [
          note?.textContent,
          Boolean(note?.closest('output') ?? note?.querySelector('output')),
        ];
      });
    const [title, day] = [
      page.getByLabel('Title', { exact: true }),
      page.getByLabel('Finished on'),
    ];
    await expect(page.getByText('In the gallery it stands last')).toBeVisible();
    expect(await described(day)).toEqual([undefined, false]);
    expect(await described(title)).toEqual([
      expect.stringMatching(/^As the gallery shows it/),
      false,
    ]);
    await title.fill('x'.repeat(MAX_WORK_TITLE));
    await expect(page.getByText('This is as long as a title can be')).toBeVisible();
    expect(await described(title)).toEqual([undefined, false]);
    await day.fill('');
    await button(page, 'Publish').click();
    await expect(day).toBeFocused();
    expect(await described(day)).toEqual([expect.stringMatching(/^Say on which day/), false]);
  },
);
