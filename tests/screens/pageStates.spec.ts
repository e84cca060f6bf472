// The states of pages, notices and dialogs; the other tables of this folder have the others.
import { toFields } from '../../backend/protoJson';
import {
  appStarted,
  cameOnline,
  COMMIT,
  fillRequest,
  numberedFields,
  pressSend,
  seedOutbox,
  waitingRecords,
  smallPictures,
  WHOLE,
  workerControls,
} from '../support/deliveryActions';
import { expect, type Backend } from '../support/fixtures';
import { choose } from '../support/formActions';
import { withoutLongWaits } from '../support/longWaits';
import {
  button,
  linkCopier,
  LIST,
  openForm,
  openWork,
  rate,
  workWith,
} from '../support/reviewActions';
import { firstWork, storeDocument, storeWorks } from '../support/serverContent';
import { NEWER_VERSION } from '../support/versions';
import { testStates, type Opening } from './testStates';

type Fault = Parameters<Backend['faults']['add']>[0];

const GALLERY = { url: /documents\/gallery\?|Listen\/channel/ };
const QUERY = { url: /documents:runQuery/ };
const WORK = {
  service: 'firestore',
  method: 'GET',
  url: /documents\/gallery\/[^/?]+(\?|$)/,
} as const;
const LONG = 'Wandschrankoberflächenbeschichtungsmeisterbetrieb';

type Where = 'gallery' | 'all' | 'work';

/** Opens a page on which these reads fail like this. */
const failing =
  (where: Where, reads: Omit<Fault, 'do'>, end: Fault['do'], text: string): Opening =>
  async ({ page, backend }) => {
    backend.faults.add({ ...reads, do: end });
    // What waits for an answer does not give up while it is looked at.
    if (end.kind === 'silence') await withoutLongWaits(page, 8000);
    const work = `/work/${workWith(backend, 'some')}`;
    await page.goto({ gallery: '/', all: '/work', work }[where]);
    await expect(page.getByText(text)).toBeAttached();
  };

/** Opens a page of which nothing is saved, in a browser that says that it is offline, while nothing answers. */
const offline =
  (where: Where, text: string): Opening =>
  async (scene) => {
    await scene.page.addInitScript(() =>
      Object.defineProperty(Navigator.prototype, 'onLine', { get: () => false }),
    );
    await failing(where, { service: 'firestore' }, { kind: 'reset' }, text)(scene);
  };

/** Opens a long gallery, and asks for more works, which end like this. Without an answer the device is offline. */
const more =
  (end: Fault['do'], text: string): Opening =>
  async ({ page, backend }) => {
    // Which pictures a device has when its network goes would differ from run to run.
    const hasCovers = end.kind !== 'reset';
    storeWorks(backend, 60, hasCovers);
    backend.faults.add({ url: /:runQuery/, do: end });
    await page.goto('/');
    await appStarted(page);
    // The gallery was read before the network goes.
    await expect(button(page, 'Show more works')).toBeAttached();
    await page.context().setOffline(end.kind === 'reset');
    // By its key: cards above that come into the window may still take their height, and move it under a pointer.
    await button(page, 'Show more works').press('Enter');
    await expect(page.getByText(text)).toBeVisible();
  };

/** Opens a page with a part whose code is not there, or has a component that fails. */
const code =
  (
    part: 'WorkWithReviews' | 'RequestContent',
    answer: 'aborted' | 'failing',
    text: string,
  ): Opening =>
  async ({ page, backend }) => {
    const body = `export const ${part} = () => { throw new Error("A part that fails."); };`;
    await page.route(new RegExp(`assets/${part}-.*[.]js`), (route) =>
      answer === 'aborted'
        ? route.abort()
        : route.fulfill({ body, contentType: 'text/javascript' }),
    );
    const work = `/work/${firstWork(backend)}`;
    await page.goto(part === 'WorkWithReviews' ? work : '/#request-service');
    await expect(page.getByText(text)).toBeVisible();
  };

const STATES: Record<string, Opening> = {
  async landing({ page }) {
    await page.goto('/');
    await expect(page.locator('#gallerySection').getByRole('link')).toHaveCount(8);
  },
  'gallery-loading': failing('gallery', GALLERY, { kind: 'silence' }, 'Loading our work…'),
  'gallery-failed': failing(
    'gallery',
    GALLERY,
    { kind: 'status', status: 500 },
    'The gallery did not load.',
  ),
  'gallery-offline': offline('gallery', 'The gallery is not saved on this device yet.'),
  'gallery-unreached': failing(
    'gallery',
    { service: 'firestore' },
    { kind: 'reset' },
    'We cannot be reached',
  ),
  async 'gallery-empty'({ page, backend }) {
    const works = backend.firestore.list('gallery');
    backend.firestore.commit(works.map(({ path }) => ({ path, fields: null })));
    await page.goto('/');
    await expect(page.getByText('Our first works are on their way here.')).toBeVisible();
  },
  'gallery-more-failed': more({ kind: 'status', status: 500 }, 'More works did not load.'),
  'gallery-more-offline': more({ kind: 'reset' }, 'More works are not saved on this device yet.'),
  async 'all-works'({ page }) {
    await page.goto('/work');
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(8);
  },
  'all-works-loading': failing('all', QUERY, { kind: 'silence' }, 'Loading our work…'),
  'all-works-failed': failing(
    'all',
    QUERY,
    { kind: 'status', status: 500 },
    'Our works did not load.',
  ),
  'all-works-offline': offline('all', 'The list of our works is not saved on this device yet.'),
  'work-loading': failing('work', WORK, { kind: 'silence' }, 'Loading this work…'),
  'work-offline': offline('work', 'You are offline and this work is not saved'),
  'work-failed': failing('work', WORK, { kind: 'status', status: 500 }, 'This work did not load.'),
  async 'reviews-failed'(scene) {
    const text = 'The reviews did not load.';
    await failing('work', LIST, { kind: 'status', status: 500 }, text)(scene);
    // The form below is loaded once it has been near the window, which depends on what came first.
    await scene.page.getByText(text).scrollIntoViewIfNeeded();
  },
  /** Long words, no pictures, more reviews than are shown at first; first in the gallery, too. */
  async 'work-bare'({ page, backend, look }) {
    const review = (index: number) => ({
      path: `gallery/bare/reviews/review${String(index).padStart(4, '0')}`,
      fields: toFields({
        text: index === 24 ? `${'no-space-at-all'.repeat(20)}\n\nA second paragraph.` : '',
        stars: 1 + (index % 5),
        user: `visitor-${index}`,
        created: new Date(Date.UTC(2026, 1, 1 + index)),
      }),
    });
    const work = {
      title: `${LONG} ${LONG}`,
      created: new Date('2020-01-01T00:00:00Z'),
      cover: {},
      after: [{ url: 'data:image/png;base64,broken' }],
    };
    backend.firestore.commit([
      { path: 'gallery/bare', fields: toFields(work) },
      ...Array.from({ length: 25 }, (_, index) => review(index)),
    ]);
    await page.goto('/');
    await page.getByRole('link', { name: LONG }).scrollIntoViewIfNeeded();
    await look('gallery-long-words');
    await page.goto('/work/bare');
    // The form to write a review is loaded once it has been near the window, which depends on what came first.
    await button(page, 'Show more reviews').scrollIntoViewIfNeeded();
    await expect(button(page, 'Sign in to write a review')).toBeAttached();
  },
  'part-not-loaded': code('WorkWithReviews', 'aborted', 'This part of the page did not load.'),
  'part-failed': code('WorkWithReviews', 'failing', 'This part of the page stopped working.'),
  'request-not-loaded': code('RequestContent', 'aborted', 'This part of the page did not load.'),
  'request-part-failed': code(
    'RequestContent',
    'failing',
    'This part of the page stopped working.',
  ),
  async crash({ page }) {
    await page.goto('/');
    await expect(page.locator('#gallerySection').getByRole('link')).toHaveCount(8);
    // What shows the dialogs is surrounded by nothing.
    await page.evaluate(() => {
      Object.assign(window, {
        URLSearchParams: function () {
          throw new Error('A part that fails.');
        },
      });
      location.hash = '#request-service';
    });
    await expect(page.getByText('This page stopped working.')).toBeVisible();
  },
  async 'not-found'({ page }) {
    await page.goto('/no/such/page');
    await expect(page.getByRole('link', { name: 'Go to the start page' })).toBeVisible();
  },
  async 'request-rejected'({ page }) {
    await page.goto('/#request-service');
    const name = `estimate-${'for-the-kitchen-'.repeat(6)}.pdf`;
    await choose(page, [{ name, mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') }], 0);
    await expect(page.getByText(/Not added/)).toBeVisible();
  },
  async 'waiting-already-sent'({ page, backend, look }) {
    backend.faults.add({ ...WHOLE, do: { kind: 'status', status: 403 } });
    await fillRequest(page, await smallPictures(1));
    await pressSend(page);
    await expect(
      page.getByRole('paragraph').filter({ hasText: 'The pictures were not accepted.' }),
    ).toBeVisible();
    await look('request-arrived');
    await button(page, 'Close').click();
    await button(page, 'Pictures of 1 request not accepted').click();
    await expect(page.getByText('Your text has reached us, but')).toBeVisible();
    await expect(button(page, 'Try again')).toBeVisible();
    await look('waiting-arrived');
    await page.getByRole('button', { name: /^Delete “/ }).click();
    await button(page, 'Delete').click();
    await expect(
      page.getByText('It was already sent: we have received this request.'),
    ).toBeVisible();
  },
  /** All notices at once. */
  async notices({ page, backend }) {
    await fillRequest(page);
    await page.goto('/');
    await expect(button(page, 'Continue your request')).toBeVisible();
    await seedOutbox(page, [{ fields: numberedFields(1) }]);
    await cameOnline(page);
    await expect(page.getByText('Your request was sent.')).toBeVisible();
    backend.faults.add({ ...COMMIT, do: { kind: 'status', status: 503, retryAfter: 3600 } });
    await seedOutbox(page, [{ fields: numberedFields(2) }]);
    await cameOnline(page);
    await expect(button(page, '1 request waiting to be sent')).toBeVisible();
    // An answer that still comes says that the page is online.
    await expect.poll(async () => (await waitingRecords(page))[0]?.attempts).toBe(1);
    await page.context().setOffline(true);
    await expect(page.getByText('You are offline')).toBeVisible();
  },
  async 'waiting-list'({ page, backend }) {
    await page.goto('/');
    await workerControls(page);
    backend.faults.add({ ...COMMIT, count: 3, do: { kind: 'status', status: 400 } });
    backend.faults.add({ ...COMMIT, do: { kind: 'status', status: 503, retryAfter: 3600 } });
    await seedOutbox(page, [
      { fields: numberedFields(1), pictures: [4000] },
      { fields: numberedFields(2) },
    ]);
    await page.reload();
    await button(page, '1 needs attention, 1 waiting').click();
    await expect(page.getByText('needs your attention')).toBeVisible();
    await expect(
      page.getByRole('paragraph').filter({ hasText: 'Still no answer. We keep trying.' }),
    ).toBeVisible();
  },
  async 'review-nearly-full'({ page, backend }) {
    await openForm(page, backend, 'some');
    await rate(page, 4);
    await page.getByLabel('Your review').fill('Oak '.repeat(470));
    await expect(page.getByText('120 characters left')).toBeVisible();
  },
  async 'review-in-an-app'({ page, backend }) {
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'userAgent', { value: 'Instagram 382.0.0.27.85' }),
    );
    await openWork(page, workWith(backend, 'some'));
    await expect(linkCopier(page)).toBeVisible();
  },
  async 'update-dialog'({ page, backend }) {
    await storeDocument(backend, 'version/current', { version: NEWER_VERSION });
    await page.addInitScript(() => {
      localStorage.setItem('review/oak/ann', '{"stars":4,"text":"Go","id":null,"isRefused":false}');
    });
    // The countdown goes by the clock, which stands still: however busy the machine, it does not end.
    const now = Date.now();
    await page.clock.setFixedTime(now);
    await page.goto('/');
    const timer = page.getByRole('dialog').getByRole('timer');
    await expect(timer).toHaveAccessibleName('Seconds left: 10');
    await page.clock.setFixedTime(now + 2500);
    await expect(timer).toHaveAccessibleName('Seconds left: 8');
    await expect(page.getByRole('dialog')).toContainText('What you have typed is kept.');
  },
  /** The developer's page of stored data, which updates itself. */
  async 'data-page'({ page, backend }) {
    await page.goto(`${backend.origins.firestore}/`);
    await expect(page.getByText('No request yet.')).toBeVisible();
    const name = { stringValue: 'Ana <b>Delgado</b>' };
    backend.firestore.commit([{ path: 'requests/1234567890', fields: { name } }]);
    await expect(page.getByRole('heading', { name: name.stringValue, exact: true })).toBeVisible();
  },
};

testStates(STATES);
