// The categories of the request form, which the owner names in Firestore.
import { expect, test } from './fixtures';
import { openForm } from './requestForm';

test('categories that could not be read come once the network is back, though its first answer fails', async ({
  page,
  backend,
}) => {
  const types = { service: 'firestore', method: 'GET', url: /configurations/ } as const;
  const down = backend.faults.add({ ...types, do: { kind: 'status', status: 503 } });
  await page.goto('/');
  await openForm(page);
  await expect.poll(() => down.hits).toBe(1);
  const boxes = page.getByRole('dialog').getByRole('checkbox');
  await expect(boxes).toHaveCount(0);
  down.remove();
  const flapping = backend.faults.add({ ...types, count: 1, do: { kind: 'status', status: 503 } });
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect.poll(() => flapping.hits).toBe(1);
  await expect(boxes).toHaveCount(7);
});
