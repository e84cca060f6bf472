// An owner finds one work among a thousand, and what a press opens comes, however late its code is.
import { expect, test } from '../support/fixtures';
import { ADD_WORK, enterWork, openOwnerPage } from '../support/ownerActions';
import { button } from '../support/reviewActions';
import { storeWorks } from '../support/serverContent';

test.use({ serviceWorkers: 'block', viewport: { width: 390, height: 844 } });

const EDITOR = /editorCode-[\w-]+[.]js/;

test(
  'of a thousand works the newest is there at once, and any other one after a press and a word',
  { tag: '@full' },
  async ({ page, backend }) => {
    storeWorks(backend, 1000);
    await openOwnerPage(page);
    const works = page.getByRole('region', { name: 'Works' });
    const rows = works.getByRole('article');
    await expect(rows.first()).toContainText('Kitchen number 1000');
    await expect(rows.first()).toContainText('number 1000 of 1000 in the gallery');
    const field = works.getByRole('searchbox', { name: 'Find a work by its title' });
    await field.click();
    await field.pressSequentially('NÚMBER 51');
    const status = works.getByRole('status');
    await expect(status).toHaveText('20 works.');
    await expect(rows.first()).toContainText('Kitchen number 951');
    await field.fill('51, kitchen 7.');
    await expect(status).toHaveText('2 works.');
    await expect(rows.first()).toContainText('number 751 of 1000 in the gallery');
    await button(page, 'Change Kitchen number 517').click();
    await page.getByLabel('Title', { exact: true }).fill('Élm Straße 517');
    await button(page, 'Save the change').click();
    await button(page, 'Back to the lists').click();
    // The titles are read anew.
    await expect(status).toHaveText('One work.');
    await field.fill('elm strasse');
    await expect(rows.first()).toContainText('number 517 of 1000 in the gallery');
    await field.fill('kitchen');
    await expect(status).toHaveText('999 works have this in their title. The newest 40 are shown.');
    await field.fill('bathroom');
    await expect(status).toHaveText('None of the works has this in its title.');
    await field.fill('');
    await expect(rows.first()).toContainText('Kitchen number 1000');
    await expect(rows).toHaveCount(40);
    // Nothing is looked for: after a store only the list is read anew, until somebody looks again.
    backend.reads.reset();
    await button(page, 'Change Kitchen number 1000').click();
    await page.getByLabel('Title', { exact: true }).fill('Pine Road 1000');
    await button(page, 'Save the change').click();
    await button(page, 'Back to the lists').click();
    await expect(rows.first()).toContainText('Pine Road 1000');
    expect(backend.reads.of(/^gallery$/)).toBeLessThan(100);
    await field.fill('pine road');
    await expect(status).toHaveText('One work.');
  },
);

test(
  'a gallery that is shown whole is searched without reading it again',
  { tag: '@full' },
  async ({ page, backend }) => {
    storeWorks(backend, 12);
    await openOwnerPage(page);
    const works = page.getByRole('region', { name: 'Works' });
    await expect(works.getByRole('article')).toHaveCount(12);
    backend.reads.reset();
    await works.getByRole('searchbox').fill('number 12');
    await expect(works.getByRole('article')).toHaveCount(1);
    await expect(works.getByRole('status')).toHaveText('One work.');
    expect(backend.reads.of(/^gallery$/)).toBe(0);
  },
);

test(
  'whether a work was begun is known before a button says so, and the list comes below that',
  { tag: '@full' },
  async ({ page }) => {
    await page.addInitScript(holdKeptWork);
    await openOwnerPage(page);
    await expect(page.getByText('There is no request.')).toBeVisible();
    const works = page.getByRole('region', { name: 'Works' });
    await expect(works.getByRole('button')).toHaveCount(0);
    await expect(works.getByRole('article')).toHaveCount(0);
    await page.evaluate('release()');
    const add = works.getByRole('button', { name: /Add a work|Go on with it/ });
    await expect(add).toHaveText('Add a work');
    await expect(works.getByRole('article').first()).toBeVisible();
  },
);

/** In the page: the phone's storage of the work answers nothing before `release`. */
function holdKeptWork(): void {
  let isHeld = true;
  const opening = indexedDB.open('owner-work', 1);
  opening.addEventListener('upgradeneeded', () => {
    const [store] = ['works', 'files', 'prepared'].map((name) =>
      opening.result.createObjectStore(name),
    );
    const goOn = () => {
      if (isHeld) store!.get('work').addEventListener('success', goOn);
    };
    goOn();
  });
  opening.addEventListener('success', () => opening.result.close());
  Object.assign(globalThis, { release: () => (isHeld = false) });
}

test(
  'a press is kept while the editor’s code is on its way, and when it does not come',
  { tag: '@full' },
  async ({ page }) => {
    await openOwnerPage(page);
    const title = page.getByLabel('Title', { exact: true });
    let come: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      come = resolve;
    });
    await page.route(EDITOR, async (route) => {
      await held;
      await route.abort();
    });
    await button(page, ADD_WORK).click();
    await expect(page.getByText('Opening the work…')).toBeAttached();
    await expect(page.getByRole('heading', { name: 'Opening the work' })).toBeFocused();
    // As after a deployment, which has removed the file.
    come();
    await expect(page.getByText('The editor did not load.')).toBeVisible();
    await button(page, 'Back to the lists').click();
    await expect(button(page, ADD_WORK)).toBeFocused();
    await button(page, ADD_WORK).click();
    await expect(page.getByText('There may be a newer version of this page.')).toBeVisible();
    await page.unroute(EDITOR);
    await button(page, 'Try again').click();
    await expect(title).toBeVisible();
  },
);

test(
  'a publishing that cannot go on because the editor’s code does not come is said above the lists',
  { tag: '@full' },
  async ({ page, backend }) => {
    backend.faults.add({ service: 'storage', method: 'POST', do: { kind: 'status', status: 402 } });
    await openOwnerPage(page);
    await enterWork(page);
    await button(page, 'Publish').click();
    await expect(page.getByRole('heading', { name: 'Google takes nothing more' })).toBeVisible();
    await button(page, 'Discard').click();
    await expect(page.getByText('It may be in the gallery already')).toBeVisible();
    await button(page, 'Keep it').click();
    await page.route(EDITOR, (route) => route.abort());
    await page.reload();
    await expect(page.getByText('The editor did not load.')).toBeVisible();
    await button(page, 'Back to the lists').click();
    await expect(page.getByRole('region', { name: 'Works' })).toBeVisible();
    await expect(page.getByText('What you have sent off waits')).toBeVisible();
    await page.unroute(EDITOR);
    backend.faults.clear();
    await button(page, 'Try again').click();
    await expect(page.getByRole('heading', { name: 'It is in the gallery' })).toBeVisible();
  },
);

test(
  'without the network the editor opens when that is back, for the press that was made',
  { tag: '@full' },
  async ({ page, context }) => {
    await openOwnerPage(page);
    await expect(button(page, ADD_WORK)).toBeVisible();
    await context.setOffline(true);
    await button(page, ADD_WORK).click();
    await expect(page.getByText('It opens here when the network is back.')).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByLabel('Title', { exact: true })).toBeVisible();
  },
);
