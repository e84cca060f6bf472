/** Steps that several journeys take. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Backend } from '../../local/backend';
import { waitingRecords, type WaitingRecord } from '../browser/delivery/outboxDatabase';
import { workerControls } from '../browser/delivery/scene';
import { FILLED } from '../browser/requestForm';
import { photoWithGps, png } from '../pictures';
import { button, choose, count, field, link, see, tap, type } from './actions';
import type { Browser, Page } from './engine';
import type { Stage } from './stage';
import { until } from './until';

/** Opens an address of the site; resolves when its app runs and its worker controls the page. */
export async function openSite(page: Page, address: string): Promise<void> {
  await page.open(address);
  await see(page, { css: '#root[data-app="started"]' });
  await workerControls(page);
}

/** Opens the form from the landing page and fills what is required, and two pictures. */
export async function fillRequest(page: Page, folder: string): Promise<void> {
  await tap(page, link('Request service'));
  await see(page, { css: 'dialog[open]' });
  await type(page, field('Name'), FILLED.name);
  await type(page, field('Email'), FILLED.email);
  await type(page, field('Phone'), FILLED.phone);
  await type(page, field('Address'), FILLED.address);
  await type(page, field('Description'), FILLED.description);
  await choose(page, '[data-testid="image-input"]', await pictureFiles(folder));
  await count(page, '[data-testid="image-preview"] img', 2);
}

/** A phone's photo with a position in it, and a drawing. */
async function pictureFiles(folder: string): Promise<string[]> {
  const files = { 'kitchen.jpg': await photoWithGps(1600, 1200), 'door.png': await png(400, 300) };
  return Object.entries(files).map(([name, bytes]) => {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    return path;
  });
}

export function pressSend(page: Page): Promise<void> {
  return tap(page, button('Send request'));
}

/** The one request that the page's outbox holds, with the hashes of its pictures' bytes. */
export async function savedRequest(page: Page): Promise<WaitingRecord> {
  return until('one request in the outbox', async () => {
    const [record, ...others] = await waitingRecords(page);
    return others.length === 0 && record;
  });
}

/** Resolves when nothing waits any more. */
export async function drained(page: Page): Promise<void> {
  const isEmpty = async () => (await waitingRecords(page)).length === 0;
  await until('the outbox is empty', isEmpty, 40_000);
}

export async function goOffline({ backend }: Stage, browser: Browser): Promise<void> {
  await browser.setOffline?.(true);
  await backend.goDown();
}

export async function goOnline({ backend }: Stage, browser: Browser): Promise<void> {
  await backend.comeUp();
  await browser.setOffline?.(false);
}

/** The ids and titles of the works, in the gallery's order. */
export function works(backend: Backend): { id: string; title: string }[] {
  const time = (value: unknown) => (value as { timestampValue: string }).timestampValue;
  return backend.firestore
    .list('gallery')
    .toSorted((a, b) => (time(a.fields['created']) < time(b.fields['created']) ? -1 : 1))
    .map(({ path, fields }) => ({
      id: path.split('/')[1]!,
      title: (fields['title'] as { stringValue: string }).stringValue,
    }));
}

/** Resolves when a picture's bytes have arrived and could be decoded. */
export async function seePicture(page: Page, css: string): Promise<void> {
  await until(`${css} is drawn`, () =>
    page.evaluate((selector: string) => {
      const image = document.querySelector<HTMLImageElement>(selector);
      image?.scrollIntoView({ block: 'center', behavior: 'instant' });
      return image !== null && image.complete && image.naturalWidth > 100;
    }, css),
  );
}
