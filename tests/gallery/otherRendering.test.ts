import { afterEach, expect, it, vi } from 'vitest';
import { otherRendering } from '../../sw/otherRendering';

const SITE = 'https://site.example';
const STORE = 'https://store.example/v0/b/site/o/gallery%2Foak%2F';

afterEach(() => vi.unstubAllGlobals());

/** The answer for `wanted` if these addresses are cached; a type may follow an address after a blank. */
async function answered(wanted: string, ...kept: string[]): Promise<string | undefined> {
  const answers = new Map(
    kept.map((entry) => {
      const [url = '', type = 'image/avif'] = entry.split(' ');
      return [url, new Response(url, { headers: { 'content-type': type } })];
    }),
  );
  const cache = {
    keys: async () => [...answers.keys()].map((url) => new Request(url)),
    match: async ({ url }: Request) => answers.get(url),
  };
  vi.stubGlobal('caches', { open: async () => cache });
  const plugin = otherRendering('pictures');
  const request = new Request(wanted);
  const answer = await plugin.handlerDidError!({ request } as never);
  return answer?.text();
}

it.each([
  ['the widest that is kept', `${SITE}/hero/after-1600.avif`, `${SITE}/hero/after-800.webp`],
  ['of another type', `${STORE}oak-after-1-960.avif?alt=media`, `${STORE}oak-after-1-1600.webp`],
  ['one of another crop', `${SITE}/hero/after-800.avif`, `${SITE}/hero/after-tall-720.avif`],
])('a missing file is replaced by another one of the same picture: %s', async (_, wanted, best) => {
  const smaller = best.replace(/-\d+\./, '-480.').replace('webp', 'avif');
  const stranger = best.replace('after', 'before');
  expect(await answered(wanted, smaller, best, stranger)).toBe(best);
});

it('the same crop is preferred to a wider one', async () => {
  const [crop, whole] = [`${SITE}/hero/after-tall-480.avif`, `${SITE}/hero/after-1600.avif`];
  expect(await answered(`${SITE}/hero/after-tall-960.avif`, whole, crop)).toBe(crop);
  expect(
    await answered(`${SITE}/hero/after-480.avif`, `${SITE}/hero/after-tall-960.avif`, whole),
  ).toBe(whole);
});

it.each([
  ["the owner's next picture", `${STORE}photo-1.webp`, `${STORE}photo-2.webp`],
  ['another picture of the work', `${STORE}a-1-480.avif`, `${STORE}a-2-480.avif`],
  ['another work', `${STORE}a-480.avif`, `${STORE}b-480.avif`],
  ['another host', `${SITE}/hero/after-480.avif`, 'https://else.example/hero/after-480.webp'],
  ['a login page', `${SITE}/hero/after-480.avif`, `${SITE}/hero/after-800.avif text/html`],
  [
    'a file without a size in its name',
    `${STORE}thumb.webp?alt=media`,
    `${STORE}thumb.webp?alt=media&token=1`,
  ],
])('a missing file is not replaced by %s', async (_, wanted, kept) => {
  expect(await answered(wanted, kept)).toBeUndefined();
});
