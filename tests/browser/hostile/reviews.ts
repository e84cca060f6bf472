/** What somebody may have written as a review, and what is shown of it. */
import type { Page } from '@playwright/test';
import { Double, type Plain } from '../../../local/protoJson';
import { IMAGE, RUN, SCRIPT, THENABLE } from './watch';

interface Shown {
  stars: string;
  text: string;
}

export interface HostileReview {
  what: string;
  fields: Record<string, Plain>;
  /** Undefined: it is left out. */
  shows: Shown | undefined;
}

const written = (what: string, text: Plain, shown = String(text)): HostileReview => ({
  what,
  fields: { text, stars: 5, user: `visitor of ${what}` },
  shows: { stars: '5 out of 5 stars', text: shown },
});

const rated = (what: string, stars: Plain | undefined): HostileReview => ({
  what,
  fields: { text: `Rated with ${what}`, user: 'x', ...(stars !== undefined && { stars }) },
  shows: undefined,
});

export const REVIEWS: HostileReview[] = [
  written('a script', SCRIPT),
  written('a picture', IMAGE),
  written('the end of its list', `</p></li></ul>${SCRIPT}`),
  written('a link', `<a href="javascript:${RUN}">Win</a> javascript:${RUN}`),
  written('a template', `{{${RUN}}} \${${RUN}} <%= ${RUN} %>`),
  written('references', '&lt;script&gt; &amp;'),
  written('one word of 5,000 letters', 'o'.repeat(5000)),
  written('20,000 letters in words', 'oak '.repeat(5000)),
  written('500 lines', 'x\n'.repeat(500)),
  written('a turn of direction', '\u202Eera sretteL'),
  written('an open isolate', '\u2067 open'),
  written('text from right to left', 'ممتاز'),
  written('zero-width characters', 'a\u200B\u200D\uFEFFb'),
  written('control characters', '\u0000\u0007\u001B[2J'),
  written('many marks on one letter', `Z${'\u0335\u0322\u030D'.repeat(100)}`),
  written('a number', 7, ''),
  written('nothing', null, ''),
  written('a list', [IMAGE], ''),
  written('a map', { html: IMAGE }, ''),
  {
    ...written('markup for its writer', 'Nobody'),
    fields: { text: 'Nobody', stars: 1, user: IMAGE, id: IMAGE, name: IMAGE },
    shows: { stars: '1 out of 5 stars', text: 'Nobody' },
  },
  { ...written('a time in words', 'Then'), fields: { text: 'Then', stars: 5, created: IMAGE } },
  { ...written('a time of a map', 'When'), fields: { text: 'When', stars: 5, created: { a: 1 } } },
  {
    ...written('keys like properties', 'Keys'),
    fields: { text: 'Keys', stars: 5, constructor: 1, ...THENABLE },
  },
  rated('no stars', undefined),
  rated('0 stars', 0),
  rated('6 stars', 6),
  rated('-1 stars', -1),
  rated('half a star', new Double(2.5)),
  rated('no number', new Double(Number.NaN)),
  rated('endless stars', new Double(Number.POSITIVE_INFINITY)),
  rated('stars in words', '5'),
  rated('a list of stars', [5]),
  rated('a million stars', 1_000_000),
];

/** The reviews that the page lists. */
export function listedReviews(page: Page): Promise<Shown[]> {
  return page.locator('section:has(> * > #reviews-title) li').evaluateAll((items) =>
    items.map((item) => ({
      stars: item.querySelector('p')!.firstElementChild!.textContent!,
      text: item.querySelector('[dir=auto]')?.textContent ?? '',
    })),
  );
}
