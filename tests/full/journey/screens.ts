/** What the page shows in every state of the journey; those of a state hold in the ones within it. */
import { expect } from '@playwright/test';
import type { JourneySnapshot } from '../../journey/plan';
import { countWaiting } from '../../browser/delivery/scene';
import { storedRequests } from '../../browser/stored';
import { requestScreens } from './requestScreens';
import { listOf, noticesOf, type Showing, type Showings } from './visitor';
import { workScreens } from './workScreens';

const countdown: Showing = async ({ page }) => {
  const dialog = page.getByRole('alertdialog', {
    name: 'Please wait while we update the app version...',
  });
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole('timer')).toHaveText(/^(10|[0-9])$/);
};

/** The landing page, the network, the update, and what holds everywhere. */
const siteScreens: Showings = {
  // Every state is within this one: the server holds what has arrived so far, each once, no more.
  network: async ({ backend, arrived }) => {
    const stored = () =>
      storedRequests(backend).map(({ id, created, status, files, ...fields }) => {
        expect(id).toMatch(/^[1-9][0-9]{9}$/);
        expect(Date.parse(created)).not.toBeNaN();
        expect(status).toBe(1);
        return { fields, files: files.length };
      });
    await expect.poll(stored, { timeout: 20_000 }).toEqual(arrived);
  },
  'network.online': ({ page }) => expect(noticesOf(page)).not.toContainText('You are offline'),
  'network.offline': ({ page }) => expect(noticesOf(page)).toContainText('You are offline'),

  'screen.landing': async ({ page, site }) => {
    await expect(page).toHaveURL(`${site}/`);
    await expect(page.getByTestId('tiles').getByRole('link')).toHaveCount(5);
    await expect(page.locator('#gallerySection').getByRole('link')).toHaveCount(8);
    await expect(page.locator('dialog[open]')).toHaveCount(0);
  },
  'screen.updating.overLanding': countdown,
  'screen.updating.overForm': countdown,
};

const BACK_ONLINE = 'Waiting until you are back online.';

/** What the list says about the request that waits. */
function standingOf(state: JourneySnapshot): string {
  if (state.matches({ outbox: 'refused' })) return 'It was not accepted and needs your attention.';
  if (state.matches({ outbox: 'partly' })) return 'Your text has reached us; the pictures follow.';
  if (state.matches({ outbox: 'moving' })) return 'Sending pictures: 1 of 2.';
  return state.matches({ network: 'online' }) ? 'Not sent yet. We keep trying.' : BACK_ONLINE;
}

/** A request that is on its way is saved as well. */
const isSaved = (state: JourneySnapshot) =>
  !state.matches({ outbox: 'empty' }) ||
  state.matches({ screen: { request: 'creating' } }) ||
  state.matches({ screen: { request: 'uploading' } });

const NOTHING = 'No request is waiting any more.';

/** The notice of what waits, and its list. */
const waitingScreens: Showings = {
  // Every state is within this one: the notice tells what really waits.
  outbox: async ({ page }, state) => {
    const isWaiting = isSaved(state) || state.matches({ screen: { request: 'direct' } });
    const notice = noticesOf(page).getByRole('button', { name: /1 request/ });
    // One that is sent again takes the place of the refused one.
    const isRefused =
      state.matches({ outbox: 'refused' }) && !state.matches({ screen: { request: 'creating' } });
    const isOnline = state.matches({ network: 'online' });
    const waits = isOnline ? '1 request waiting to be sent' : 'Offline · 1 request waiting';
    const refused = '1 request needs your attention';
    const text = isRefused ? (isOnline ? refused : `Offline · ${refused}`) : waits;
    await expect(notice).toHaveText(isWaiting ? [text] : []);
    await expect.poll(() => countWaiting(page)).toBe(isSaved(state) ? 1 : 0);
  },
  'screen.list': async ({ page }) => {
    await expect(listOf(page)).toBeVisible();
    await expect(page.locator('dialog[open]')).toHaveCount(1);
  },
  'screen.list.open': async ({ page, underWay }, state) => {
    const record = listOf(page).getByRole('listitem');
    await expect(record).toHaveCount(1);
    await expect(record).toContainText(underWay.description);
    await expect(record).toContainText('2 pictures');
    await expect(record).toContainText(standingOf(state));
    const isRefused = state.matches({ outbox: 'refused' });
    const way = isRefused ? 'Edit and send again' : 'Try now';
    await expect(record.getByRole('button')).toHaveText(
      state.matches({ outbox: 'moving' }) ? [''] : ['', way],
    );
    const whatsapp = record.getByRole('link', { name: 'Send by WhatsApp' });
    await expect(whatsapp).toHaveCount(isRefused ? 1 : 0);
  },
  'screen.list.asking': async ({ page, underWay }) => {
    const record = listOf(page).getByRole('listitem');
    await expect(record).toContainText(underWay.description);
    await expect(record).toContainText('Delete this request for good?');
    await expect(record.getByRole('button')).toHaveText(['Delete', 'Keep it']);
    await expect(record.getByRole('button', { name: 'Keep it' })).toBeFocused();
  },
  'screen.list.deleted': async ({ page }) => {
    await expect(listOf(page)).toContainText('The request was deleted. It was not sent.');
    await expect(listOf(page)).toContainText(NOTHING);
  },
  'screen.list.done': async ({ page }) => {
    await expect(listOf(page)).toContainText(NOTHING);
    await expect(listOf(page).getByRole('listitem')).toHaveCount(0);
  },
};

export const screens = { ...siteScreens, ...workScreens, ...requestScreens, ...waitingScreens };
