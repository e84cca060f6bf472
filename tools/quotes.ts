/** The reviews that the landing page quotes: the field `quotes` of the configuration, which the build reads. */
import type { QuoteName } from '../src/domain/types';
import { parseQuotes } from '../src/firebase/rest/parse';
import type { Documents } from './ownerDocuments';
import { CONFIGURATION } from './servicesSet';

/** A chosen review as it is stored: the path of its document. */
export const pathOf = ({ work, review }: QuoteName): string => `gallery/${work}/reviews/${review}`;

export async function chosenQuotes(documents: Documents): Promise<QuoteName[]> {
  const { fields = {} } = (await documents.get(CONFIGURATION)) ?? {};
  return parseQuotes(fields);
}

export const chooseQuotes = (documents: Documents, names: readonly QuoteName[]): Promise<void> =>
  documents.set(CONFIGURATION, { quotes: names.map(pathOf) }, ['quotes']);

/**
 * Takes the choice of these reviews back. Anybody may post a review with the id of one that was removed, so a choice
 * must not outlive its review.
 */
export async function dropQuotes(
  documents: Documents,
  isGone: (name: QuoteName) => boolean,
): Promise<void> {
  const chosen = await chosenQuotes(documents);
  if (chosen.some(isGone))
    await chooseQuotes(
      documents,
      chosen.filter((name) => !isGone(name)),
    );
}
