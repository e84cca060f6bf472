/** The journeys of a request: with a network, without one, and with a browser that is killed. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
// Node finds no names in it, only the whole.
import exifr from 'exifr';
import sharp from 'sharp';
import { waitingRecords, type WaitingRecord } from '../support/outboxDatabase';
import { holdDelivery, once } from '../support/deliveryActions';
import { CATEGORY, FILLED } from '../support/formActions';
import { storedObjects, storedRequests } from '../support/serverContent';
import { expectAlike } from '../support/chosenPictures';
import { photoWithGps, png, turnedPhoto } from '../support/makePictures';
import {
  button,
  choose,
  count,
  field,
  heading,
  label,
  miss,
  openSite,
  see,
  tap,
  type,
} from './actions';
import { until, type Browser, type Page } from './engine';
import type { Journey, Stage } from './engineStage';

// oxlint-disable-next-line import/no-named-as-default-member -- see above
const { gps } = exifr;

/** A request with two pictures on a good line. */
export const requestOnline: Journey = {
  name: 'request with pictures online',
  async run({ backend, site, folder, launch }) {
    const { page } = await launch();
    await openSite(page, site);
    await fillRequest(page, folder);
    await tap(page, label(CATEGORY));
    // Time to look at what is saved before it is sent.
    const release = await holdDelivery(page);
    await pressSend(page);
    const saved = await savedRequest(page);
    expect(saved.fields).toEqual({ ...FILLED, categories: ['kitchen-cabinets'] });
    expect(saved.pictures).toHaveLength(2);
    await release();
    await see(page, heading('Request created sucessfully'));

    const [document] = await once(backend, saved);
    const bytes = new Map(storedObjects(backend).map((object) => [object.name, object.bytes]));
    for (const { ref, thumbRef } of document!.files) {
      const image = await sharp(bytes.get(ref)).metadata();
      expect(Math.max(image.width, image.height)).toBeLessThanOrEqual(2048);
      expect(await gps(bytes.get(ref)!).catch(() => undefined)).toBeUndefined();
      const { width, height } = await sharp(bytes.get(thumbRef)).metadata();
      expect({ width, height }).toEqual({ width: 133, height: 100 });
    }
    await drained(page);
    await tap(page, button('Click here to continue'));
    await miss(page, { css: 'dialog[open]' });
  },
};

/** A photo as a phone takes it, turned by its EXIF, and a drawing: both arrive as they were chosen, upright. */
export const asChosen: Journey = {
  name: 'pictures as they were chosen',
  async run({ backend, site, folder, launch }) {
    const { page } = await launch();
    await openSite(page, site);
    const photo = await turnedPhoto(800, 600);
    const drawing = await png(400, 300);
    await fillRequest(page, folder, { 'kitchen.jpg': photo, 'door.png': drawing });
    await pressSend(page);
    await see(page, heading('Request created sucessfully'));
    const bytes = new Map(storedObjects(backend).map((object) => [object.name, object.bytes]));
    const { files } = storedRequests(backend)[0]!;
    expect(files).toHaveLength(2);
    for (const [index, chosen] of [photo, drawing].entries()) {
      const { ref, thumbRef } = files[index]!;
      const [image, thumb] = [ref, thumbRef].map((name) => bytes.get(name)) as [Buffer, Buffer];
      await expectAlike(chosen, image);
      expect(await gps(image).catch(() => undefined)).toBeUndefined();
      expect((await sharp(thumb).metadata()).height).toBe(100);
    }
  },
};

/**
 * A request without a network: saved, shown as waiting also by the page that the worker serves, and
 * sent by itself when the network is back. Where the driver cannot cut the network (WebKit) only the
 * servers are gone: no `online` event tells of their return, the page's timer finds it.
 */
export const requestOffline: Journey = {
  name: 'request offline then online',
  async run(stage) {
    const { backend, site, folder, launch } = stage;
    const browser = await launch();
    const { page } = browser;
    await openSite(page, site);
    await goOffline(stage, browser);
    await fillRequest(page, folder);
    await pressSend(page);
    await see(page, heading('Not sent yet, but safe'), 30_000);
    const saved = await savedRequest(page);
    // The form was never open online: the categories, which are optional, are not known.
    expect(saved.fields).toEqual({ ...FILLED, categories: [] });
    expect(saved.pictures).toHaveLength(2);
    await tap(page, button('Click here to continue'));
    await see(page, button('1 request waiting'));

    await openSite(page, site);
    await see(page, heading('We make your cabinets look like new!'));
    await see(page, button('1 request waiting'));
    expect(storedRequests(backend)).toEqual([]);

    await goOnline(stage, browser);
    await drained(page);
    await miss(page, button('1 request waiting'));
    await once(backend, saved);
  },
};

/** The browser is killed while a picture is on its way, and started again. */
export const killed: Journey = {
  name: 'killed and restarted',
  restarts: true,
  async run({ backend, site, folder, launch }) {
    const first = await launch();
    await openSite(first.page, site);
    await fillRequest(first.page, folder);
    const release = await holdDelivery(first.page);
    await pressSend(first.page);
    const saved = await savedRequest(first.page);
    // The first picture's bytes meet silence: the text has arrived, the pictures have not.
    const silent = backend.faults.add({
      service: 'storage',
      method: 'POST',
      do: { kind: 'silence' },
    });
    await release();
    await until('a picture is on its way', async () => silent.hits > 0);
    await first.kill();
    silent.remove();
    expect(storedRequests(backend).map(({ files }) => files)).toEqual([[]]);

    const { page } = await launch();
    await openSite(page, site);
    await see(page, heading('We make your cabinets look like new!'));
    await drained(page);
    await once(backend, saved);
  },
};

/** Opens the form from the landing page and fills what is required, and two pictures. */
async function fillRequest(
  page: Page,
  folder: string,
  pictures?: Record<string, Buffer>,
): Promise<void> {
  await tap(page, { css: 'main a', text: 'Request service' });
  await see(page, { css: 'dialog[open]' });
  await type(page, field('Name'), FILLED.name);
  await type(page, field('Email'), FILLED.email);
  await type(page, field('Phone'), FILLED.phone);
  await type(page, field('Address'), FILLED.address);
  await type(page, field('Description'), FILLED.description);
  await choose(
    page,
    '[data-testid="image-input"]',
    await filesIn(folder, pictures ?? (await twoPictures())),
  );
  await count(page, '[data-testid="image-preview"] img', 2);
}

/** A phone's photo with a position in it, and a drawing. */
const twoPictures = async () => ({
  'kitchen.jpg': await photoWithGps(1600, 1200),
  'door.png': await png(400, 300),
});

/** Writes files; returns their paths. */
function filesIn(folder: string, files: Record<string, Buffer>): string[] {
  return Object.entries(files).map(([name, bytes]) => {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    return path;
  });
}

function pressSend(page: Page): Promise<void> {
  return tap(page, button('Send request'));
}

/** The one request that the page's outbox holds, with the hashes of its pictures' bytes. */
async function savedRequest(page: Page): Promise<WaitingRecord> {
  return until('one request in the outbox', async () => {
    const [record, ...others] = await waitingRecords(page);
    return others.length === 0 && record;
  });
}

/** Resolves when nothing waits any more. */
async function drained(page: Page): Promise<void> {
  const isEmpty = async () => (await waitingRecords(page)).length === 0;
  await until('the outbox is empty', isEmpty, 40_000);
}

async function goOffline({ backend }: Stage, browser: Browser): Promise<void> {
  await browser.setOffline?.(true);
  await backend.goDown();
}

async function goOnline({ backend }: Stage, browser: Browser): Promise<void> {
  await backend.comeUp();
  await browser.setOffline?.(false);
}
