// The states of the request form, of sending, and of the list of waiting requests.
import type { Page } from '@playwright/test';
import { SLOW_AFTER } from '../../src/domain/constants';
import {
  COMMIT,
  deleteSiteData,
  fillRequest,
  pressSend,
  smallPictures,
  WHOLE,
} from '../support/deliveryActions';
import { expect, type Backend } from '../support/fixtures';
import { CATEGORY, choose, fillForm, keepInCloud, pastePicture } from '../support/formActions';
import { endLongWaits, withoutLongWaits } from '../support/longWaits';
import { button } from '../support/reviewActions';
import { testStates, type Opening, type Stage } from './testStates';

/** A fault: no answer ever comes. */
const NEVER = { kind: 'silence' } as const;
/** The next try is far away. Until then the page stands still, and believes in its network. */
const LATER = { kind: 'status', status: 503, retryAfter: 3600 } as const;
const REFUSED = { ...COMMIT, count: 3, do: { kind: 'status', status: 400 } } as const;

const fail = (backend: Backend, ...faults: Parameters<Backend['faults']['add']>[0][]) =>
  faults.forEach((fault) => backend.faults.add(fault));

/** Sends a whole request that meets these faults; resolves when the page says `text`. */
const sending =
  (text: string, ...faults: Parameters<Backend['faults']['add']>[0][]): Opening =>
  async ({ page, backend }) => {
    await fillRequest(page, await smallPictures(2));
    fail(backend, ...faults);
    await pressSend(page);
    await expect(page.getByRole('dialog')).toContainText(text);
  };

/** A request that the server has refused, with the form closed. */
async function refused(stage: Stage): Promise<void> {
  await sending('Send request', REFUSED)(stage);
  await stage.page.keyboard.press('Escape');
  await expect(button(stage.page, '1 request needs your attention')).toBeVisible();
}

/** The request waits for a file that is still being read, until `endLongWaits`. */
async function awaitingFile(page: Page): Promise<void> {
  await withoutLongWaits(page, 10_000);
  await keepInCloud(page, 'kitchen in the cloud.heic');
  await fillRequest(page);
  const [small] = await smallPictures(1);
  await choose(page, [{ ...small!, name: 'kitchen in the cloud.heic' }], 0);
  await pressSend(page);
  await expect(page.getByText('Still reading “kitchen in the cloud.heic”.')).toBeVisible();
}

/** A request waits in a browser that forbids Background Sync. */
async function waitsForVisitor({ page }: Stage): Promise<void> {
  await page.addInitScript(() => {
    Reflect.deleteProperty(ServiceWorkerRegistration.prototype, 'sync');
  });
  await fillRequest(page);
  await page.context().setOffline(true);
  await pressSend(page);
  await expect(page.getByRole('dialog')).toContainText('Please keep this page open until');
}

/** A request waits, and the list of waiting requests is open. */
async function waitingList({ page, backend }: Stage): Promise<void> {
  backend.faults.add({ ...COMMIT, do: LATER });
  await fillRequest(page, await smallPictures(2));
  await pressSend(page);
  await button(page, 'Click here to continue').click();
  await button(page, '1 request waiting to be sent').click();
  await expect(page.getByRole('dialog', { name: 'Waiting requests' })).toBeVisible();
}

const STATES: Record<string, Opening> = {
  async 'request-empty'({ page }) {
    await page.goto('/#request-service');
    await expect(button(page, 'Send request')).toBeVisible();
  },
  async 'request-incomplete'({ page }) {
    await page.goto('/#request-service');
    await page.getByLabel('Phone').fill('555');
    await page.getByLabel('Address').fill('Elm Street '.repeat(40));
    await page.getByLabel('Description').fill('Oak '.repeat(1300));
    await button(page, 'Send request').click();
    await expect(page.getByLabel('Name')).toBeFocused();
    await expect(page.getByText('please shorten it by 199')).toBeAttached();
  },
  async 'request-about-a-work'({ page }) {
    const title = 'Maple Street kitchen — honey oak to sage';
    await page.goto(`/?like=${encodeURIComponent(title)}#request-service`);
    await expect(page.getByText(`I want something like “${title}”.`)).toBeVisible();
    await fillForm(page);
    await page.getByLabel(CATEGORY).check();
  },
  async 'request-third-picture'({ page }) {
    await fillRequest(page, await smallPictures(2));
    await pastePicture(page, (await smallPictures(3))[2]!.buffer);
    await expect(page.getByRole('alert')).toHaveText('No more than 2 images are allowed');
  },
  async 'request-files-being-read'({ page }) {
    await keepInCloud(page, 'kitchen in the cloud.heic');
    await page.goto('/#request-service');
    const [small] = await smallPictures(1);
    const names = [small!.name, 'kitchen in the cloud.heic'];
    await choose(
      page,
      names.map((name) => ({ ...small!, name })),
      1,
    );
    await expect(page.getByText('Reading a file…')).toBeVisible();
    await page.getByText('Reading a file…').scrollIntoViewIfNeeded();
  },
  async 'request-files-awaited'({ page }) {
    await awaitingFile(page);
  },
  async 'request-file-left-out'({ page }) {
    await awaitingFile(page);
    await endLongWaits(page, 10_000);
    await expect(page.getByText('could not be sent and was left out')).toBeVisible();
  },
  async 'request-address-dropped'({ page }) {
    await page.goto('/#request-service');
    await expect(button(page, 'Send request')).toBeVisible();
    await page.evaluate(() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.setData('text/uri-list', 'https://elsewhere.example/kitchen.jpg');
      dataTransfer.setData('text/html', '<img src="https://elsewhere.example/kitchen.jpg">');
      const target = document.querySelector('dialog form')!;
      for (const type of ['dragover', 'drop']) {
        target.dispatchEvent(
          new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }),
        );
      }
    });
    await expect(page.getByRole('alert')).toHaveText(
      'Not added (only the address came here; save the picture first and choose its file): kitchen.jpg',
    );
  },
  async 'request-clearing'({ page }) {
    await fillRequest(page);
    await button(page, 'Clear form').click();
    await expect(page.getByRole('group', { name: 'Clear everything you entered?' })).toBeVisible();
  },
  async 'request-device-full'({ page }) {
    await fillRequest(page);
    await page.evaluate(() => {
      IDBObjectStore.prototype.add = () => {
        throw new DOMException('Full.', 'QuotaExceededError');
      };
    });
    await pressSend(page);
    await expect(page.getByRole('alert')).toContainText('no room left');
  },
  async 'request-offline'({ page }) {
    await fillRequest(page);
    await page.context().setOffline(true);
    await expect(page.getByText('You are offline. Press “Send request” anyway')).toBeVisible();
  },
  async 'request-creating'(stage) {
    // Then it says that this takes longer than usual.
    await withoutLongWaits(stage.page, SLOW_AFTER);
    await sending('Creating request', { ...COMMIT, do: NEVER })(stage);
  },
  // Of two pictures with their thumbnails, the last object is never answered.
  'request-uploading': sending('1 of 2', {
    ...WHOLE,
    after: 3,
    count: 1,
    do: NEVER,
  }),
  'request-sent': sending('Thank you for choosing us'),
  async 'request-gone-with-its-data'(stage) {
    await STATES['request-uploading']!(stage);
    await deleteSiteData(stage.page);
    const dialog = stage.page.getByRole('dialog');
    await expect(dialog).toContainText('Request created sucessfully');
    await expect(dialog).toContainText('could not be sent and were left out');
  },
  'request-text-arrived': sending('Your text has reached us', {
    ...WHOLE,
    do: LATER,
  }),
  async 'request-queued'({ page }) {
    await fillRequest(page);
    await page.context().setOffline(true);
    await pressSend(page);
    await expect(page.getByRole('heading', { name: 'Not sent yet, but safe' })).toBeVisible();
    // It is said once the worker has accepted the request.
    const words = page.getByRole('dialog').getByRole('paragraph');
    await expect(words.filter({ hasText: 'your request goes on by itself' })).toBeVisible();
  },
  'request-queued-here': waitsForVisitor,
  'request-refused': refused,
  async 'waiting-here'(stage) {
    await waitsForVisitor(stage);
    await button(stage.page, 'Click here to continue').click();
    await button(stage.page, 'Offline · 1 request waiting').click();
    const dialog = stage.page.getByRole('dialog', { name: 'Waiting requests' });
    await expect(dialog).toContainText('Please keep this page open until');
  },
  async 'waiting-deleted'(stage) {
    await waitingList(stage);
    await stage.page.getByRole('button', { name: /^Delete “/ }).click();
    await expect(stage.page.getByText('Delete this request for good?')).toBeVisible();
    await stage.look('waiting-deleting');
    await stage.page.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(stage.page.getByText('The request was deleted. It was not sent.')).toBeVisible();
  },
};

/** Nothing of value lives in React. The other states move on by time, or are of the list. */
const isStill = (name: string) =>
  name.startsWith('request-') && !['request-creating', 'request-uploading'].includes(name);
testStates(STATES, isStill);
