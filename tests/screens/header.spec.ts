// The header's one line, at every width and with every name.
import { isLongName } from '../../src/contract/business';
import { expect, test } from '../support/fixtures';
import { hydrated } from '../support/prerenderedSite';

test.use({ serviceWorkers: 'block' });

const NAMES = [
  'Oak & Sons',
  'Like New Cabinets',
  'Gwinnett Refinishing',
  'Lawrenceville Cabinet Makers',
  'The Lawrenceville Cabinet Refinishers Co',
];
const WIDTHS = Array.from({ length: 38 }, (_, index) => 360 + 20 * index);

test(
  'the header stays on one line and fits, at every width and with every name',
  { tag: '@full' },
  async ({ page }) => {
    await page.goto('/');
    const header = page.getByRole('banner');
    await hydrated(header);
    const names = NAMES.map((name) => ({ name, isLong: isLongName(name) }));
    const broken: string[] = [];
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 700 });
      const found = await header.evaluate((element, all) => {
        const faultsWith = ({ name, isLong }: (typeof all)[0]) => {
          element.querySelector('a span')!.textContent = name;
          element.style.setProperty('--letters', String(name.length));
          element.toggleAttribute('data-long', isLong);
          const lines = [...element.querySelectorAll('a')].flatMap((link) => {
            if (!link.checkVisibility()) return [];
            const range = document.createRange();
            range.selectNodeContents(link.querySelector('span') ?? link);
            const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top / 8)));
            return tops.size > 1 ? [link.textContent] : [];
          });
          const isWide = document.documentElement.scrollWidth > innerWidth;
          const ends = [...element.children].map((child) => child.getBoundingClientRect());
          const overlap = ends[1]!.width > 0 && ends[0]!.right + 8 > ends[1]!.left;
          return [...lines, ...(isWide ? ['too wide'] : []), ...(overlap ? ['overlap'] : [])];
        };
        return all.flatMap((one) => faultsWith(one).map((what) => `${one.name}: ${what}`));
      }, names);
      broken.push(...found.map((what) => `at ${width}, ${what}`));
    }
    expect(broken).toEqual([]);
  },
);
