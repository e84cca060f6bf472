/**
 * What the delivery scenarios have in common: a filled form, a hand on the delivery's lock, a look
 * into the outbox, and the proof that everything arrived exactly once.
 */
import { expect, type Page } from '@playwright/test';
import type { RequestFields } from '../../src/domain/requestFields';
import type { LoggedRequest } from '../../backend/faults/requestLog';
import type { Backend } from './fixtures';
import { FILLED, fillForm } from './formActions';
import {
  storedObjects,
  storedRequests,
  type StoredFile,
  type StoredRequest,
} from './serverContent';
import { countWaiting, waitingRecords, type Evaluates, type WaitingRecord } from './outboxDatabase';
import { expectPrepared, type InputFile } from './chosenPictures';

export { COMMIT, uploadCommand, WHOLE } from './deliveryFaults';
export { countWaiting, readOutbox, seedOutbox, waitingRecords } from './outboxDatabase';
export type { WaitingRecord } from './outboxDatabase';
export { smallPictures, type InputFile } from './chosenPictures';

/** Resolves when the app of a prerendered page has started. */
export async function appStarted(page: Page): Promise<void> {
  await expect(page.locator('#root')).toHaveAttribute('data-started');
}

/** Resolves when a service worker controls the page and has looked through the outbox once. */
export async function workerControls(page: Evaluates): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller) {
      await new Promise<void>((resolve) => {
        navigator.serviceWorker.addEventListener('controllerchange', () => resolve(), {
          once: true,
        });
      });
    }
    // If a fault holds up the delivery, the test does not wait for its end.
    for (let looks = 0; looks < 300; looks += 1) {
      const { held = [], pending = [] } = await navigator.locks.query();
      if (held.length + pending.length === 0) return;
    }
  });
}

/** The visitor deletes the site's data in the browser's settings: worker, caches and databases. */
export async function deleteSiteData(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { origin } = new URL(page.url());
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
}

/** Opens the form under a controlling worker and fills it; the pictures are ready to be sent. */
export async function fillRequest(
  page: Page,
  pictures: InputFile[] = [],
  values: Partial<typeof FILLED> = {},
): Promise<void> {
  await page.goto('/#request-service');
  await workerControls(page);
  await fillForm(page, { ...FILLED, ...values });
  if (pictures.length > 0) await page.getByTestId('image-input').setInputFiles(pictures);
  await expect(page.getByTestId('image-preview')).toHaveCount(pictures.length);
}

/** Presses the button. */
export function pressSend(page: Page): Promise<void> {
  return page.getByRole('button', { name: 'Send request' }).click();
}

/**
 * Takes the deliverer's lock, so that nobody delivers until the returned function is called: time to
 * look at what was saved, and to arm faults.
 */
export async function holdDelivery(page: Evaluates): Promise<() => Promise<void>> {
  await page.evaluate(
    () =>
      new Promise<void>((held) => {
        void navigator.locks.request('outbox', () => {
          held();
          return new Promise<void>((release) => {
            Object.assign(globalThis, { release });
          });
        });
      }),
  );
  return () => page.evaluate(() => (globalThis as unknown as { release(): void }).release());
}

/**
 * Fills and sends a request and stops right before its delivery: what was saved, and `release` to let
 * the delivery begin.
 */
export async function saveRequest(
  page: Page,
  pictures: InputFile[] = [],
  values: Partial<typeof FILLED> = {},
): Promise<{ saved: WaitingRecord; release: () => Promise<void> }> {
  await fillRequest(page, pictures, values);
  const release = await holdDelivery(page);
  await pressSend(page);
  const { description } = { ...FILLED, ...values };
  const isIt = ({ fields }: WaitingRecord) => fields.description === description;
  await expect.poll(async () => (await waitingRecords(page)).filter(isIt).length).toBe(1);
  return { saved: (await waitingRecords(page)).find(isIt)!, release };
}

/** Resolves when nothing waits in the page's outbox any more. */
export async function drained(page: Page): Promise<void> {
  await expect.poll(() => countWaiting(page)).toBe(0);
}

/** The specification's success screen. */
export async function successShown(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Request created sucessfully' })).toBeVisible();
}

type Expected = Pick<WaitingRecord, 'fields' | 'pictures'>;

const byDescription = <T extends { fields: RequestFields }>(list: T[]) =>
  list.toSorted((a, b) => (a.fields.description < b.fields.description ? -1 : 1));

/**
 * Asserts that the server holds exactly these requests, each once, with their pictures and thumbnails
 * and no object more: what was prepared already byte for byte, what was chosen as it has to be
 * prepared. Returns the documents, oldest first.
 */
export async function once(backend: Backend, ...expected: Expected[]): Promise<StoredRequest[]> {
  const documents = storedRequests(backend);
  const objects = new Map(storedObjects(backend).map((object) => [object.name, object]));
  const arrived = documents.map(({ id, created, status, files, ...fields }) => {
    expect(id).toMatch(/^[1-9][0-9]{9}$/);
    expect(Date.parse(created)).not.toBeNaN();
    expect(status).toBe(1);
    return { fields, files };
  });
  const wanted = byDescription(expected);
  const inOrder = byDescription(arrived);
  expect(inOrder.map(({ fields }) => fields)).toEqual(wanted.map(({ fields }) => fields));
  for (const [index, { files }] of inOrder.entries()) {
    const { pictures } = wanted[index]!;
    expect(files).toHaveLength(pictures.length);
    for (const [at, { ref, url, thumb, thumbRef }] of files.entries()) {
      const [image, small] = [ref, thumbRef].map((name) => objects.get(name)) as StoredFile[];
      const picture = pictures[at]!;
      if ('buffer' in picture) await expectPrepared(picture.buffer, image!, small!);
      else expect({ image: image?.sha256, thumb: small?.sha256 }).toEqual(picture);
      for (const [address, { bytes }] of [
        [url, image!],
        [thumb, small!],
      ] as const) {
        const answer = await fetch(address);
        expect(bytes.equals(Buffer.from(await answer.arrayBuffer()))).toBe(true);
      }
    }
  }
  expect(objects.size).toBe(expected.reduce((sum, { pictures }) => sum + 2 * pictures.length, 0));
  return documents;
}

/** Fields of a request that differ from every other number's. */
export function numberedFields(number: number): RequestFields {
  const categories = ['kitchen'];
  return { ...FILLED, description: `Request number ${number}`, categories };
}

/** Makes the page look at its outbox, as a network that comes back does. */
export function cameOnline(page: Page): Promise<void> {
  return page.evaluate(() => void window.dispatchEvent(new Event('online')));
}

/** The creates and attaches that the backend was asked for. */
export function commitsOf(backend: Backend): LoggedRequest[] {
  return backend.requests.filter(
    ({ service, method, url }) =>
      service === 'firestore' && method === 'POST' && url.includes(':commit'),
  );
}

/** The upload commands that the backend was given; every address names its object. */
export function uploadsOf(backend: Backend, command: RegExp): LoggedRequest[] {
  return backend.requests.filter(
    ({ service, headers }) =>
      service === 'storage' && command.test(headers['x-goog-upload-command'] ?? ''),
  );
}

/** The objects that came in one request. */
export const wholesOf = (backend: Backend): LoggedRequest[] =>
  backend.requests.filter(({ headers }) => headers['x-goog-upload-protocol'] === 'multipart');

/** Resolves when this many tabs and workers wait for the deliverer's lock. */
export async function contenders(page: Page, count: number): Promise<void> {
  const waiting = () =>
    page.evaluate(async () => {
      const { pending = [] } = await navigator.locks.query();
      const ids = pending.filter(({ name }) => name === 'outbox').map(({ clientId }) => clientId);
      return new Set(ids).size;
    });
  await expect.poll(waiting).toBeGreaterThanOrEqual(count);
}
