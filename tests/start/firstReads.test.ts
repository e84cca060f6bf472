import { afterEach, expect, it, vi } from 'vitest';
import { cachingFetch } from '../../src/app/createServices';
import { eventually } from '../support/eventually';

afterEach(() => vi.unstubAllGlobals());

const DOCUMENTS = 'https://firestore.example/v1/documents';

/** A page whose server answers with JSON; `controller`: the worker it was loaded by. */
function visit(controller: object | null, type = 'application/json') {
  const kept: string[] = [];
  vi.stubGlobal('navigator', { serviceWorker: { controller } });
  vi.stubGlobal('fetch', async (url: string) => {
    const answer = new Response('an answer', { headers: { 'content-type': type } });
    const { clone } = answer;
    answer.clone = () => Object.defineProperty(clone.call(answer), 'url', { value: url });
    return answer;
  });
  const open = vi.fn(async (name: string) => ({
    put: async (url: string, answer: Response) =>
      void kept.push(`${name} ${url.slice(DOCUMENTS.length)}: ${await answer.text()}`),
  }));
  vi.stubGlobal('caches', { open });
  const read = async (path: string) => (await cachingFetch(DOCUMENTS + path, {})).text();
  return { read, kept, open };
}

it('what the first page reads is kept for the worker', async () => {
  const { read, kept } = visit(null);
  expect(await read('/gallery')).toBe('an answer');
  expect(await read('/gallery/oak')).toBe('an answer');
  await eventually(() =>
    expect(kept).toEqual(['gallery /gallery: an answer', 'documents /gallery/oak: an answer']),
  );
});

it.each([
  ['where a worker reads', {}, undefined],
  ['of a captive portal', null, 'text/html'],
])('nothing is kept %s', async (_, controller, type) => {
  const { read, open } = visit(controller, type);
  expect(await read('/gallery')).toBe('an answer');
  expect(open).not.toHaveBeenCalled();
});
