/** What the deployed pages still show of works and reviews that were removed, or taken back, since they were built. */
import { averageStars } from '../../src/domain/averageStars';
import type { GalleryWork, Review } from '../../src/domain/types';
import { parseReview, parseWork } from '../../src/firebase/rest/parseDocuments';
import { pool } from '../pool';
import { quotePath } from '../../src/firebase/rest/quotes';
import { chosenQuotes } from '../quotes';
import { passUnless, visit, type DoctorContext, type Finding } from './check';

export async function leftovers(context: DoctorContext): Promise<Finding> {
  const { documents, site } = context;
  const stored = await documents.list('gallery');
  const works = new Map(stored.map(({ id, fields }) => [id, parseWork(id, fields)]));
  // Of works that are stored, and valid, as the build reads them.
  const reviews = new Map<string, Review[]>();
  await pool(stored, 8, async ({ id }) => {
    const ofWork = await documents.list(`gallery/${id}/reviews`);
    reviews.set(
      id,
      ofWork.flatMap((review) => parseReview(review.id, review.fields) ?? []),
    );
  });
  const { text: landing } = await visit(context, `${site}/`);
  const { text: allWorks } = await visit(context, `${site}/work`);
  const listed = worksIn(allWorks);
  const chosen = new Set((await chosenQuotes(documents)).map(({ entry }) => entry));
  const found = [
    ...quotesIn(landing).flatMap((quote) => wrongQuote(quote, reviews, chosen)),
    ...wrongRating('the landing page', ratingIn(landing), [...reviews.values()].flat()),
  ];
  await pool(listed, 8, async (id) => {
    const { text } = await visit(context, `${site}/work/${encodeURIComponent(id)}`);
    const work = works.get(id);
    if (!work) found.push(`the page of all works shows /work/${id}, which is removed`);
    found.push(
      ...wrongPage(id, work, text),
      ...wrongRating(`/work/${id}`, ratingIn(text), reviews.get(id) ?? []),
    );
  });
  return passUnless(
    found,
    `the landing page and ${listed.length} works show nothing that was removed`,
  );
}

/** A choice that is not built yet is no leftover. `chosen`: the paths of the reviews that may be quoted now. */
function wrongQuote(
  { text, work }: BuiltQuote,
  reviews: ReadonlyMap<string, Review[]>,
  chosen: ReadonlySet<unknown>,
): string[] {
  const same = (reviews.get(work) ?? []).filter((review) => review.text.trim() === text);
  if (same.some(({ id }) => chosen.has(quotePath({ work, review: id })))) return [];
  const why = !reviews.has(work)
    ? ', which is removed'
    : same.length === 0
      ? ' that was taken down'
      : ' that is not chosen any more';
  return [
    `the landing page still quotes a review of ${work || 'an unnamed work'}${why}: “${text}”`,
  ];
}

function wrongPage(id: string, work: GalleryWork | undefined, html: string): string[] {
  const built = workIn(html);
  // Without a page of its own the address gets the page that all works share.
  if (!built) return [];
  if (!work) return [`/work/${id} is still there, with its picture in links (og:image)`];
  const isThere = built.image === undefined || built.image === work.cover.url;
  return isThere ? [] : [`/work/${id} names a picture that was replaced (og:image)`];
}

/**
 * New reviews come by themselves with the next build. Only one that is gone is a leftover: more were built than are
 * stored, or as many with another average. Where one is gone and two are new, nothing in the page tells it.
 */
function wrongRating(place: string, built: BuiltRating | undefined, stored: Review[]): string[] {
  const count = stored.length;
  if (!built || built.count < count) return [];
  const ofReviews = `${built.count} ${built.count === 1 ? 'review' : 'reviews'}`;
  if (built.count > count)
    return [`the rating of ${place} is of ${ofReviews}, and ${count} are stored`];
  const average = averageStars(stored.reduce((sum, { stars }) => sum + stars, 0) / count);
  return built.average === average
    ? []
    : [
        `the rating of ${place} is ${built.average} of ${ofReviews}, and those stored make ${average}`,
      ];
}

export const worksIn = (page: string): string[] =>
  [...page.matchAll(/href="\/work\/([^"/]+)"/g)].map(([, id]) => decodeURIComponent(id!));

/** A quote of a built landing page, with the id of its work: empty without a link to one. */
interface BuiltQuote {
  text: string;
  work: string;
}

export function quotesIn(html: string): BuiltQuote[] {
  const [, ...quotes] = html.split('<blockquote dir="auto">');
  return quotes.map((quote) => {
    const [figure = ''] = quote.split('</figure>', 1);
    const [, link = ''] = /href="\/work\/([^"]*)"/.exec(figure) ?? [];
    const [text = ''] = quote.split('<', 1);
    return { text: decoded(text), work: decodeURIComponent(decoded(link)) };
  });
}

/** What a built page says of its reviews. The average has one decimal. */
interface BuiltRating {
  average: number;
  count: number;
}

/** The rating in the landing page's line of proof, or above the reviews in the page of a work. */
export function ratingIn(html: string): BuiltRating | undefined {
  const line =
    /(\d\.\d)(?: out of \d<\/span>)?<\/span> ?<span>(?:from )?(\d{1,9}) reviews?<\/span>/.exec(
      html,
    );
  return line ? { average: Number(line[1]), count: Number(line[2]) } : undefined;
}

/** What the built page of a work says of it to search engines. Undefined if it is the page of no work. */
export function workIn(html: string): { image?: string } | undefined {
  const [, json = '{}'] = html.split('<script type="application/ld+json">', 2);
  const { '@graph': things = [] } = parsed(json.split('</script>', 1)[0]!);
  const work = things.find((thing) => thing['@type'] === 'CreativeWork');
  if (!work) return undefined;
  const { image } = work as { image?: string };
  return { ...(image && { image }) };
}

function parsed(json: string): { '@graph'?: Record<string, unknown>[] } {
  try {
    return JSON.parse(json) as object;
  } catch {
    // A page of another host, which says nothing of our works.
    return {};
  }
}

const ENTITIES: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
  '&amp;': '&',
};
/** React writes these five. */
const decoded = (text: string) =>
  text.replaceAll(/&(?:lt|gt|quot|#x27|amp);/g, (entity) => ENTITIES[entity]!);
