import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { COMMIT, pressSend, workerControls } from '../../browser/delivery/scene';
import { CATEGORY, FILLED, choose, fillForm } from '../../browser/requestForm';
import type { ScreenStates, Stage } from './state';

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

/** The form, filled and with two pictures, ready to be sent under a worker. */
async function openFilled(stage: Stage): Promise<Page> {
  const page = await openForm(stage);
  await workerControls(page);
  await fillForm(page);
  await page.getByLabel(CATEGORY).check();
  await choose(page, [await photo('before'), await photo('after')]);
  return page;
}

/** The filled form after it was sent, once it says so. */
async function openSent(stage: Stage, text: string): Promise<Page> {
  const page = await openFilled(stage);
  await pressSend(page);
  await expect(page.getByText(text)).toBeVisible();
  return page;
}

export const openSuccess = (stage: Stage) => openSent(stage, 'Request created sucessfully');

export const request: ScreenStates = {
  'request-empty': openForm,
  'request-filled': openFilled,
  'request-alert': {
    about: '[role=alert]',
    async open(stage) {
      const page = await openForm(stage);
      const third = await photo('after', 'c.webp');
      await choose(page, [await photo('before'), await photo('after'), third], 2);
      const alert = page.getByRole('alert');
      await expect(alert).toHaveText('No more than 2 images are allowed');
      await alert.scrollIntoViewIfNeeded();
      return page;
    },
  },
  'request-rejected': {
    about: 'output:not(:empty)',
    async open(stage) {
      const page = await openForm(stage);
      const name = `estimate-${'for-the-kitchen-'.repeat(6)}.pdf`;
      const buffer = Buffer.from('%PDF-1.7');
      await choose(page, [{ name, mimeType: 'application/pdf', buffer }], 0);
      await expect(page.getByText(/Not added/)).toBeVisible();
      return page;
    },
  },
  async 'request-invalid'(stage) {
    const page = await openForm(stage);
    await page.getByLabel('Name').fill(FILLED.name);
    await pressSend(page);
    await expect(page.getByLabel('Email')).toBeFocused();
    return page;
  },
  async 'request-clearing'(stage) {
    const page = await openFilled(stage);
    await page.getByRole('button', { name: 'Clear form' }).click();
    await expect(page.getByText('Clear everything you entered?')).toBeVisible();
    return page;
  },
  async 'request-offline'(stage) {
    const page = await openFilled(stage);
    await stage.context.setOffline(true);
    await expect(page.getByText('Send it all the same')).toBeVisible();
    return page;
  },
  'request-creating'(stage) {
    stage.backend.faults.add({ ...COMMIT, do: { kind: 'silence' } });
    return openSent(stage, 'Creating request');
  },
  async 'request-uploading'(stage) {
    // The first picture and its thumbnail arrive (two calls each), the bytes of the second hang.
    const calls = { service: 'storage', method: 'POST', after: 5 } as const;
    stage.backend.faults.add({ ...calls, do: { kind: 'silence' } });
    const page = await openSent(stage, 'Subiendo nuevos archivos');
    await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuetext', /1 of 2$/);
    return page;
  },
  'request-success': openSuccess,
  async 'request-queued'(stage) {
    const page = await openFilled(stage);
    await stage.context.setOffline(true);
    await pressSend(page);
    await expect(page.getByText('Not sent yet, but safe')).toBeVisible();
    return page;
  },
  async 'request-full-device'(stage) {
    await stage.page.addInitScript(() => {
      IDBObjectStore.prototype.add = () => {
        throw new DOMException('Full.', 'QuotaExceededError');
      };
      IDBObjectStore.prototype.put = IDBObjectStore.prototype.add;
    });
    const page = await openForm(stage);
    await fillForm(page);
    await pressSend(page);
    await expect(page.getByRole('alert')).toContainText('no room left');
    return page;
  },
};
