import { expect } from '@playwright/test';
import { storedRequests } from '../stored';
import { noticesOf, type Showing, type Showings } from './showing';

const TILES = [/Request service/, /Our work/, /Instagram/, /Facebook/, /Tiktok/];

const countdown: Showing = async ({ page }) => {
  const dialog = page.getByRole('alertdialog', {
    name: 'Please wait while we update the app version...',
  });
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole('timer')).toHaveText(/^(10|[0-9])$/);
  await expect(dialog).toContainText('What you have typed is kept.');
};

/** The landing page, the network, the update, and what holds everywhere. */
export const siteScreens: Showings = {
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
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'We make your cabinets look like new!',
    );
    await expect(page.getByTestId('tiles').getByRole('link')).toHaveText(TILES);
    const maps = page.getByRole('link', { name: /Check our locals/ });
    await expect(maps).toContainText('Lawrenceville and its surroundings');
    const whatsapp = page.getByRole('link', { name: /Whatsapp us/ });
    await expect(whatsapp).toContainText('Click here to chat with us');
    await expect(whatsapp).toHaveAttribute('href', /^https:\/\/web\.whatsapp\.com\/send\?/);
    await expect(page.getByRole('heading', { name: 'Explore our work' })).toBeVisible();
    await expect(page.locator('#gallerySection').getByRole('link')).toHaveCount(8);
    await expect(page.locator('dialog[open]')).toHaveCount(0);
  },
  'screen.updating.overLanding': countdown,
  'screen.updating.overForm': countdown,
};
