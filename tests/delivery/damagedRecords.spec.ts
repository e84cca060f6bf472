/** A stored request that the app did not write like this; more of them are in damagedRecords.test.ts. */
import {
  cameOnline,
  numberedFields,
  once,
  seedOutbox,
  waitingRecords,
  workerControls,
} from '../support/deliveryActions';
import { FILLED } from '../support/formActions';
import { button } from '../support/reviewActions';
import { expect, test } from '../hostile/watch';
import type { RequestFields } from '../../src/domain/requestFields';

test(
  'a damaged request does not hold up the others, and waits for the visitor with what is left of it',
  { tag: '@full' },
  async ({ page, backend }) => {
    await page.goto('/');
    await workerControls(page);
    const { name: _, ...nameless } = numberedFields(2);
    const damaged = {
      fields: nameless as RequestFields,
      step: 'teleport',
    };
    const [first, , third] = await seedOutbox(page, [
      { fields: numberedFields(1), pictures: [3000] },
      damaged as never,
      { fields: numberedFields(3) },
    ]);
    await cameOnline(page);
    await page.getByRole('button', { name: '1 request needs your attention' }).click();
    const list = page.getByRole('dialog');
    await expect(
      list.getByText('Part of it was lost on this device: please check it and send it again.'),
    ).toBeVisible();
    await once(backend, first!, third!);

    await button(page, 'Edit and send again').click();
    await expect(page.getByLabel('Name')).toHaveValue('');
    await expect(page.getByLabel('Description')).toHaveValue('Request number 2');
    await page.getByLabel('Name').fill(FILLED.name);
    await button(page, 'Send request').click();
    await expect(page.getByText('Request created sucessfully')).toBeVisible();
    await once(backend, first!, third!, { fields: numberedFields(2), pictures: [] });
    expect(await waitingRecords(page)).toEqual([]);
  },
);
