import { afterEach, expect, it, vi } from 'vitest';
import { createFirstReads } from '../../../src/app/firstReads';

afterEach(() => vi.unstubAllGlobals());

/** A page whose server answers with the texts in turn; `controller`: the worker it was loaded by. */
function visit(texts: string[], controller: object | null = null) {
  vi.stubGlobal('navigator', { serviceWorker: { controller } });
  vi.stubGlobal('fetch', async (url: string) => {
    const answer = new Response(texts.shift());
    Object.defineProperty(answer, 'url', { value: url });
    const { clone } = answer;
    answer.clone = () => Object.defineProperty(clone.call(answer), 'url', { value: url });
    return answer;
  });
  const reads = createFirstReads();
  const read = (url: string) => reads.fetch(url, {}).then((answer) => answer.text());
  const kept: Promise<string>[] = [];
  const handOver = () =>
    reads.handOver((answer) => {
      kept.push(answer.text().then((text) => `${answer.url}: ${text}`));
    });
  return { read, handOver, kept: () => Promise.all(kept) };
}

it('hands over the last answer of each address, which was read all the same', async () => {
  const { read, handOver, kept } = visit(['old', 'works', 'new']);
  expect(await read('/reviews')).toBe('old');
  await read('/gallery');
  expect(await read('/reviews')).toBe('new');
  handOver();
  expect(await kept()).toEqual(['/reviews: new', '/gallery: works']);
});

it('hands over what was on its way, and nothing that was asked later', async () => {
  const { read, handOver, kept } = visit(['under way', 'later']);
  const underWay = read('/gallery');
  handOver();
  await underWay;
  await read('/reviews');
  expect(await kept()).toEqual(['/gallery: under way']);
});

it('keeps nothing where a worker reads', async () => {
  const { read, handOver, kept } = visit(['works'], {});
  await read('/gallery');
  handOver();
  expect(await kept()).toEqual([]);
});
