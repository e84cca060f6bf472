/**
 * The reviews that the landing page quotes: the field `quotes` of the configuration, which the build reads. They are
 * chosen on the owner's page (src/owner/reviews).
 */
import type { QuoteName } from '../src/domain/types';
import { parseQuotes } from '../src/firebase/rest/parseDocuments';
import type { Documents } from './ownerDocuments';
import { CONFIGURATION } from './servicesSet';

/** A chosen review as it is stored: the path of its document. */
export const pathOf = ({ work, review }: QuoteName): string => `gallery/${work}/reviews/${review}`;

export async function chosenQuotes(documents: Documents): Promise<QuoteName[]> {
  const { fields = {} } = (await documents.get(CONFIGURATION)) ?? {};
  return parseQuotes(fields);
}

/**
 * Takes the choice of these reviews back. Anybody may post a review with the id of one that was removed, so a choice
 * must not outlive its review.
 */
export async function dropQuotes(
  documents: Documents,
  isGone: (name: QuoteName) => boolean,
): Promise<void> {
  const chosen = await chosenQuotes(documents);
  const kept = chosen.filter((name) => !isGone(name));
  if (kept.length < chosen.length)
    await documents.set(CONFIGURATION, { quotes: kept.map(pathOf) }, ['quotes']);
}
