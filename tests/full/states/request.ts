import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { workerControls } from '../../browser/delivery/scene';
import { CATEGORY, FILLED, fillForm } from '../../browser/requestForm';
import type { ScreenState, Stage } from './state';

const COMMIT = { service: 'firestore', url: /:commit/ } as const;

/** A picture that looks like one. */
async function photo(side: 'before' | 'after', name = `${side}.webp`) {
  const file = new URL(`../../../public/hero/${side}-800.webp`, import.meta.url);
  return { name, mimeType: 'image/webp', buffer: await readFile(file) };
}

async function openForm({ page }: Stage): Promise<Page> {
  await page.goto('/#request-service');
  await expect(page.getByLabel(CATEGORY)).toBeVisible();
  return page;
}

async function choose(page: Page, files: Awaited<ReturnType<typeof photo>>[]): Promise<void> {
  await page.getByTestId('image-input').setInputFiles(files);
  const shown = Math.min(2, files.length);
  await expect(page.getByTestId('image-preview').getByRole('img')).toHaveCount(shown);
}

/** The form, filled and with two pictures, ready to be sent under a worker. */
async function openFilled(stage: Stage): Promise<Page> {
  const page = await openForm(stage);
  await workerControls(page);
  await fillForm(page);
  await page.getByLabel(CATEGORY).check();
  await choose(page, [await photo('before'), await photo('after')]);
  return page;
}

const send = (page: Page) => page.getByRole('button', { name: 'Send request' }).click();

export const REQUEST_STATES: ScreenState[] = [
  { name: 'request-empty', open: openForm },
  { name: 'request-filled', open: openFilled },
  {
    name: 'request-alert',
    async open(stage) {
      const page = await openForm(stage);
      await choose(page, [
        await photo('before'),
        await photo('after'),
        await photo('after', 'c.webp'),
      ]);
      const alert = page.getByRole('alert');
      await expect(alert).toHaveText('No more than 2 images are allowed');
      await alert.scrollIntoViewIfNeeded();
      return page;
    },
    about: '[role=alert]',
  },
  {
    name: 'request-rejected',
    async open(stage) {
      const page = await openForm(stage);
      await page.getByTestId('image-input').setInputFiles({
        name: `estimate-${'for-the-kitchen-'.repeat(6)}.pdf`,
        mimeType: 'application/pdf',
        buffer: Buffer.from('%PDF-1.7'),
      });
      await expect(page.getByText(/Not added/)).toBeVisible();
      return page;
    },
    about: 'output:not(:empty)',
  },
  {
    name: 'request-invalid',
    async open(stage) {
      const page = await openForm(stage);
      await page.getByLabel('Name').fill(FILLED.name);
      await send(page);
      await expect(page.getByLabel('Email')).toBeFocused();
      return page;
    },
  },
  {
    name: 'request-clearing',
    async open(stage) {
      const page = await openFilled(stage);
      await page.getByRole('button', { name: 'Clear form' }).click();
      await expect(page.getByText('Clear everything you entered?')).toBeVisible();
      return page;
    },
  },
  {
    name: 'request-offline',
    async open(stage) {
      const page = await openFilled(stage);
      await stage.context.setOffline(true);
      await expect(page.getByText('Send it all the same')).toBeVisible();
      return page;
    },
  },
  {
    name: 'request-creating',
    async open(stage) {
      stage.backend.faults.add({ ...COMMIT, do: { kind: 'silence' } });
      const page = await openFilled(stage);
      await send(page);
      await expect(page.getByText('Creating request')).toBeVisible();
      return page;
    },
  },
  {
    name: 'request-uploading',
    async open(stage) {
      const page = await openFilled(stage);
      // The first picture and its thumbnail arrive (two calls each), the bytes of the second hang.
      stage.backend.faults.add({
        service: 'storage',
        method: 'POST',
        after: 5,
        do: { kind: 'silence' },
      });
      await send(page);
      await expect(page.getByText('Subiendo nuevos archivos')).toBeVisible();
      await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuetext', /1 of 2$/);
      return page;
    },
  },
  {
    name: 'request-success',
    async open(stage) {
      const page = await openFilled(stage);
      await send(page);
      await expect(page.getByText('Request created sucessfully')).toBeVisible();
      return page;
    },
  },
  {
    name: 'request-queued',
    async open(stage) {
      const page = await openFilled(stage);
      await stage.context.setOffline(true);
      await send(page);
      await expect(page.getByText('Not sent yet, but safe')).toBeVisible();
      return page;
    },
  },
  {
    name: 'request-full-device',
    async open(stage) {
      await stage.page.addInitScript(() => {
        IDBObjectStore.prototype.add = () => {
          throw new DOMException('Full.', 'QuotaExceededError');
        };
        IDBObjectStore.prototype.put = IDBObjectStore.prototype.add;
      });
      const page = await openForm(stage);
      await fillForm(page);
      await send(page);
      await expect(page.getByRole('alert')).toContainText('no room left');
      return page;
    },
  },
];
