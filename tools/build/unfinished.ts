/** What an owner has still to replace before visitors come. */
import hero from '../../src/shared/hero.json' with { type: 'json' };
import type { GalleryWork } from '../../src/domain/types';
import { readBusiness } from './businessFile';
import { isSample } from './samples';

/** Whether nobody has it. */
export const isMadeUp = (number: string) => /555\d{4}$/.test(number.replaceAll(/\D/g, ''));
/** Whether a network's address is nobody's profile. */
export const isFrontPage = (url: string) => new URL(url).pathname === '/';

/**
 * The sample pictures and made-up facts that a site of this checkout with these works shows, a line each with
 * what to do; empty where there are none.
 */
export function unfinished(
  works: readonly GalleryWork[],
  { business } = readBusiness(),
  { before, after }: { before: string; after: string } = hero,
): string[] {
  const { phone, whatsapp, instagram, facebook, tiktok } = business;
  const numbers = [...new Set([phone, whatsapp])].filter(isMadeUp);
  const networks = [instagram, facebook, tiktok].filter(isFrontPage);
  const samples = works.filter((work) =>
    [work.cover, ...work.before, ...work.after].some(({ alt }) => isSample(alt)),
  );
  return [
    ...numbers.map((number) => `the number ${number}, which nobody has: business.json`),
    ...networks.map((url) => `${url}, which is nobody's profile: business.json`),
    ...(isSample(before) || isSample(after)
      ? ['the sample pictures at the top: npm run hero:set']
      : []),
    ...samples.map(({ id }) => `the sample work ${id}: npm run gallery:remove -- ${id}`),
  ];
}
