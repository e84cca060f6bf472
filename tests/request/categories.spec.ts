// The categories of the request form, which the owner names in Firestore.
import { workerControls } from '../support/deliveryActions';
import { expect, test } from '../support/fixtures';
import { openForm } from '../support/formActions';
import { test as prerendered } from '../support/prerenderedSite';
import { storeDocument } from '../support/serverContent';

const READ = { service: 'firestore', method: 'GET', url: /configurations/ } as const;

test(
  'categories that did not load appear once the network is back, even if the first answer fails',
  { tag: '@full' },
  async ({ page, backend }) => {
    const down = backend.faults.add({ ...READ, do: { kind: 'status', status: 503 } });
    await page.goto('/');
    await openForm(page);
    await expect.poll(() => down.hits).toBe(1);
    const boxes = page.getByRole('dialog').getByRole('checkbox');
    await expect(boxes).toHaveCount(0);
    down.remove();
    const flapping = backend.faults.add({ ...READ, count: 1, do: { kind: 'status', status: 503 } });
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await expect.poll(() => flapping.hits).toBe(1);
    await expect(boxes).toHaveCount(7);
  },
);

prerendered(
  'a form that is first opened offline has the categories of the build',
  { tag: '@full' },
  async ({ page, backend, context }) => {
    await page.goto('/');
    await workerControls(page);
    await context.setOffline(true);
    await openForm(page);
    const boxes = page.getByRole('dialog').getByRole('checkbox');
    await expect(boxes).toHaveCount(7);
    await page.getByLabel('Vanity').check();
    // The owner's later changes count, and the visitor's choice can still be seen.
    await storeDocument(backend, 'configurations/configurations', {
      services_types: [{ id: '1', name: 'Kitchens', icon: 'kitchen' }],
    });
    await context.setOffline(false);
    await expect(page.getByLabel('Kitchens')).toBeVisible();
    await expect(boxes).toHaveCount(2);
    await page.getByLabel('Vanity').click();
    await expect(boxes).toHaveCount(1);
  },
);
