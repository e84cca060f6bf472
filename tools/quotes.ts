/**
 * The reviews that the landing page quotes: the field `quotes` of the configuration. They are chosen on the owner's
 * page (src/owner/reviews).
 */
import type { ChosenQuote } from '../src/domain/types';
import { parseQuotes } from '../src/firebase/rest/quotes';
import type { Documents } from './ownerDocuments';
import { CONFIGURATION } from './servicesSet';

export async function chosenQuotes(documents: Documents): Promise<ChosenQuote[]> {
  const { fields = {} } = (await documents.get(CONFIGURATION)) ?? {};
  return parseQuotes(fields);
}
