import { appStarted } from '../browser/delivery/scene';
import { test } from '../browser/prerendered';

test('a picture that never comes does not keep the app away', async ({ page, backend }) => {
  backend.faults.add({ service: 'hosting', url: /^\/hero\/after/, do: { kind: 'silence' } });
  await page.goto('/', { waitUntil: 'commit' });
  await appStarted(page);
});
