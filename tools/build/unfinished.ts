import hero from '../../src/shared/hero.json' with { type: 'json' };
import type { GalleryWork } from '../../src/domain/types';
import { readBusiness } from './businessFile';
import { isSample } from '../../src/domain/validation';

/** Whether nobody can have this phone number: 555 numbers are for examples. */
export const isMadeUp = (number: string) => /555\d{4}$/.test(number.replaceAll(/\D/g, ''));
/** Whether the address is a network's front page, and so nobody's profile. */
export const isFrontPage = (url: string) => new URL(url).pathname === '/';

/**
 * Lists the sample pictures and made-up facts that a site of this checkout with these works shows. Each line also says
 * how to replace it.
 */
export function unfinished(
  works: readonly GalleryWork[],
  { business } = readBusiness(),
  { before, after }: { before: string; after: string } = hero,
): string[] {
  const { phone, whatsapp, profiles } = business;
  const numbers = [...new Set([phone, whatsapp])].filter(isMadeUp);
  const networks = profiles.map(({ url }) => url).filter(isFrontPage);
  const samples = works.filter((work) =>
    [work.cover, ...work.before, ...work.after].some(({ alt }) => isSample(alt)),
  );
  return [
    ...numbers.map(
      (number) => `the number ${number}, which nobody has: write your own into business.json`,
    ),
    ...networks.map(
      (url) => `${url}, which is nobody's profile: write the address of yours into business.json`,
    ),
    ...(isSample(before) || isSample(after)
      ? ['the sample pictures at the top: set your own with npm run hero:set']
      : []),
    ...samples.map(
      ({ id }) => `the sample work ${id}: remove it with npm run gallery:remove -- ${id}`,
    ),
  ];
}
