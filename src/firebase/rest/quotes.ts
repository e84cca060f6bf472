/** The field `quotes` of the configuration: the paths of the reviews that an owner has chosen for the landing page. */
import type { ChosenQuote, QuoteName } from '../../domain/types';
import type { BackendConfig } from '../config';
import { getDocument } from './firestoreDocuments';
import type { CallOptions } from './httpCall';
import { isDocumentId, parsed } from './readDocuments';
import type { ReadResult } from '../../lib/results';

export const quotePath = ({ work, review }: QuoteName): string =>
  `gallery/${work}/reviews/${review}`;

/** What is chosen, each once. An entry that no review can have as its path has no name: somebody has typed it. */
export function parseQuotes({ quotes }: Record<string, unknown>): ChosenQuote[] {
  const entries = new Set(Array.isArray(quotes) ? (quotes as unknown[]) : []);
  return [...entries].map((entry) => {
    const [gallery, work = '', reviews, review = '', ...more] = String(entry).split('/');
    const isPath = gallery === 'gallery' && reviews === 'reviews' && more.length === 0;
    return isPath && isDocumentId(work) && isDocumentId(review)
      ? { entry, name: { work, review } }
      : { entry };
  });
}

export function readQuotes(
  config: BackendConfig,
  options: CallOptions = {},
): Promise<ReadResult<QuoteName[]>> {
  return parsed(getDocument(config, 'configurations/configurations', options), ({ fields }) =>
    parseQuotes(fields).flatMap(({ name }) => name ?? []),
  );
}
