// An owner publishes a work from a phone: it is there whole or not at all.
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { fromFields } from '../../backend/protoJson';
import { expect, test, type Backend } from '../support/fixtures';
import {
  ADD_WORK,
  choosePhotos,
  enterWork,
  openOwnerPage,
  photos,
  prepared,
  signInAsOwner,
  storedFiles,
} from '../support/ownerActions';
import { button } from '../support/reviewActions';
import { storedWorks } from '../support/serverContent';
import { expectAlike } from '../support/chosenPictures';
import { deferred } from '../support/deferred';

/** In the page: from now on a chosen file is read when the returned function is called. */
function slowFiles(): () => void {
  const { arrayBuffer } = Blob.prototype;
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  Blob.prototype.arrayBuffer = function () {
    return ended.then(() => arrayBuffer.call(this));
  };
  return end;
}

test.use({ viewport: { width: 390, height: 844 } });

const ID = 'willow-bend-kitchen';
/** The stored document; undefined without one. */
const document = (backend: Backend, id = ID): any => {
  const stored = backend.firestore.get(`gallery/${id}`);
  return stored ? fromFields(stored.fields) : undefined;
};

test(
  'a published work is the last of the gallery, with its pictures upright, without metadata, in three widths',
  { tag: ['@official', '@witness'] },
  async ({ page, backend, site }) => {
    await openOwnerPage(page);
    await enterWork(page);
    // Prepared beside the page's thread.
    const workers = page.workers().map((worker) => worker.url());
    expect(workers).toEqual([expect.stringMatching(/workPictureWorker/)]);
    await expect(page.getByText(/In the gallery it stands last, after/)).toBeVisible();
    const heard = await page.evaluateHandle(watchAnnouncements);
    await button(page, 'Publish').click();
    await expect(page.getByRole('heading', { name: 'It is in the gallery' })).toBeVisible();
    // Each quarter once; one large file may take two at a time.
    const announced = await heard.jsonValue();
    const quarters = [25, 50, 75].map((percent) => `${percent} % uploaded`);
    expect(announced).toEqual(quarters.filter((each) => announced.includes(each)));
    expect(announced).not.toEqual([]);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await button(page, 'Copy link').click();
    await expect(page.getByText('Link copied.')).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(`${site}/work/${ID}`);

    const work = document(backend);
    const image = (hash: string) => ({
      url: expect.stringMatching(new RegExp(`${hash}-1200[.]webp[?]alt=media$`)),
      width: 1200,
      height: 900,
      placeholder: expect.stringMatching(/^[A-Za-z0-9+/]{48}$/),
      sources: [480, 960, 1200].map((width) => ({
        url: expect.stringMatching(new RegExp(`${hash}-${width}[.]webp[?]alt=media$`)),
        width,
        type: 'image/webp',
      })),
    });
    const hash = '[0-9a-f]{16}';
    expect(work).toEqual({
      id: ID,
      title: 'Willow Bend kitchen',
      created: expect.any(String),
      cover: { ...image(hash), thumb: expect.stringMatching(/-thumb[.]webp[?]alt=media$/) },
      before: [image(hash)],
      after: [image(hash), image(hash)],
    });
    expect(work.cover).toEqual({ ...work.after[0], thumb: work.cover.thumb });
    expect(storedWorks(backend).at(-1)!.id).toBe(ID);
    // Three pictures in three widths, and the card's.
    expect(storedFiles(backend, ID)).toHaveLength(10);
    const [before, first] = await photos(2);
    const full = storedFiles(backend, ID).find(({ name }) =>
      work.after[0].url.includes(encodeURIComponent(name)),
    )!;
    const bytes = backend.storage.bytes(full);
    const { exif, format } = await sharp(bytes).metadata();
    expect([exif, format, full.cacheControl]).toEqual([
      undefined,
      'webp',
      'public, max-age=31536000, immutable',
    ]);
    await expectAlike(first!.buffer, bytes);
    expect(before!.buffer.equals(first!.buffer)).toBe(false);

    await page.goto(`${site}/work/${ID}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Willow Bend kitchen');
    await expect(page.getByRole('slider')).toBeVisible();
  },
);

/** In the page: what is announced from now on. */
function watchAnnouncements(): string[] {
  const heard: string[] = [];
  new MutationObserver(() => {
    for (const { textContent } of window.document.querySelectorAll('output'))
      if (textContent && heard.at(-1) !== textContent) heard.push(textContent);
  }).observe(window.document, { childList: true, characterData: true, subtree: true });
  return heard;
}

test(
  'Enter moves on and publishes nothing; what was entered is there again after a reload, and nobody sees it',
  { tag: '@full' },
  async ({ page, backend }) => {
    await openOwnerPage(page);
    await enterWork(page);
    await page.getByLabel('Title', { exact: true }).press('Enter');
    await expect(page.getByLabel('Finished on')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(button(page, 'Move Before 1 up')).toBeFocused();
    await choosePhotos(page, 'before', await photos(1, 900, 1200));
    const fitted = page.getByText('Another shape than After 2');
    await expect(fitted).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Willow Bend kitchen');
    await prepared(page, 4);
    await expect(fitted).toHaveCount(1);
    expect(document(backend)).toBeUndefined();
    expect(storedFiles(backend, ID)).toEqual([]);
    await button(page, 'Discard').click();
    await button(page, 'Yes, discard it').click();
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue('');
    await page.reload();
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue('');
  },
);

/** Presses "Publish"; the third file gets no answer. */
async function publishTwoFiles(page: Page, backend: Backend): Promise<void> {
  backend.faults.add({
    service: 'storage',
    method: 'POST',
    url: /[?]name=/,
    after: 2,
    do: { kind: 'silence' },
  });
  await button(page, 'Publish').click();
  await expect.poll(() => storedFiles(backend, ID).length).toBe(2);
}

test(
  'a browser that is killed while it uploads goes on when the page is opened again, and nothing is doubled',
  { tag: '@full' },
  async ({ profiles, backend, site }) => {
    const profile = profiles.create();
    const first = await profile.launch();
    const page = first.context.pages()[0]!;
    await page.goto(`${site}/owner`);
    await page.getByLabel('This is my phone: keep me signed in').check();
    await signInAsOwner(page);
    await enterWork(page);
    await publishTwoFiles(page, backend);
    await first.kill();
    backend.faults.clear();
    expect(document(backend)).toBeUndefined();

    const second = await profile.launch();
    const again = second.context.pages()[0]!;
    await again.goto(`${site}/owner`);
    await expect(again.getByRole('heading', { name: 'It is in the gallery' })).toBeVisible();
    expect(storedFiles(backend, ID)).toHaveLength(10);
    expect(
      storedWorks(backend).filter(({ title }) => title === 'Willow Bend kitchen'),
    ).toHaveLength(1);
    await again.reload();
    await expect(again.getByLabel('Title', { exact: true })).toHaveValue('');
  },
);

test(
  'a sending that was cut goes on behind the lists, where the address names one of them',
  { tag: '@full' },
  async ({ page, backend }) => {
    await openOwnerPage(page);
    await enterWork(page);
    await publishTwoFiles(page, backend);
    await button(page, 'Back to the lists').click();
    const lists = page.getByRole('navigation', { name: 'Lists' });
    await lists.getByRole('link', { name: 'Reviews' }).click();
    await expect(page).toHaveURL(/#owner-reviews$/);
    backend.faults.clear();
    await page.reload();
    await expect(page.getByRole('region', { name: 'New work' })).toContainText(
      'Willow Bend kitchen is in the gallery.',
    );
    expect(storedFiles(backend, ID)).toHaveLength(10);
    await expect(page).toHaveURL(/#owner-reviews$/);
  },
);

test(
  'a photo that a phone hands over late is told; publishing goes on behind the lists, which say how far it is',
  { tag: '@full' },
  async ({ page, backend }) => {
    await openOwnerPage(page);
    await enterWork(page);
    // Held, not refused: after an answer such as 503 the page says soon that it got none.
    const held = deferred<undefined>();
    backend.faults.add({
      service: 'storage',
      method: 'POST',
      url: /[?]name=/,
      after: 2,
      do: { kind: 'hold', until: held.promise },
    });
    const input = await page.getByLabel('Add after pictures').elementHandle();
    await button(page, 'Publish').click();
    await expect.poll(() => storedFiles(backend, ID).length).toBe(2);
    await input!.evaluate((element) => {
      const files = new DataTransfer();
      files.items.add(new File(['late'], 'late.jpg', { type: 'image/jpeg' }));
      (element as HTMLInputElement).files = files.files;
      element.dispatchEvent(new Event('change'));
    });
    await expect(page.getByRole('alert')).toHaveText(
      'The work was on its way already. Not added: late.jpg',
    );
    await button(page, 'Back to the lists').click();
    const line = page.getByRole('region', { name: 'New work' });
    await expect(line).toContainText(
      /Willow Bend kitchen is being published[.]\s*[\d.]+ of [\d.]+ [kM]B/,
    );
    await expect(button(page, ADD_WORK)).toHaveCount(0);
    await button(page, 'Show it').click();
    await expect(page.getByRole('heading', { name: 'Publishing…' })).toBeVisible();
    await page.goBack();
    held.resolve(undefined);
    await expect(line).toContainText('Willow Bend kitchen is in the gallery.');
    await expect(
      page.getByRole('article').filter({ hasText: 'Willow Bend kitchen' }),
    ).toBeVisible();
    expect(storedFiles(backend, ID)).toHaveLength(10);
    await button(page, ADD_WORK).click();
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue('');
  },
);

test(
  'a stored work is corrected, past a reload: texts, pictures and place; open pages follow, and it can be undone',
  { tag: ['@full', '@official'] },
  async ({ page, context, backend, site }) => {
    await openOwnerPage(page);
    const [oldest, second] = storedWorks(backend);
    const before = document(backend, oldest!.id);
    const visit = await context.newPage();
    // The gallery listens, and goes on while a work of it is shown.
    const listening = visit.waitForRequest(/Listen\/channel/);
    await visit.goto(`${site}/#gallerySection`);
    await listening;
    await visit.getByRole('link', { name: oldest!.title }).click();
    const counts = () =>
      Promise.all(
        ['Before', 'After'].map((name) =>
          visit.getByRole('region', { name, exact: true }).getByRole('listitem').count(),
        ),
      );
    await expect.poll(counts).toEqual([before.before.length, before.after.length]);

    await button(page, `Change ${oldest!.title}`).click();
    await expect(page.getByText(/In the gallery it stands first, before/)).toBeVisible();
    await page.getByLabel('Title', { exact: true }).fill('Renamed kitchen');
    const day = new Date(new Date(second!.created).getTime() + 86_400_000);
    await page.getByLabel('Finished on').fill(day.toISOString().slice(0, 10));
    await expect(page.getByText(/In the gallery it stands between/)).toBeVisible();
    await button(page, 'Move Before 1 to after').click();
    const moved = `After ${before.after.length + 1}`;
    await expect(button(page, `Move ${moved} to before`)).toBeFocused();
    await page.getByLabel(`${moved} as the cover`).check();
    await choosePhotos(page, 'before', await photos(1));
    await prepared(page, before.before.length + before.after.length + 1);
    await page.goBack();
    await page.reload();
    await expect(page.getByText('Renamed kitchen has a change that is not saved.')).toBeVisible();
    await button(page, 'Go on with it').click();
    await button(page, 'Save the change').click();
    await expect(page.getByRole('heading', { name: 'The change is stored' })).toBeVisible();
    expect(
      storedWorks(backend)
        .map(({ id }) => id)
        .slice(0, 2),
    ).toEqual([second!.id, oldest!.id]);
    const after = document(backend, oldest!.id);
    const [was, ...rest] = before.before;
    expect(after).toEqual({
      ...before,
      title: 'Renamed kitchen',
      created: expect.not.stringContaining(before.created),
      before: [...rest, expect.objectContaining({ width: 1200, height: 900 })],
      after: [...before.after, was],
      cover: { ...was, thumb: was.url },
    });
    // Without a reload.
    await expect(visit.getByRole('heading', { level: 1 })).toHaveText('Renamed kitchen');
    await expect.poll(counts).toEqual([before.before.length, before.after.length + 1]);

    await button(page, 'Undo the change').click();
    await expect(page.getByText(`${oldest!.title}: its page is again as it was`)).toBeVisible();
    // The sample's file for the card has a name of its own, which the rules take no second time.
    const cover = { ...before.cover, thumb: before.cover.url };
    expect(document(backend, oldest!.id)).toEqual({ ...before, cover });
    await expect.poll(counts).toEqual([before.before.length, before.after.length]);
  },
);

test(
  'a work that was begun stands above the lists, and is open in one tab at a time',
  { tag: '@full' },
  async ({ page, context }) => {
    await page.goto('/owner');
    await page.getByLabel('This is my phone: keep me signed in').check();
    await signInAsOwner(page);
    await enterWork(page);
    const other = await context.newPage();
    await other.goto('/owner');
    await expect(other.getByText('is not published yet.')).toBeVisible();
    await button(other, 'Go on with it').click();
    await expect(other.getByText('This work is open in another tab.')).toBeVisible();
    await expect(button(other, 'Back to the lists')).toBeVisible();
    await button(page, 'Back to the lists').click();
    await expect(other.getByLabel('Title', { exact: true })).toHaveValue('Willow Bend kitchen');
    await prepared(other, 3);
    await other.getByLabel('Title', { exact: true }).fill('Willow Bend');
    await button(other, 'Back to the lists').click();
    await button(page, 'Go on with it').click();
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Willow Bend');
    // What was chosen last is waited for.
    const letRead = await page.evaluateHandle(slowFiles);
    await choosePhotos(page, 'after', (await photos(4)).slice(3));
    await button(page, 'Back to the lists').click();
    await button(other, 'Go on with it').click();
    await expect(other.getByText('This work is open in another tab.')).toBeVisible();
    await letRead.evaluate((end) => end());
    await prepared(other, 4);
    await button(other, 'Back to the lists').click();
    await button(page, 'Go on with it').click();
    await prepared(page, 4);
    // In a browser's cache of pages it does not keep the work to itself.
    const passes = (to: Page, type: 'pagehide' | 'pageshow') =>
      to.evaluate(
        (name) => void dispatchEvent(new PageTransitionEvent(name, { persisted: true })),
        type,
      );
    await passes(page, 'pagehide');
    await button(other, 'Go on with it').click();
    await expect(other.getByLabel('Title', { exact: true })).toHaveValue('Willow Bend');
    await passes(page, 'pageshow');
    await expect(page.getByText('This work is open in another tab.')).toBeVisible();
  },
);

test(
  'with a clock that is three days ahead, a work is of the present all the same',
  { tag: '@full' },
  async ({ page, backend }) => {
    await page.clock.install({ time: Date.now() + 3 * 24 * 60 * 60_000 });
    await openOwnerPage(page);
    await enterWork(page);
    await button(page, 'Publish').click();
    await expect(page.getByRole('heading', { name: 'It is in the gallery' })).toBeVisible();
    expect(Math.abs(Date.parse(document(backend).created) - Date.now())).toBeLessThan(60_000);
  },
);
