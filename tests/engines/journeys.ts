/** The journeys of a visitor, in every engine. */
import { expect } from '@playwright/test';
import { isWaiting, lookForUpdate } from '../support/workerUpdate';
import { reviewsOf, SIGN_IN, THANKS, workWith } from '../support/reviewActions';
import { storeDocument, storedWorks } from '../support/serverContent';
import { noBreakBeforeDash } from '../../src/ui/stringHelpers';
import {
  bringIntoView,
  button,
  count,
  field,
  heading,
  label,
  link,
  miss,
  openSite,
  see,
  seePicture,
  tap,
  type,
} from './actions';
import { until } from './engine';
import { everyKind } from './pictureJourney';
import { worksPhotos } from './workPictureJourney';
import { asChosen, killed, requestOffline, requestOnline } from './requestJourneys';
import type { Journey } from './engineStage';

const CARDS = '#gallerySection a[href^="/work/"]';

/** Landing page, gallery, a work, and back; then a work that the owner adds meanwhile. */
export const browse: Journey = {
  name: 'browse',
  async run({ backend, site, launch }) {
    const { page } = await launch();
    const first = storedWorks(backend)[0]!;
    await openSite(page, site);
    await see(page, heading('We make your cabinets look like new!'));

    await tap(page, link('Our work'));
    await count(page, CARDS, 8);
    await seePicture(page, `${CARDS} img`);
    const title = noBreakBeforeDash(first.title);
    await tap(page, link(title));
    await see(page, heading(title));
    expect(await page.evaluate(() => location.pathname)).toBe(`/work/${first.id}`);
    await seePicture(page, 'main img');
    await see(page, heading('Reviews from our clients'));

    await page.evaluate(() => history.back());
    await see(page, heading('We make your cabinets look like new!'));
    await miss(page, heading('Reviews from our clients'));
    await count(page, CARDS, 8);

    const watched = ({ url }: { url: string }) => url.includes('/Listen/channel');
    await backend.requests.waitFor(watched);
    await storeDocument(backend, 'gallery/fresh-work', {
      id: 'fresh-work',
      title: 'A fresh work',
      created: new Date('2026-11-01T12:00:00Z'),
      cover: {},
      before: [],
      after: [],
    });
    await see(page, link('A fresh work'));
    await count(page, CARDS, 9);
  },
};

const REVIEW = 'They look new. Thank you!';

/** Sign-in by the account chooser's popup, and a review. */
export const review: Journey = {
  name: 'review',
  async run({ backend, site, launch }) {
    const { page } = await launch();
    const work = workWith(backend, 'no');
    await openSite(page, `${site}/work/${work}`);
    await bringIntoView(page, heading('Reviews from our clients'));
    const popup = await page.popup(() => tap(page, button(SIGN_IN)));
    await tap(popup, button('Maria Alvarez'));
    await see(page, { css: 'span', text: 'Signed in as Maria Alvarez' });

    await tap(page, label('4 stars'));
    await type(page, field('Your review'), REVIEW);
    await tap(page, button('Post review'));
    await see(page, heading(THANKS));
    await see(page, { css: 'section li', text: REVIEW });

    const [stored, ...others] = reviewsOf(backend, work);
    expect(others).toEqual([]);
    const { id, user, created, ...rest } = stored!;
    expect(rest).toEqual({ stars: 4, text: REVIEW });
    expect(id).toMatch(/^[A-Za-z0-9]{10}$/);
    expect(Date.parse(created)).not.toBeNaN();
    const account = backend.auth.snapshot().find(({ localId }) => localId === user);
    const markers = backend.firestore.list(`gallery/${work}/reviewers`);
    expect(markers.map(({ path }) => path)).toEqual([`gallery/${work}/reviewers/${account?.sub}`]);
  },
};

/** A new release while the visitor is typing: it waits, and is taken when the form is closed. */
const update: Journey = {
  name: 'update',
  async run({ siteCopy, site, launch }) {
    const { page } = await launch();
    await openSite(page, site);
    await tap(page, { css: 'main a', text: 'Request service' });
    await type(page, field('Name'), 'Ana');
    const opened = await page.evaluate(() => performance.timeOrigin);

    siteCopy.release();
    await lookForUpdate(page);
    await until('the next worker waits', () => isWaiting(page));
    await type(page, field('Address'), 'Butler St');
    expect(await isWaiting(page)).toBe(true);
    expect(await page.evaluate(() => performance.timeOrigin)).toBe(opened);

    await tap(page, { css: 'dialog[open] button[aria-label="Close"]' });
    await until('the page is loaded anew', async () => {
      return (await page.evaluate(() => performance.timeOrigin)) !== opened;
    });
    await see(page, { css: '#root[data-started]' });
    await until('the next worker has taken over', async () => !(await isWaiting(page)));
    await miss(page, { css: 'dialog[open]' });

    // The typed text is still there.
    await tap(page, { css: 'main a', text: 'Request service' });
    const typed = () =>
      page.evaluate(() =>
        ['name', 'address'].map(
          (name) => document.querySelector<HTMLInputElement>(`[name="${name}"]`)?.value,
        ),
      );
    await until('the draft is back', async () => (await typed())[0] === 'Ana');
    expect(await typed()).toEqual(['Ana', 'Butler St']);
  },
};

export const JOURNEYS: Journey[] = [
  browse,
  requestOnline,
  asChosen,
  everyKind,
  worksPhotos,
  requestOffline,
  killed,
  review,
  update,
];
