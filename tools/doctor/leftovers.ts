/** What the deployed pages still show of works and reviews that were removed, or taken back, since they were built. */
import type { GalleryWork } from '../../src/domain/types';
import { parseWork } from '../../src/firebase/rest/parse';
import { pool } from '../pool';
import { chosenQuotes, pathOf } from '../quotes';
import { passUnless, visit, type DoctorContext, type Finding } from './check';

/** Looks at the landing page, the sitemap, and the page of each work in it. */
export async function leftovers(context: DoctorContext): Promise<Finding> {
  const { documents, site } = context;
  const stored = await documents.list('gallery');
  const works = new Map(stored.map(({ id, fields }) => [id, parseWork(id, fields)]));
  const counts = new Map<string, number>();
  await pool(stored, 8, async ({ id }) => {
    counts.set(id, (await documents.list(`gallery/${id}/reviews`)).length);
  });
  const { text: landing } = await visit(context, `${site}/`);
  const { text: sitemap } = await visit(context, `${site}/sitemap.xml`);
  const listed = worksIn(sitemap);
  const found = [
    ...(await wrongQuotes(context, landing)),
    ...wrongCount('the landing page', countIn(landing), sum([...counts.values()])),
  ];
  await pool(listed, 8, async (id) => {
    const { text } = await visit(context, `${site}/work/${encodeURIComponent(id)}`);
    const work = works.get(id);
    if (!work) found.push(`the sitemap names /work/${id}, which is removed`);
    found.push(
      ...wrongPage(id, work, text),
      ...wrongCount(`/work/${id}`, workIn(text)?.reviews, counts.get(id) ?? 0),
    );
  });
  return passUnless(
    found,
    `the landing page and ${listed.length} works show nothing that was removed`,
  );
}

async function wrongQuotes({ documents }: DoctorContext, landing: string): Promise<string[]> {
  const chosen = await chosenQuotes(documents);
  const reviews = await Promise.all(chosen.map((name) => documents.get(pathOf(name))));
  const texts = reviews.map((review) => String(review?.fields['text'] ?? '').trim());
  return quotesIn(landing)
    .filter((quote) => !texts.includes(quote))
    .map(
      (quote) => `the landing page quotes what is not chosen or not stored any more: “${quote}”`,
    );
}

function wrongPage(id: string, work: GalleryWork | undefined, html: string): string[] {
  const built = workIn(html);
  // Without a page of its own the address gets the page that all works share.
  if (!built) return [];
  if (!work) return [`/work/${id} is still there, with its picture in links (og:image)`];
  const isThere = built.image === undefined || built.image === work.cover.url;
  return isThere ? [] : [`/work/${id} names a picture that was replaced (og:image)`];
}

/** New reviews come by themselves with the next build. Only a review that is gone is a leftover. */
const wrongCount = (place: string, built = 0, stored: number): string[] =>
  built > stored
    ? [
        `the rating of ${place} is of ${built} ${built === 1 ? 'review' : 'reviews'}, and ${stored} are stored`,
      ]
    : [];

const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);

/** The ids of the works in a sitemap. */
export const worksIn = (sitemap: string): string[] =>
  [...sitemap.matchAll(/\/work\/([^<>/]+)<\/loc>/g)].map(([, id]) => decodeURIComponent(id!));

/** What a built landing page quotes. */
export const quotesIn = (html: string): string[] =>
  [...html.matchAll(/<blockquote dir="auto">([^<]*)</g)].map(([, text]) => decoded(text!));

/** The number of reviews in the line of proof. */
export function countIn(html: string): number | undefined {
  const [, count] = /<span>(\d{1,9}) reviews?<\/span>/.exec(html) ?? [];
  return count === undefined ? undefined : Number(count);
}

/** What the built page of a work says of it to search engines. Undefined if it is the page of no work. */
export function workIn(html: string): { image?: string; reviews?: number } | undefined {
  const [, json = '{}'] = html.split('<script type="application/ld+json">', 2);
  const { '@graph': things = [] } = parsed(json.split('</script>', 1)[0]!);
  const work = things.find((thing) => thing['@type'] === 'CreativeWork');
  if (!work) return undefined;
  const { image, aggregateRating: rating } = work as {
    image?: string;
    aggregateRating?: { reviewCount?: number };
  };
  return { ...(image && { image }), ...(rating && { reviews: Number(rating.reviewCount) }) };
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
