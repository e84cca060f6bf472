import { expect } from '@playwright/test';
import { storeDocument } from '../../browser/states/state';
import { count, heading, link, miss, see, tap } from '../actions';
import type { Journey } from '../stage';
import { openSite, seePicture, works } from '../steps';

const CARDS = '#gallerySection a[href^="/work/"]';

/** Landing page, gallery, a work, and back; then a work that the owner adds meanwhile. */
export const browse: Journey = {
  name: 'browse',
  async run({ backend, site, launch }) {
    const { page } = await launch();
    const [first] = works(backend) as [{ id: string; title: string }];
    await openSite(page, site);
    await see(page, heading('We make your cabinets look like new!'));

    await tap(page, link('Our work'));
    await count(page, CARDS, 8);
    await seePicture(page, `${CARDS} img`);
    await tap(page, link(first.title));
    await see(page, heading(first.title));
    expect(await page.evaluate(() => location.pathname)).toBe(`/work/${first.id}`);
    await seePicture(page, 'main img');
    await see(page, heading('Reviews from our clients'));

    await page.evaluate(() => history.back());
    await see(page, heading('We make your cabinets look like new!'));
    await miss(page, heading('Reviews from our clients'));
    await count(page, CARDS, 8);

    const watched = ({ url }: { url: string }) => url.includes('/Listen/channel');
    await backend.requests.waitFor(watched, 20_000);
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
