import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { firstScreenFirst, onPainted, PAINTED_SCRIPT } from '../../sw/firstScreen';

const FIRST = '<!doctype html><h1>Like new</h1>';
const REST = '<nav data-fold="">Our work</nav>';
const HEADERS = { 'content-type': 'text/html', 'content-security-policy': "default-src 'none'" };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Answers a navigation with `html`; returns the pieces that arrive and the work that keeps the worker alive. */
async function navigate(html: string, { cache = 'default', hash = '' } = {}) {
  const waitUntil = vi.fn<(work: Promise<void>) => void>();
  const url = new URL(`https://site.example/${hash}`);
  const options = { event: { waitUntil }, request: { cache }, url };
  const answer = firstScreenFirst(async (given) => {
    // As Workbox does.
    given.request = new Request('https://site.example/index.html');
    return new Response(html, { headers: HEADERS });
  });
  const response = await answer(options as unknown as Parameters<typeof answer>[0]);
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  const pieces: string[] = [];
  const reading = (async () => {
    for (let read = await reader.read(); !read.done; read = await reader.read())
      pieces.push(read.value);
  })();
  return { response, reader, reading, pieces, waitUntil };
}

it('the rest of the page follows when the first screen is painted', async () => {
  const { response, reading, pieces, waitUntil } = await navigate(FIRST + REST);
  await vi.advanceTimersByTimeAsync(499);
  expect(pieces).toEqual([FIRST + PAINTED_SCRIPT]);
  onPainted();
  onPainted();
  await reading;
  expect(pieces).toEqual([FIRST + PAINTED_SCRIPT, REST]);
  expect(vi.getTimerCount()).toBe(0);
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toEqual(HEADERS);
  expect(waitUntil).toHaveBeenCalledOnce();
  await waitUntil.mock.calls[0]![0];
});

it('the rest of the page follows after half a second at the latest', async () => {
  const { reading, pieces, waitUntil } = await navigate(FIRST + REST);
  await vi.advanceTimersByTimeAsync(500);
  await reading;
  expect(pieces).toEqual([FIRST + PAINTED_SCRIPT, REST]);
  await waitUntil.mock.calls[0]![0];
  onPainted();
});

it.each([
  ['a page without a mark for its first screen', '<!doctype html><h1>Oak</h1>', {}],
  ['a page that is loaded again', FIRST + REST, { cache: 'no-cache' }],
  ['a page that is gone back to', FIRST + REST, { cache: 'force-cache' }],
  ['an address with a hash', FIRST + REST, { hash: '#gallerySection' }],
])('the whole page is sent at once: %s', async (_, html, navigation) => {
  const { response, reading, pieces, waitUntil } = await navigate(html, navigation);
  await reading;
  expect(pieces).toEqual([html]);
  expect(Object.fromEntries(response.headers)).toEqual(HEADERS);
  expect(waitUntil).not.toHaveBeenCalled();
});

it('the work ends when the visitor leaves meanwhile', async () => {
  const { reader, reading, pieces, waitUntil } = await navigate(FIRST + REST);
  await vi.advanceTimersByTimeAsync(50);
  await reader.cancel();
  await waitUntil.mock.calls[0]![0];
  onPainted();
  await vi.advanceTimersByTimeAsync(1000);
  await reading;
  expect(pieces).toEqual([FIRST + PAINTED_SCRIPT]);
  expect(vi.getTimerCount()).toBe(0);
});
