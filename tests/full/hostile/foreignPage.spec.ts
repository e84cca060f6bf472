/** What a page of another origin can do to the site. What messages of every shape do: tests/unit/outbox/stored.test.ts. */
import { appStarted, workerControls } from '../../browser/delivery/scene';
import { expect, test } from './watch';

/** A page of another origin that opens the site, frames it, and posts whatever it can to it. */
const STRANGER = (site: string) => `<!doctype html><title>Stranger</title>
<iframe src="${site}/"></iframe>
<button>open</button>
<script>
  const results = {};
  document.querySelector('iframe').addEventListener('load', ({ target }) => {
    try { results.framed = target.contentWindow.document.title; } catch (error) { results.framed = error.name; }
    for (const type of ['outbox.deliver', 'SKIP_WAITING', 'authEvent']) {
      target.contentWindow.postMessage({ type, authEvent: { type } }, '*');
    }
    results.posted = true;
  });
  document.querySelector('button').addEventListener('click', () => {
    const opened = window.open('${site}/');
    opened.postMessage({ type: 'outbox.deliver', force: true }, '*');
    window.opened = opened;
  });
  try {
    navigator.serviceWorker.register('${site}/sw.js').catch((error) => { results.worker = error.name; });
  } catch (error) { results.worker = error.name; }
  new BroadcastChannel('outbox').postMessage({ type: 'outbox.event', event: { type: 'removed', key: 'x' } });
  window.results = results;
</script>`;

test('a page of another origin: it neither frames the site nor reaches its pages and its worker', async ({
  page,
  context,
  site,
  backend,
  policy,
}) => {
  await page.goto('/');
  await workerControls(page);
  // Another port is another origin, and the host is one that the watch allows.
  const address = `${backend.origins.auth}/stranger`;
  await context.route(address, (route) =>
    route.fulfill({ contentType: 'text/html', body: STRANGER(site) }),
  );
  const stranger = await context.newPage();
  await stranger.goto(address);
  await expect
    .poll(() => stranger.evaluate('window.results'))
    .toEqual({ framed: 'SecurityError', posted: true, worker: 'SecurityError' });
  expect(policy.splice(0)).toEqual([expect.stringContaining("frame-ancestors 'none'")]);
  expect(stranger.frames()[1]!.url()).toMatch(/^chrome-error:/);

  const opening = context.waitForEvent('page');
  await stranger.getByRole('button').click();
  const opened = await opening;
  await appStarted(opened);
  await expect(opened.locator('#headline')).toBeVisible();
  // The opener's hand on it is gone: Cross-Origin-Opener-Policy.
  await expect.poll(() => stranger.evaluate('window.opened.closed')).toBe(true);
  expect(await opened.evaluate(() => window.opener === null)).toBe(true);
});
