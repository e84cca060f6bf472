/** The `policy` fixture works: without this, "no violations" could mean "nobody listens". */
import { expect, test } from '../support/fixtures';
import { workerControls } from '../support/deliveryActions';

const FOREIGN = 'https://evil.example/x';
const isHeard = expect.stringMatching(/evil\.example.*connect-src/s);

const call = (address: string) => fetch(address).catch(() => undefined);

test('a page’s request to another host and an inline script are blocked and reported', async ({
  page,
  policy,
}) => {
  await page.goto('/');
  await page.evaluate(call, FOREIGN);
  await expect.poll(() => policy).toContainEqual(isHeard);
  await page.evaluate(() => {
    document.body.insertAdjacentHTML('beforeend', '<img src="/none" onerror="window.ran = true">');
  });
  await expect.poll(() => policy).toContainEqual(expect.stringMatching(/inline event handler/));
  expect(await page.evaluate(() => 'ran' in window)).toBe(false);
  policy.length = 0;
});

test('a frame of another Firebase project is blocked and reported', async ({ page, policy }) => {
  await page.goto('/');
  await page.evaluate(() => {
    const frame = document.createElement('iframe');
    frame.src = 'https://other-project.firebaseapp.com/';
    document.body.append(frame);
  });
  await expect
    .poll(() => policy)
    .toContainEqual(expect.stringMatching(/other-project.*frame-src/s));
  policy.length = 0;
});

test('a service worker’s request to another host is blocked and reported', async ({
  page,
  context,
  policy,
}) => {
  await page.goto('/');
  await workerControls(page);
  const [worker] = context.serviceWorkers();
  await worker!.evaluate(call, FOREIGN);
  await expect.poll(() => policy).toEqual([isHeard]);
  policy.length = 0;
});
