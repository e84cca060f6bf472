import { expect } from '@playwright/test';
import { workWith } from '../../browser/reviewScene';
import { storeDocument } from '../../browser/stored';
import type { Fault, ScreenState, ScreenStates } from './state';

const WORK = {
  service: 'firestore',
  method: 'GET',
  url: /documents\/gallery\/[^/?]+(\?|$)/,
} as const;
const REVIEWS = { service: 'firestore', method: 'GET', url: /\/reviews\?/ } as const;
const REVIEWS_TITLE = 'Reviews from our clients';
const REVIEWS_SECTION = 'section:has(> * > #reviews-title)';

/** A work's page whose reads of one kind end like this. */
const failing = (reads: typeof WORK | typeof REVIEWS, end: Fault, text: string): ScreenState => ({
  async open({ page, backend }) {
    backend.faults.add({ ...reads, do: end });
    await page.goto(`/work/${workWith(backend, 'some')}`);
    await expect(page.getByText(text)).toBeAttached();
    return page;
  },
});

export const work: ScreenStates = {
  work: {
    isTall: true,
    async open({ page, backend }) {
      await page.goto(`/work/${workWith(backend, 'some')}`);
      await expect(
        page.getByRole('listitem').filter({ hasText: 'out of 5 stars' }),
      ).not.toHaveCount(0);
      await page.getByRole('heading', { name: REVIEWS_TITLE }).scrollIntoViewIfNeeded();
      await expect(page.getByRole('button', { name: 'Sign in to write a review' })).toBeVisible();
      await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
      return page;
    },
  },
  'work-loading': failing(WORK, { kind: 'silence' }, 'Loading this work…'),
  'work-offline': failing(WORK, { kind: 'reset' }, 'not saved on this device yet'),
  'work-failed': failing(WORK, { kind: 'status', status: 500 }, 'This work did not load.'),
  'work-bare': {
    isTall: true,
    async open({ page, backend }) {
      const long = 'Wandschrankoberflächenbeschichtungsmeisterbetrieb';
      await storeDocument(backend, 'gallery/bare', {
        title: `${long} ${long}`,
        created: new Date('2026-01-01T00:00:00Z'),
        cover: {},
        before: [],
        after: [{ url: 'data:image/png;base64,broken' }],
      });
      await storeDocument(backend, 'gallery/bare/reviews/aaaaaaaaaa', {
        id: 'aaaaaaaaaa',
        text: `${'no-space-at-all'.repeat(20)}\n\nA second paragraph, after an empty line.`,
        stars: 1,
        user: 'somebody',
        created: new Date('2026-02-01T00:00:00Z'),
      });
      await page.goto('/work/bare');
      await expect(page.getByText('from 1 review')).toBeVisible();
      return page;
    },
  },
  'work-many-reviews': {
    about: REVIEWS_SECTION,
    async open({ page, backend }) {
      const work = workWith(backend, 'no');
      for (let number = 0; number < 25; number += 1) {
        const id = `review${String(number).padStart(4, '0')}`;
        await storeDocument(backend, `gallery/${work}/reviews/${id}`, {
          id,
          text: number % 3 === 0 ? '' : 'The doors close softly again, and the colour is right.',
          stars: 1 + (number % 5),
          user: `visitor-${number}`,
          created: new Date(Date.UTC(2026, 1, 1 + number)),
        });
      }
      await page.goto(`/work/${work}`);
      await expect(page.getByRole('button', { name: 'Show more reviews' })).toBeAttached();
      return page;
    },
  },
  'reviews-failed': {
    ...failing(REVIEWS, { kind: 'status', status: 500 }, 'The reviews did not load.'),
    about: REVIEWS_SECTION,
  },
  async 'part-not-loaded'({ page, backend }) {
    await page.route(/assets\/WorkPage-.*\.js/, (route) => route.abort());
    await page.goto(`/work/${workWith(backend, 'some')}`);
    await expect(page.getByText('This part of the page did not load.')).toBeVisible();
    return page;
  },
  async crash({ page, backend }) {
    const body = 'export default () => { throw new Error("A screen that fails."); };';
    await page.route(/assets\/WorkPage-.*\.js/, (route) =>
      route.fulfill({ body, contentType: 'text/javascript' }),
    );
    await page.goto(`/work/${workWith(backend, 'some')}`);
    await expect(page.getByText('This page did not load completely.')).toBeVisible();
    return page;
  },
};
