import { expect } from '@playwright/test';
import { reviewsOf, SIGN_IN, THANKS, workWith } from '../../browser/reviewScene';
import { bringIntoView, button, field, heading, label, see, tap, type } from '../actions';
import type { Journey } from '../stage';
import { openSite } from '../steps';

const TEXT = 'They look new. Thank you!';

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
    await type(page, field('Your review'), TEXT);
    await tap(page, button('Post review'));
    await see(page, { css: 'p', text: THANKS });
    await see(page, { css: 'section li', text: TEXT });

    const [stored, ...others] = reviewsOf(backend, work);
    expect(others).toEqual([]);
    const { id, user, created, ...rest } = stored!;
    expect(rest).toEqual({ stars: 4, text: TEXT });
    expect(id).toMatch(/^[A-Za-z0-9]{10}$/);
    expect(Date.parse(created)).not.toBeNaN();
    const markers = backend.firestore.list(`gallery/${work}/reviewers`);
    expect(markers.map(({ path }) => path)).toEqual([`gallery/${work}/reviewers/${user}`]);
  },
};
