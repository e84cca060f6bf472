// The states of the owner's page.
import type { Plain } from '../../backend/protoJson';
import type { ProtoFields } from '../../backend/rules/types';
import type { Built } from '../../src/contract/built';
import { expect, type Backend } from '../support/fixtures';
import {
  ADD_WORK,
  choosePhotos,
  enterWork,
  openOwnerPage,
  photos,
  prepared,
  SIGN_IN_AS_OWNER,
  tinyPhoto,
} from '../support/ownerActions';
import { withoutLongWaits } from '../support/longWaits';
import { button, openPopupOf } from '../support/reviewActions';
import { moveAway, storeDocument, storedWorks, storeWorks } from '../support/serverContent';
import { smallTargets } from './crowding';
import { settled } from './looks';
import { testStates, type Opening } from './testStates';

/** Opens the page as an owner with a work that is ready to be published. */
const entered: Opening = async ({ page }) => {
  await openOwnerPage(page);
  await enterWork(page);
  await expect(page.getByText('In the gallery it stands last')).toBeVisible();
};

/** Three requests: one with the longest words and a picture that is gone, one of an older shape, one that is answered. */
async function storeRequests(backend: Backend): Promise<void> {
  const at = (minute: number) => Date.UTC(2026, 10, 28, 14, minute);
  const mark = (state: string, more = {}) => ({ state, since: at(5), ...more });
  const wordless = mark('sent', { digest: 'numbers-lost-1', alone: 1, due: at(5 + 6 * 60) });
  const request = (minute: number, fields: Record<string, Plain>) => ({
    created: new Date(at(minute)),
    status: 1,
    email: 'ann@example.com',
    phone: '(404) 555-0100',
    address: '12 Oak Street, Lawrenceville, GA 30046',
    categories: ['kitchen'],
    files: [],
    ...fields,
  });
  const gone = `${backend.origins.storage}/v0/b/demo-cabinets.appspot.com/o/gone.jpg?alt=media`;
  // The functions of this machine mail the requests, and write their marks elsewhere.
  const marks = 'alerts/function/address2';
  const stored: Record<string, Record<string, Plain>> = {
    'requests/1234567890': request(4, {
      name: `Ann ${'Long'.repeat(48)}`,
      description: `Twelve doors.\n${'oak'.repeat(1000)}`,
      files: [{ url: gone, thumb: gone }],
    }),
    'requests/2234567890': { created: new Date(at(3)), description: 'Of an older shape.' },
    'requests/3234567890': request(-1440, {
      name: 'יעל כהן',
      status: 2,
      description: 'שלום, שתים עשרה דלתות.',
    }),
    [`${marks}/1234567890`]: { created: at(4), text: mark('sent'), pictures: mark('waiting') },
    [`${marks}/2234567890`]: { created: at(3), text: wordless, textHook: mark('sent') },
    [`${marks}/3234567890`]: { created: at(-1440), text: mark('refused') },
    'alerts/arrivals': { ran: at(0), week: 3, marks },
  };
  for (const [path, fields] of Object.entries(stored)) await storeDocument(backend, path, fields);
}

/** Changes a work of which somebody else has made something else meanwhile. */
const changed =
  (title: string, theirs: (backend: Backend, path: string) => ProtoFields | null): Opening =>
  async ({ page, backend }) => {
    await openOwnerPage(page);
    const work = storedWorks(backend)[1]!;
    await button(page, `Change ${work.title}`).click();
    await page.getByLabel('Title', { exact: true }).fill('Elm Street kitchen, navy and oak');
    const path = `gallery/${work.id}`;
    backend.firestore.commit([{ path, fields: theirs(backend, path) }]);
    await button(page, 'Save the change').click();
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
  };

/** Changes a work, which is stored then. */
const changeStored: Opening = async ({ page, backend }) => {
  await openOwnerPage(page);
  await button(page, `Change ${storedWorks(backend)[1]!.title}`).click();
  await page.getByLabel('Title', { exact: true }).fill('Elm Street kitchen, navy and oak');
  await button(page, 'Save the change').click();
  await expect(button(page, 'Undo the change')).toBeVisible();
};

/** Publishes it. Each call of this kind meets the fault; resolves when the page says `title`. */
const publishing =
  (
    title: string,
    fault?: { service: 'storage' | 'firestore'; url: RegExp; status?: number },
  ): Opening =>
  async (stage) => {
    const { page, backend } = stage;
    // The SDK gives up after a minute.
    await withoutLongWaits(page, 30_000);
    await entered(stage);
    // Calls without an answer take all connections that the browser opens to a host, also those of pictures in the lists.
    await settled(page);
    if (fault) {
      const { status, ...calls } = fault;
      backend.faults.add({
        ...calls,
        do: status === undefined ? { kind: 'silence' } : { kind: 'status', status },
      });
    }
    await button(page, 'Publish').click();
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
  };

const STATES: Record<string, Opening> = {
  async 'owner-signed-out'({ page }) {
    await page.goto('/owner');
    await expect(button(page, SIGN_IN_AS_OWNER)).toBeVisible();
  },
  async 'owner-sign-in-closed'({ page }) {
    await page.goto('/owner');
    const chooser = await openPopupOf(page, SIGN_IN_AS_OWNER);
    await button(chooser, 'Cancel').click();
    await expect(page.getByText('closed before you had signed in')).toBeVisible();
  },
  async 'owner-not-one'({ page }) {
    await openOwnerPage(page, 'Maria Alvarez');
    await expect(page.getByText('is not an owner of this site')).toBeVisible();
  },
  async 'owner-lists'({ page, backend }) {
    await openOwnerPage(page);
    await expect(page.getByRole('article')).not.toHaveCount(0);
    await expect(page.getByText('There is no request.')).toBeVisible();
    await expect(page.getByText('On the landing page').first()).toBeVisible();
    // The titles of all works that have reviews.
    const titles = storedWorks(backend).map(({ title }) => title);
    await expect(page.getByRole('link', { name: titles[0]! })).not.toHaveCount(0);
  },
  async 'owner-finding'({ page, backend }) {
    storeWorks(backend, 60);
    await openOwnerPage(page);
    await page.getByRole('searchbox').fill('number 4');
    await expect(page.getByText('15 works.')).toBeVisible();
    // Their works have made room for these.
    await expect(page.getByText('nobody sees this review').first()).toBeVisible();
  },
  async 'owner-finding-nothing'({ page }) {
    await openOwnerPage(page);
    await page.getByRole('searchbox').fill('bathroom');
    await expect(page.getByText('None of the works has this in its title.')).toBeVisible();
    await expect(page.getByText('On the landing page').first()).toBeVisible();
  },
  async 'owner-editor-missing'({ page }) {
    await page.route(/editorCode-/, (route) => route.abort());
    await openOwnerPage(page);
    await button(page, ADD_WORK).click();
    await expect(page.getByText('The editor did not load.')).toBeVisible();
  },
  async 'owner-work-begun'(stage) {
    await entered(stage);
    await button(stage.page, 'Back to the lists').click();
    await expect(stage.page.getByText('is not published yet.')).toBeVisible();
    await expect(stage.page.getByText('On the landing page').first()).toBeVisible();
  },
  async 'owner-signing-out'(stage) {
    await entered(stage);
    await button(stage.page, 'Sign out').click();
    await expect(button(stage.page, 'Sign out and remove it')).toBeVisible();
  },
  async 'owner-lists-empty'({ page, backend }) {
    for (const { path } of backend.firestore.list('gallery')) {
      for (const review of backend.firestore.list(`${path}/reviews`))
        await storeDocument(backend, review.path, undefined);
      await storeDocument(backend, path, undefined);
    }
    // They were removed since.
    await storeDocument(backend, 'alerts/arrivals', { ran: Date.parse('2026-03-02'), week: 3 });
    await openOwnerPage(page);
    await expect(page.getByText('The gallery is empty.')).toBeVisible();
    await expect(page.getByText('Nobody has written a review yet.')).toBeVisible();
    await expect(page.getByText('3 requests came in seven days')).toBeVisible();
    await expect(page.getByText('There is no request.')).toBeVisible();
  },
  async 'owner-lists-failed'({ page, backend }) {
    backend.faults.add({
      service: 'firestore',
      url: /:runQuery/,
      do: { kind: 'status', status: 503 },
    });
    await openOwnerPage(page);
    await expect(page.getByText('The works did not load.')).toBeVisible();
    await expect(page.getByText('The reviews did not load.')).toBeVisible();
    await expect(page.getByText('The requests did not load.')).toBeVisible();
  },
  async 'owner-requests'({ page, backend }) {
    await storeRequests(backend);
    await openOwnerPage(page);
    const requests = page.getByRole('region', { name: /^Requests/ });
    await expect(requests).toContainText('3 requests came in seven days');
    for (const news of [
      /#1234567890.*Mail to you: mailed \d\d:05\W*Mail of the pictures to you: waiting/s,
      /#2234567890.*Mail to you: went without its words \d\d:05; they are tried again .*\d\d:05/,
      /#3234567890.*Answered.*Mail to you: waiting, goes without its words/,
    ])
      await expect(requests).toContainText(news);
    await requests.scrollIntoViewIfNeeded();
  },
  async 'owner-request-open'({ page, backend }) {
    await storeRequests(backend);
    await openOwnerPage(page);
    await page.evaluate(() => (location.hash = '#request-1234567890'));
    await expect(page.getByRole('link', { name: 'WhatsApp' })).toBeVisible();
    await expect(page.getByText('it does not load, or its file was deleted')).toBeVisible();
  },
  async 'owner-taking-down'({ page }) {
    await openOwnerPage(page);
    await button(page, 'Take down').first().click();
    await expect(button(page, 'Yes, take it down')).toBeVisible();
  },
  async 'owner-taken-down'({ page }) {
    await openOwnerPage(page);
    const undo = page.getByRole('button', { name: /^Undo: Taken down/ });
    await button(page, 'Take down').first().click();
    await button(page, 'Yes, take it down').click();
    await expect(undo).toBeVisible();
    await undo.scrollIntoViewIfNeeded();
  },
  async 'owner-removing'({ page, backend }) {
    await openOwnerPage(page);
    const work = storedWorks(backend).find(({ id }) => id === 'maple-street-kitchen')!;
    await button(page, `Remove ${work.title}`).click();
    const question = page.getByRole('group', { name: `Remove ${work.title}?` });
    await expect(question).toContainText('its 3 reviews');
    await question.scrollIntoViewIfNeeded();
  },
  async 'owner-work-removed'({ page, backend }) {
    const [removed, , work] = storedWorks(backend);
    const review = backend.firestore.list('gallery/birch-court-vanity/reviews')[0]!;
    for (const place of [`gallery/${removed!.id}`, review.path])
      moveAway(backend, place, 3_600_000);
    await openOwnerPage(page);
    await expect(page.getByRole('button', { name: /^Put back/ })).toHaveCount(2);
    await button(page, `Remove ${work!.title}`).click();
    await button(page, 'Yes, remove it').click();
    const undo = page.getByRole('button', { name: `Undo: Removed ${work!.title}` });
    await expect(undo).toBeVisible();
    await undo.scrollIntoViewIfNeeded();
  },
  async 'owner-adding'({ page }) {
    await openOwnerPage(page);
    await button(page, ADD_WORK).click();
    await expect(page.getByText('In the gallery it stands last')).toBeVisible();
  },
  'owner-entered': entered,
  async 'owner-discarding'(stage) {
    await entered(stage);
    await button(stage.page, 'Discard').click();
    await expect(button(stage.page, 'Yes, discard it')).toBeVisible();
  },
  async 'owner-problems'(stage) {
    await entered(stage);
    const { page } = stage;
    const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('text') };
    await choosePhotos(page, 'before', [await tinyPhoto(), notes]);
    await choosePhotos(page, 'after', await photos(4, 640, 480));
    await prepared(page, 7);
    await button(page, 'Publish').click();
    await expect(page.getByText('A picture that cannot be used says why.')).toBeVisible();
  },
  async 'owner-build'({ page, backend }) {
    const answer = await page.request.get('/owner');
    const built: Built = {
      at: '2026-11-27T14:05:00Z',
      works: { count: 9, lastWritten: '2020-01-01T00:00:00.000000000Z' },
      quotes: ['gallery/elm/reviews/r1'],
    };
    const meta = `<meta name="built" content="${encodeURIComponent(JSON.stringify(built))}">`;
    const body = (await answer.text()).replace(/<meta name="built"[^>]*>/, meta);
    await openOwnerPage(page);
    await page.route('/owner', (route) => route.fulfill({ response: answer, body }));
    // Back in its tab, the page asks what is served now.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    const build = page.getByRole('region', { name: 'The next build' });
    const works = storedWorks(backend).length;
    await expect(build).toContainText(
      `2 new quotes, 1 removed quote, ${works} new or restored works, ${9 - works} removed work.`,
    );
    await build.scrollIntoViewIfNeeded();
  },
  'owner-publishing': publishing('Publishing…', { service: 'storage', url: /[?]name=/ }),
  async 'owner-publishing-behind-lists'(stage) {
    await publishing('Publishing…', { service: 'storage', url: /[?]name=/ })(stage);
    await button(stage.page, 'Back to the lists').click();
    await expect(stage.page.getByRole('region', { name: 'New work' })).toContainText('of');
    await expect(stage.page.getByText('On the landing page').first()).toBeVisible();
  },
  'owner-waiting': publishing('No answer yet', {
    service: 'firestore',
    url: /:commit/,
    status: 503,
  }),
  'owner-exhausted': publishing('Google takes nothing more for now', {
    service: 'storage',
    url: /[?]name=/,
    status: 402,
  }),
  async 'owner-session-ended'(stage) {
    const calls = { service: 'storage', url: /[?]name=/, status: 401 } as const;
    await publishing('For the owner of this site', calls)(stage);
    await expect(stage.page.getByRole('alert')).toContainText('what you were writing is kept');
  },
  'owner-refused': publishing('The server refused the work', {
    service: 'firestore',
    url: /:commit/,
    status: 403,
  }),
  async 'owner-title-taken'({ page, backend }) {
    storeWorks(backend, 99);
    const first = backend.firestore.get('gallery/kitchen-1')!;
    backend.firestore.commit([{ path: 'gallery/kitchen', fields: first.fields }]);
    await openOwnerPage(page);
    await enterWork(page, 'Kitchen');
    await button(page, 'Publish').click();
    await expect(page.getByText('Every address that this title gives is taken')).toBeVisible();
    // In the fields it is said of the title.
    await button(page, 'Change the work').click();
    const title = page.getByLabel('Title', { exact: true });
    await expect(title).toBeFocused();
    await expect(title).toHaveAccessibleDescription(/is taken/);
    await button(page, 'Publish').click();
    await button(page, 'Back to the lists').click();
    await expect(page.getByRole('region', { name: 'New work' })).toContainText(
      'needs another title.',
    );
    await button(page, 'Show it').click();
    await expect(page.getByText('Every address that this title gives is taken')).toBeVisible();
  },
  'owner-published': publishing('It is in the gallery'),
  async 'owner-changing'({ page, backend }) {
    await openOwnerPage(page);
    await button(page, `Change ${storedWorks(backend)[1]!.title}`).click();
    await page.getByLabel('Title', { exact: true }).fill('');
    await button(page, 'Save the change').click();
    await expect(page.getByText('Give the work a title first.')).toBeVisible();
  },
  async 'owner-change-unopened'({ page, backend }) {
    await openOwnerPage(page);
    const change = button(page, `Change ${storedWorks(backend)[1]!.title}`);
    await expect(change).toBeVisible();
    backend.faults.add({ service: 'firestore', url: /:batchGet/, do: { kind: 'reset' } });
    await change.click();
    await expect(page.getByRole('heading', { name: 'The work did not load' })).toBeVisible();
  },
  async 'owner-change-of-another'({ page, backend }) {
    await openOwnerPage(page);
    const [, one, other] = storedWorks(backend);
    await button(page, `Change ${one!.title}`).click();
    await page.getByLabel('Title', { exact: true }).fill('Elm Street kitchen, navy and oak');
    await button(page, 'Back to the lists').click();
    await expect(page.getByText('has a change that is not saved.')).toBeVisible();
    await button(page, `Change ${other!.title}`).click();
    await expect(page.getByRole('heading', { name: 'Another change comes first' })).toBeVisible();
    await button(page, 'Discard it').click();
    await expect(page.getByRole('group', { name: 'Discard this change?' })).toBeFocused();
  },
  async 'owner-change-missing'({ page }) {
    await openOwnerPage(page);
    for (const id of ['nonsense', '%00', '..%2F..%2Fx']) {
      await page.evaluate((hash) => (location.hash = hash), `change=${id}`);
      await expect(
        page.getByRole('heading', { name: 'The gallery has no such work' }),
      ).toBeVisible();
      await button(page, 'Back to the lists').click();
    }
    await page.evaluate(() => (location.hash = 'change=nonsense'));
    await expect(button(page, 'Open it again')).toBeVisible();
  },
  async 'owner-change-seen-by-visitors'({ page, backend }) {
    await openOwnerPage(page);
    await button(page, `Change ${storedWorks(backend)[1]!.title}`).click();
    await page.getByText('See it as visitors will').click();
    await expect(page.getByRole('slider')).not.toHaveCount(0);
  },
  'owner-change-stored': changeStored,
  async 'owner-change-undone'(stage) {
    await changeStored(stage);
    const { page } = stage;
    await button(page, 'Undo the change').click();
    await expect(page.getByRole('heading', { name: 'The change is undone' })).toBeVisible();
    await expect(button(page, 'Bring the change back')).toBeVisible();
  },
  'owner-conflicting': changed('It was changed meanwhile', (backend, path) => {
    const { fields } = backend.firestore.get(path)!;
    return { ...fields, title: { stringValue: 'Elm Street, as somebody else calls it' } };
  }),
  'owner-removed': changed('This work is gone', () => null),
};

/** As a narrow phone has it, every target is large enough for a finger. */
const withTargets =
  (open: Opening): Opening =>
  async (stage) => {
    await open(stage);
    const { page } = stage;
    const size = page.viewportSize()!;
    await page.setViewportSize({ width: 320, height: 640 });
    expect.soft(await smallTargets(page), 'targets at 320 px').toEqual([]);
    await page.setViewportSize(size);
  };

testStates(
  Object.fromEntries(Object.entries(STATES).map(([name, open]) => [name, withTargets(open)])),
);
