/** Messages of every wrong shape to the worker and to the page: no answer, and both go on. */
import type { Page } from '@playwright/test';
import {
  appStarted,
  cameOnline,
  COMMIT,
  drained,
  numberedFields,
  once,
  seedOutbox,
  workerControls,
} from '../../browser/delivery/scene';
import { expect, test } from './watch';

/** Built where it is posted: not all of it can travel to the browser as JSON. Others: tests/unit/outbox/stored.test.ts. */
const SHAPES = `[
  undefined, null, 1n, 'outbox.deliver', [{ type: 'outbox.deliver' }], { type: {} },
  { type: 'outbox.deliver', force: {} }, { type: 'outbox.event', event: null },
  JSON.parse('{"__proto__":{"type":"outbox.deliver"}}'), new Map([['type', 'outbox.deliver']]),
  new Blob(['outbox.deliver']), (() => { const loop = { type: 'loop' }; loop.self = loop; return loop; })(),
  { type: 'CACHE_URLS', payload: { urlsToCache: [null, 1, {}, 'javascript:hacked()'] } },
  { type: 'outbox.event', event: { type: 'removed', key: 'no-such-record' } },
]`;

/** Posts every shape to the worker with a port of its own; resolves with the shapes it answered. */
const answered = (page: Page): Promise<string[]> =>
  // As an expression, because the policy lets no page evaluate text.
  page.evaluate(`(async () => {
    const { active } = await navigator.serviceWorker.ready;
    const answers = [];
    const post = (message, onAnswer) => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', onAnswer);
      port1.start();
      active.postMessage(message, [port2]);
    };
    for (const [index, shape] of ${SHAPES}.entries()) {
      post(shape, ({ data }) => answers.push(index + ': ' + String(data)));
    }
    // Messages arrive in order: what has no answer when this one has gets none.
    await new Promise((resolve) => post({ type: 'outbox.deliver' }, resolve));
    return answers;
  })()`);

/** Puts every shape on the channel on which pages hear about deliveries. */
const broadcast = (page: Page): Promise<void> =>
  page.evaluate(`(() => {
    const channel = new BroadcastChannel('outbox');
    for (const event of ${SHAPES}) channel.postMessage(event);
    channel.close();
  })()`);

test('the worker answers none of them, the page follows none: what waits is counted as it is, and goes', async ({
  page,
  backend,
}) => {
  await page.goto('/');
  await workerControls(page);
  await appStarted(page);
  expect(await answered(page)).toEqual([]);
  const hold = backend.faults.add({ ...COMMIT, do: { kind: 'status', status: 503 } });
  const saved = await seedOutbox(page, [{ fields: numberedFields(1), pictures: [3000] }]);
  await cameOnline(page);
  const notice = page.getByText('1 request waiting to be sent');
  await expect(notice).toBeVisible();
  await broadcast(page);
  await notice.click();
  await expect(page.getByText('Waiting for the next try.')).toBeVisible();
  await expect(notice).toBeVisible();
  hold.remove();
  await page.getByRole('button', { name: 'Try now' }).click();
  await drained(page);
  await once(backend, ...saved);
});

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
