/** Every event of the journey, as it happens to the page. */
import { expect } from '@playwright/test';
import { NEWER_VERSION } from '../../versions';
import type { JourneyEvent } from '../../journey/model';
import type { JourneySnapshot } from '../../journey/plan';
import {
  appStarted,
  COMMIT,
  pressSend,
  smallPictures,
  workerControls,
} from '../../browser/delivery/scene';
import { lookForUpdate, newWorkerWaits } from '../../browser/delivery/workerUpdate';
import { CATEGORY, fillForm } from '../../browser/requestForm';
import { button, openChooser, POST, rate, showReviews } from '../../browser/reviewScene';
import { storeDocument } from '../../browser/stored';
import { offersTypes, REVIEW, type Visitor } from './visitor';

type Happening = (visitor: Visitor, next: JourneySnapshot) => Promise<void>;

const press =
  (name: string, options?: { exact: boolean }): Happening =>
  ({ page }) =>
    page.getByRole('button', { name, ...options }).click();

/** Something makes the page load again: resolves when the app runs in it, under its worker. */
async function reloaded({ page }: Visitor, why: () => Promise<unknown>): Promise<void> {
  const load = page.waitForEvent('load');
  await why();
  await load;
  await appStarted(page);
  await workerControls(page);
}

/** What is under way has reached the server, with both pictures. */
function arrives({ arrived, underWay }: Visitor): void {
  arrived.push({ fields: underWay, files: 2 });
}

const pressInPopup =
  (name: string): Happening =>
  ({ page, context }) =>
    context
      .pages()
      .find((other) => other !== page)!
      .getByRole('button', { name })
      .click();

/** From now on nothing can be saved in this page, until `makeRoom` is called in it. */
function fillDevice(): void {
  const { add, put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.add = () => {
    throw new DOMException('Full.', 'QuotaExceededError');
  };
  IDBObjectStore.prototype.put = IDBObjectStore.prototype.add;
  const makeRoom = () => Object.assign(IDBObjectStore.prototype, { add, put });
  Object.assign(globalThis, { makeRoom });
}

/** Meets what carries pictures, once the first of two is there: four calls, and a fifth in between. */
const SECOND_PICTURE = { service: 'storage', method: 'POST', after: 5 } as const;

/** The picture that is one too many. */
const THIRD = 2;

export const happenings: Record<JourneyEvent['type'], Happening> = {
  'work.opened': async ({ page, work }) => {
    await page.locator(`#gallerySection a[href="/work/${work}"]`).click();
    await expect(page).toHaveURL(`/work/${work}`);
    await showReviews(page);
  },
  'missing.opened': async (visitor) => {
    await reloaded(visitor, () => visitor.page.goto('/work/never-was'));
  },
  'home.opened': ({ page }) => page.getByRole('banner').locator('a[href="/"]').click(),
  'page.reloaded': async (visitor) => {
    await reloaded(visitor, () => visitor.page.reload());
    if (visitor.at.matches({ screen: 'work' })) await showReviews(visitor.page);
  },

  'form.opened': ({ page, at }) =>
    at.matches({ screen: 'work' })
      ? page.getByRole('main').getByRole('link', { name: 'Request service' }).click()
      : page
          .getByTestId('tiles')
          .getByRole('link', { name: /Request service/ })
          .click(),
  'form.closed': async (visitor, next) => {
    const close = () => visitor.page.keyboard.press('Escape');
    const isHeld = visitor.at.matches({ screen: { request: { editing: 'held' } } });
    // The new version of the site has waited for this.
    await (isHeld ? reloaded(visitor, close) : close());
    if (next.matches({ screen: 'work' })) await showReviews(visitor.page);
  },
  'form.written': async (visitor) => {
    const { page } = visitor;
    visitor.form = visitor.newWords();
    await fillForm(page, visitor.form);
    if (await offersTypes(visitor, visitor.at)) {
      await page.getByLabel(CATEGORY).check();
      visitor.form.categories.push('kitchen-cabinets');
    }
    await page.getByTestId('image-input').setInputFiles(await smallPictures(2));
  },
  'form.sent': async (visitor, next) => {
    if (next.matches({ screen: { request: 'creating' } })) visitor.hold(COMMIT);
    if (!next.matches({ screen: { request: 'editing' } })) visitor.underWay = visitor.form;
    await pressSend(visitor.page);
  },
  'picture.added': async ({ page }) => {
    const third = (await smallPictures(THIRD + 1))[THIRD]!;
    await page.getByTestId('image-input').setInputFiles(third);
  },
  'clear.pressed': press('Clear form'),
  'clear.confirmed': press('Clear', { exact: true }),
  'clear.declined': press('Keep it'),
  'direct.pressed': async (visitor) => {
    visitor.underWay = visitor.form;
    visitor.hold(COMMIT);
    await visitor.page.evaluate(() => (globalThis as unknown as { makeRoom(): void }).makeRoom());
    await visitor.page.getByRole('button', { name: 'Send now without saving' }).click();
  },
  'continue.pressed': press('Click here to continue'),
  'replacement.confirmed': async (visitor, next) => {
    visitor.form = visitor.underWay;
    await press('Replace it')(visitor, next);
  },
  'replacement.declined': press('Keep what I have written'),

  'list.opened': ({ page }) => page.getByRole('button', { name: /1 request/ }).click(),
  'list.closed': ({ page }) =>
    page.getByRole('dialog', { name: 'Waiting requests' }).getByLabel('Close').click(),
  'try.pressed': async (visitor, next) => {
    await press('Try now')(visitor, next);
    if (next.matches({ outbox: 'empty' })) arrives(visitor);
  },
  'edit.pressed': async (visitor, next) => {
    if (next.matches({ screen: { request: 'editing' } })) visitor.form = visitor.underWay;
    await press('Edit and send again')(visitor, next);
  },
  'delete.pressed': ({ page, underWay }) =>
    page.getByRole('button', { name: `Delete “${underWay.description}”` }).click(),
  'delete.confirmed': press('Delete', { exact: true }),
  'delete.declined': press('Keep it'),

  'signIn.pressed': async ({ page }) => {
    const popup = await openChooser(page);
    await expect(popup.getByRole('button', { name: 'Maria Alvarez' })).toBeVisible();
  },
  'signIn.cancelled': pressInPopup('Cancel'),
  'account.chosen': pressInPopup('Maria Alvarez'),
  'signOut.pressed': press('Sign out'),
  'review.written': async ({ page }) => {
    await rate(page, REVIEW.stars);
    await page.getByLabel('Your review').fill(REVIEW.text);
  },
  'review.sent': async (visitor, next) => {
    if (next.matches({ screen: { work: 'posting' } })) visitor.hold(POST);
    const isUnsent = visitor.at.matches({ screen: { work: 'notSent' } });
    await button(visitor.page, isUnsent ? 'Try again' : 'Post review').click();
  },
  'review.discarded': press('Discard it'),

  'connection.lost': async (visitor) => {
    await visitor.context.setOffline(true);
    // What was on its way breaks off.
    visitor.letGo({ kind: 'reset' });
  },
  'connection.back': async (visitor) => {
    if (visitor.at.matches({ outbox: 'waiting' })) arrives(visitor);
    if (visitor.at.matches({ outbox: 'partly' })) visitor.arrived.at(-1)!.files = 2;
    await visitor.context.setOffline(false);
  },
  'connection.back.refusing': async (visitor) => {
    // As it is, again, and under a fresh id.
    visitor.backend.faults.add({ ...COMMIT, count: 3, do: { kind: 'status', status: 400 } });
    await visitor.context.setOffline(false);
  },
  'server.accepted': async (visitor) => {
    if (visitor.at.matches({ screen: { request: 'creating' } })) {
      visitor.arrived.push({ fields: visitor.underWay, files: 0 });
      visitor.hold(SECOND_PICTURE);
    }
    if (visitor.at.matches({ screen: { request: 'direct' } })) arrives(visitor);
    visitor.letGo();
  },
  'server.refused': async (visitor) => {
    const isRequest = visitor.at.matches({ screen: 'request' });
    const refusal = { kind: 'status', status: isRequest ? 400 : 403 } as const;
    // As it is again, and under a fresh id.
    if (isRequest) visitor.backend.faults.add({ ...COMMIT, count: 2, do: refusal });
    visitor.letGo(refusal);
  },
  'server.overloaded': async (visitor) =>
    visitor.letGo({ kind: 'status', status: 503, retryAfter: 3600 }),
  'pictures.arrived': async (visitor) => {
    visitor.arrived.at(-1)!.files = 2;
    visitor.letGo();
  },
  'device.filled': ({ page }) => page.evaluate(fillDevice),
  'release.published': async (visitor, next) => {
    visitor.siteCopy.release();
    const look = () => lookForUpdate(visitor.page);
    if (next.matches({ screen: 'landing' })) return reloaded(visitor, look);
    await look();
    await newWorkerWaits(visitor.page);
  },
  'version.raised': async (visitor) => {
    // The page before may be looking, too: a countdown that begins while the clock changes ends at once.
    await visitor.page.clock.install();
    await storeDocument(visitor.backend, 'version/current', { version: NEWER_VERSION });
    await reloaded(visitor, () => visitor.page.reload());
  },
  'countdown.ended': (visitor) => reloaded(visitor, () => visitor.page.clock.fastForward(10_000)),
};
