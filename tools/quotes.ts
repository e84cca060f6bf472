/**
 * The reviews that the landing page quotes: the field `quotes` of the configuration, which the build reads. They are
 * chosen on the owner's page (src/owner/reviews).
 */
import type { ChosenQuote, QuoteName } from '../src/domain/types';
import { parseQuotes, quotePath } from '../src/firebase/rest/quotes';
import type { Documents } from './ownerDocuments';
import { CONFIGURATION } from './servicesSet';

export async function chosenQuotes(documents: Documents): Promise<ChosenQuote[]> {
  const { fields = {} } = (await documents.get(CONFIGURATION)) ?? {};
  return parseQuotes(fields);
}

/**
 * Takes the choice of these reviews back. Anybody may post a review with the id of one that was removed, so a choice
 * must not outlive its review. What an owner chooses meanwhile stays.
 */
export async function dropQuotes(
  documents: Documents,
  isGone: (name: QuoteName) => boolean,
): Promise<void> {
  const gone = (await chosenQuotes(documents)).flatMap(({ name }) =>
    name && isGone(name) ? quotePath(name) : [],
  );
  if (gone.length > 0) await documents.takeFromList(CONFIGURATION, 'quotes', gone);
}
