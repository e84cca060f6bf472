/** A tab that dies soon after "Send request" was pressed: the request is sent once, with its pictures. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { photoWithGps } from '../support/makePictures';
import { expect, test as base } from '../support/fixtures';
import { FILLED } from '../support/formActions';
import { cameOnline, drained, fillRequest, once, pressSend } from '../support/deliveryActions';

interface Photo {
  path: string;
  buffer: Buffer;
}

/** Ends the tab's process at once. */
async function killTab(page: Page): Promise<void> {
  const crashed = page.waitForEvent('crash');
  const session = await page.context().newCDPSession(page);
  // The page is dead and cannot answer.
  session.send('Page.crash').catch(() => undefined);
  await crashed;
}

/** When and where the tab dies. */
interface Death {
  /** Milliseconds after the press. */
  moment: number;
  network: 'online' | 'offline';
  /** How many times slower than this machine. */
  slower: number;
}

const test = base.extend<
  {
    /** Fills the form, presses the button, kills tab and browser, and visits again. */
    sendAndDie(death: Death): Promise<void>;
  },
  { photos: Photo[] }
>({
  photos: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from the pattern
    async ({}, provide) => {
      const folder = mkdtempSync(join(tmpdir(), 'cabinets-photos-'));
      const buffers = [await photoWithGps(4000, 3000, 1), await photoWithGps(3000, 4000, 2)];
      const photos = buffers.map((buffer, index) => ({
        path: join(folder, `kitchen-${index}.jpg`),
        buffer,
      }));
      for (const { path, buffer } of photos) writeFileSync(path, buffer);
      await provide(photos);
      rmSync(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],
  sendAndDie: async ({ profiles, backend, photos, requestsStored }, provide) =>
    provide(async ({ moment, network, slower }) => {
      const profile = profiles.create();
      const first = await profile.launch();
      const { page } = first;
      await fillRequest(page);
      if (network === 'offline') await first.context.setOffline(true);
      const session = await page.context().newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
      // Pressed as soon as they are chosen, before they are prepared.
      await page.getByTestId('image-input').setInputFiles(photos.map(({ path }) => path));
      await expect(page.getByTestId('image-preview')).toHaveCount(2);
      await pressSend(page);
      await setTimeout(moment);
      await killTab(page);
      await first.kill();

      await backend.goDown('firestore', 'storage');
      const isThrough = requestsStored().some(({ files }) => files.length === 2);
      const { page: again } = await profile.launch();
      await again.goto('/');
      if (!isThrough) {
        await expect(
          again.getByRole('button', { name: '1 request waiting to be sent' }),
        ).toBeVisible();
      }
      await backend.comeUp('firestore', 'storage');
      await cameOnline(again);
      await drained(again);
      await once(backend, { fields: { ...FILLED, categories: [] }, pictures: photos });
    }),
});

/**
 * Milliseconds after the press. Each network meets a quick machine and a slow one. What is left of a delivery that dies
 * at any of its calls is proven in Node (faults.test), and while it prepares pictures, too (preparedPictures.test).
 */
const DEATHS: Death[] = [
  { moment: 0, network: 'online', slower: 4 },
  { moment: 50, network: 'offline', slower: 1 },
  { moment: 200, network: 'online', slower: 1 },
  { moment: 1000, network: 'offline', slower: 4 },
];

for (const death of DEATHS) {
  const { moment, network, slower } = death;
  test(
    `a tab killed ${moment} ms after “Send request” (${network}, CPU ${slower} times slower) loses nothing: the request arrives once, with both pictures`,
    // `npm test` takes one of them.
    { tag: moment === 0 ? '@witness' : '@full' },
    async ({ sendAndDie }) => {
      await sendAndDie(death);
    },
  );
}
