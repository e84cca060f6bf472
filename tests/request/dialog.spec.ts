// The request form as a dialog, and the draft that it keeps.
import { expect, test } from '../support/fixtures';
import { expectFilled, fillForm, openForm, sendButton } from '../support/formActions';
import { png } from '../support/makePictures';
import { hydrated } from '../support/prerenderedSite';

const FORM = '/#request-service';

test.use({ serviceWorkers: 'block' });

test('Back, Escape and a click outside close the form; a press that starts inside does not', async ({
  page,
  site,
}) => {
  const dialog = page.getByRole('dialog');
  await page.goto('/');
  await openForm(page);
  await page.goBack();
  await expect(dialog).toHaveCount(0);

  // By a hash in the address bar.
  await page.evaluate(() => {
    location.hash = 'request-service';
  });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(`${site}/`);

  await openForm(page);
  const box = (await page.getByLabel('Name').boundingBox())!;
  await page.mouse.move(box.x + 20, box.y + 10);
  await page.mouse.down();
  await page.mouse.move(5, 5);
  await page.mouse.up();
  await expect(dialog).toBeVisible();

  await page.mouse.click(5, 5);
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(`${site}/`);
  // Closing was one step back, and nothing else.
  await page.goForward();
  await expect(dialog).toBeVisible();
});

/** Each way to close the form, twice before the browser has gone back once: a double click, or a slow phone. */
const TWICE: Record<string, () => void> = {
  'the close button': () => {
    const button = document.querySelector<HTMLElement>('dialog [aria-label=Close]')!;
    for (let times = 0; times < 2; times += 1) button.click();
  },
  'the backdrop': () => {
    const dialog = document.querySelector('dialog')!;
    for (let times = 0; times < 2; times += 1) {
      dialog.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
      dialog.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    }
  },
  Escape: () => {
    const dialog = document.querySelector('dialog')!;
    dialog.dispatchEvent(new Event('cancel', { cancelable: true }));
    // The second one is not asked about: the browser closes the dialog.
    dialog.close();
  },
  '“Click here to continue”': () => {
    const [button] = [...document.querySelectorAll<HTMLElement>('dialog button')].filter(
      ({ textContent }) => textContent === 'Click here to continue',
    );
    for (let times = 0; times < 2; times += 1) button!.click();
  },
};

test(
  'a form that is closed twice by each of its ways goes back once, and opens and closes again',
  { tag: '@full' },
  async ({ page, site }) => {
    const dialog = page.getByRole('dialog');
    await page.goto('/work/maple-street-kitchen');
    const open = page.getByRole('main').getByRole('link', { name: 'Request service' });
    for (const [way, closeTwice] of Object.entries(TWICE)) {
      await test.step(way, async () => {
        await hydrated(open);
        await open.click();
        await expect(dialog).toBeVisible();
        if (way.includes('continue')) {
          await fillForm(page);
          await sendButton(page).click();
          await expect(page.getByRole('button', { name: 'Click here to continue' })).toBeVisible();
        }
        await page.evaluate(closeTwice);
        await expect(dialog).toHaveCount(0);
        await expect(page).toHaveURL(`${site}/work/maple-street-kitchen`);
      });
    }
  },
);

test(
  'a link to the form that is clicked twice opens it once',
  { tag: '@full' },
  async ({ page, site }) => {
    const dialog = page.getByRole('dialog');
    await page.goto('/');
    await hydrated(page.getByRole('banner').getByRole('link').first());
    await page.evaluate(() => {
      const link = document.querySelector<HTMLElement>('a[href$="#request-service"]')!;
      link.click();
      link.click();
    });
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL(`${site}/`);
  },
);

test(
  'a form that a tap has opened before the app started closes by one step back',
  { tag: '@full' },
  async ({ page, site }) => {
    let start = () => {};
    const held = new Promise<void>((resolve) => (start = resolve));
    await page.goto('/work/maple-street-kitchen');
    await page.route(/assets\/.*\.js/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/', { waitUntil: 'commit' });
    await page.getByTestId('tiles').getByRole('link', { name: 'Request service' }).click();
    await expect(page).toHaveURL(`${site}${FORM}`);
    start();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL(`${site}/`);
    await page.goBack();
    await expect(page).toHaveURL(`${site}/work/maple-street-kitchen`);
  },
);

test('a draft and its pictures survive a reload as soon as the pictures are shown', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const look = new MutationObserver(() => {
      if (sessionStorage['left'] || !document.querySelector('[data-testid=image-preview]')) return;
      sessionStorage['left'] = 'yes';
      location.reload();
    });
    look.observe(document, { childList: true, subtree: true });
  });
  await page.goto(FORM);
  await fillForm(page);
  // As large as a phone's photo: the trailing bytes belong to the file, not to the picture.
  const buffer = Buffer.concat([await png(300, 200), Buffer.alloc(12_000_000)]);
  const left = page.waitForEvent('load');
  const door = { name: 'door.png', mimeType: 'image/png', buffer };
  await page.getByTestId('image-input').setInputFiles(door);
  await left;
  await expectFilled(page);
  await expect(page.getByTestId('image-preview').locator('img')).toBeVisible();
});

test(
  '“I want something like this” is named above the description, survives a reload and leaves the address',
  { tag: '@full' },
  async ({ page, site }) => {
    const description = page.getByLabel('Description');
    await page.goto(FORM);
    await description.fill('In sage.');
    await page.keyboard.press('Escape');
    await page.goto('/work/maple-street-kitchen');
    const wish = (title: string) =>
      page.getByRole('dialog').getByText(`I want something like “${title}”.`);
    const maple = wish('Maple Street kitchen — honey oak to sage');
    await page.getByRole('link', { name: 'I want something like this' }).click();
    await expect(maple).toBeVisible();
    await expect(page).toHaveURL(site + FORM);
    await page.reload();
    await expect(maple).toBeVisible();
    await expect(description).toHaveValue('In sage.');
    // Another work takes the place of the first.
    await page.goto(`/?works=kitchen&like=Elm%20%26%20Oak${FORM.slice(1)}`);
    await expect(wish('Elm & Oak')).toBeVisible();
    await expect(maple).toHaveCount(0);
    await expect(description).toHaveValue('In sage.');
    await expect(page).toHaveURL(`${site}/?works=kitchen${FORM.slice(1)}`);
  },
);
