/** The ways in which files come into the form take and refuse the same ones. */
import { basename } from 'node:path';
import type { Page } from '@playwright/test';
import { SHARE_PATH } from '../../src/contract/sharedImages';
import { expect, test } from '../support/fixtures';
import { workerControls } from '../support/deliveryActions';
import { shareFiles, type Plain } from '../support/formActions';
import { givenFiles } from './givenFiles';

type Way = (page: Page, files: Plain[]) => Promise<unknown>;

const WAYS: Record<string, Way> = {
  'the file chooser': (page, files) =>
    page.getByTestId('image-input').setInputFiles(
      files.map(({ name, type, bytes }) => {
        return { name, mimeType: type, buffer: Buffer.from(bytes) };
      }),
    ),
  paste: (page, files) => give(page, files, 'paste'),
  drop: (page, files) => give(page, files, 'drop'),
  'the share target': (page, files) => shareFiles(page, SHARE_PATH, files),
};

/** Pastes or drops files on the form. */
const give = (page: Page, files: Plain[], way: 'paste' | 'drop') =>
  page.evaluate(
    ([files, way]) => {
      const data = new DataTransfer();
      for (const { name, type, bytes } of files) {
        data.items.add(new File([new Uint8Array(bytes)], name, { type }));
      }
      const options = { bubbles: true, cancelable: true };
      document
        .querySelector('dialog[open]')!
        .dispatchEvent(
          way === 'paste'
            ? new ClipboardEvent('paste', { ...options, clipboardData: data })
            : new DragEvent('drop', { ...options, dataTransfer: data }),
        );
    },
    [files, way] as const,
  );

/**
 * What a way may tell apart before the bytes are read: the names, the types, and that nothing is in them. The bytes are
 * read behind every way (imageTypes.test), and the file chooser gets all files.
 */
const TOLD_APART = [
  'kitchen.jpg',
  '1000012345',
  '1000012346',
  '1000012347',
  'notes.txt',
  'photo.jpg ',
  'Küche 厨房.webp',
  'IMG_1.HEIC',
  'door.jxl',
  'empty.jpg',
  'plan.jpg',
  'door.svg',
];

for (const [way, bring] of Object.entries(WAYS)) {
  test(
    `files that come by ${way} are taken or refused by their bytes`,
    { tag: '@full' },
    async ({ page }) => {
      await page.goto('/#request-service');
      await workerControls(page);
      const all = (await givenFiles()).filter(
        ({ name }) => way === 'the file chooser' || TOLD_APART.includes(name),
      );
      // A request has room for two.
      for (let at = 0; at < all.length; at += 2) {
        const pair = all.slice(at, at + 2);
        await bring(
          page,
          pair.map(({ name, type, bytes }) => ({ name, type, bytes: [...bytes] })),
        );
        const isTaken = ({ is }: (typeof all)[0]) => is.startsWith('image/');
        const taken = pair.filter(isTaken).map(({ name }) => name);
        const refused = pair.filter((one) => !isTaken(one)).map(({ name }) => basename(name));
        const remove = page.getByRole('button', { name: /^Remove (?!all$)/ });
        await expect(remove, pair.map(({ name }) => name).join()).toHaveCount(taken.length);
        expect(
          await remove.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label'))),
        ).toEqual(taken.map((name) => `Remove ${name}`));
        for (const name of refused) await expect(page.getByRole('alert')).toContainText(name);
        while ((await remove.count()) > 0) await remove.first().click();
      }
    },
  );
}

test('a preview that is dragged inside the form comes in no second time, and a file later does', async ({
  page,
}) => {
  await page.goto('/#request-service');
  await workerControls(page);
  const [plain] = (await givenFiles()).filter(({ is }) => is === 'image/png');
  const bytes = [...plain!.bytes];
  const file = { name: 'kitchen.png', type: 'image/png', bytes };
  await WAYS['the file chooser']!(page, [file]);
  await expect(page.getByTestId('image-preview')).toHaveCount(1);
  const tell = (type: string) =>
    page.evaluate(
      (name) =>
        document
          .querySelector('[data-testid="image-preview"] img')!
          .dispatchEvent(new DragEvent(name, { bubbles: true })),
      type,
    );
  await tell('dragstart');
  await give(page, [{ ...file, name: 'a1b2c3.png' }], 'drop');
  await tell('dragend');
  await give(page, [{ ...file, name: 'door.png' }], 'drop');
  await expect(page.getByTestId('image-preview')).toHaveCount(2);
  await expect(page.getByRole('img', { name: 'door.png' })).toBeVisible();
  await expect(page.getByText('No more than 2 images')).toHaveCount(0);
});
