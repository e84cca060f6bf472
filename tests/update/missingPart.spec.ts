// A 404 of a later part, which the browser keeps for a year as it would keep the part.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { appStarted } from '../support/deliveryActions';
import { countLoads, expect, test } from '../support/fixtures';
import { openForm } from '../support/formActions';

// Without a worker, which would have kept the part, and without fetching the form in advance.
test.use({ serviceWorkers: 'block' });
test.beforeEach(({ page }) =>
  page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  ),
);

/** The form's code. */
const PART = /\/assets\/RequestContent-.*\.js/;

/** The site behind a host that answers for the part with these statuses, then with the last one for ever. */
async function hostOf(site: string, host: string, statuses: number[], answers: string[]) {
  const proxy = createServer((request, response) => {
    void (async () => {
      const answer = await fetch(site + request.url);
      const isPart = PART.test(request.url!);
      const status = isPart ? statuses[Math.min(answers.length, statuses.length - 1)]! : 200;
      if (isPart) answers.push(`${status} ${request.headers['cache-control'] ?? ''}`);
      response.writeHead(status === 200 ? answer.status : status, {
        'Content-Type': answer.headers.get('content-type')!,
        'Cache-Control': answer.headers.get('cache-control') ?? 'no-cache',
      });
      response.end(Buffer.from(await answer.arrayBuffer()));
    })();
  });
  await new Promise<void>((resolve) => proxy.listen(0, host, resolve));
  const { port } = proxy.address() as AddressInfo;
  return { proxy, address: `http://${host}:${port}/` };
}

const close = (proxy: Server) =>
  new Promise((resolve) => {
    proxy.closeAllConnections();
    proxy.close(resolve);
  });

test(
  'a later part whose 404 the browser has kept is fetched past the cache, and the page reloads once',
  { tag: '@full' },
  async ({ page, site, host }) => {
    const answers: string[] = [];
    const { proxy, address } = await hostOf(site, host, [404, 200], answers);
    const version = page.waitForResponse(/documents\/version\/current/);
    await page.goto(address);
    await appStarted(page);
    await version;
    const loads = countLoads(page);
    await openForm(page);
    await expect(page.getByLabel('Name')).toBeVisible();
    expect(answers).toEqual(['404 ', '200 no-cache']);
    expect(loads()).toBe(1);
    await close(proxy);
  },
);

test(
  'a later part that stays away is told in its place, and nothing reloads by itself',
  { tag: '@full' },
  async ({ page, site, host }) => {
    const answers: string[] = [];
    const { proxy, address } = await hostOf(site, host, [404], answers);
    const version = page.waitForResponse(/documents\/version\/current/);
    await page.goto(address);
    await appStarted(page);
    await version;
    const loads = countLoads(page);
    await openForm(page);
    const words = page.getByText('This part of the page did not load.');
    await expect(words).toBeVisible();
    expect(loads()).toBe(0);
    // The visitor's own try is the only reload.
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(loads).toBe(1);
    await expect(words).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(loads()).toBe(1);
    await close(proxy);
  },
);
