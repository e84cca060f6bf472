import { MAX_QUOTE_LENGTH } from '../../src/domain/constants';
import type { ChosenQuote } from '../../src/domain/types';
import { parseReview } from '../../src/firebase/rest/parseDocuments';
import { quotePath } from '../../src/firebase/rest/quotes';
import { chosenQuotes } from '../quotes';
import { documentsAddress } from '../ownerDocuments';
import { withJson } from '../ownerHttp';
import { isOwnerAddress, listOwners } from '../owners';
import { fail, messageIn, pass, passUnless, type DoctorContext, type Finding } from './check';

export async function owners({ documents }: DoctorContext): Promise<Finding> {
  const addresses = await listOwners(documents);
  if (addresses.length === 0) return fail('nobody is an owner');
  return passUnless(
    addresses
      .filter((address) => !isOwnerAddress(address))
      .map((address) => `owners/${address} fits no account: an address in lower case is needed`),
    addresses.join(', '),
  );
}

/** A choice without its review waits for the next review of this id, which anybody may write. */
export async function quotes({ documents }: DoctorContext): Promise<Finding> {
  const chosen = await chosenQuotes(documents);
  const wrong = await Promise.all(chosen.map((quote) => problemOf(documents, quote)));
  return passUnless(
    wrong.flatMap((problem, index) => problem && `${String(chosen[index]!.entry)} ${problem}`),
    `${chosen.length} chosen for the landing page`,
  );
}

async function problemOf(
  documents: DoctorContext['documents'],
  { name }: ChosenQuote,
): Promise<string | false> {
  if (!name) return 'is the name of no review';
  const { work, review } = name;
  if (!(await documents.get(`gallery/${work}`))) return 'is of a work that is not there';
  const stored = await documents.get(quotePath(name));
  const { text } = (stored && parseReview(review, stored.fields)) ?? {};
  if (text === undefined) return 'is not there';
  const { length } = text.trim();
  return (
    (length === 0 && 'has no words') ||
    (length > MAX_QUOTE_LENGTH && `has ${length} characters, of ${MAX_QUOTE_LENGTH} at most`)
  );
}

const by = (direction: 'ASCENDING' | 'DESCENDING', fieldPath = 'created') => [
  { field: { fieldPath }, direction },
];

/** How many documents a list of an owner has at once. */
const PAGE = 40;

/** What is asked for, with the path of the parent. A collection group has an index only if it is deployed. */
const QUERIES = [
  {
    what: 'the newest reviews of all works',
    parent: '',
    query: {
      from: [{ collectionId: 'reviews', allDescendants: true }],
      orderBy: by('DESCENDING'),
      limit: PAGE,
    },
  },
  {
    what: 'the reviews that were taken down last',
    parent: '',
    query: {
      from: [{ collectionId: 'takenDown', allDescendants: true }],
      orderBy: by('DESCENDING', 'at'),
      limit: PAGE,
    },
  },
  {
    what: 'the works, the oldest first',
    parent: '',
    query: { from: [{ collectionId: 'gallery' }], orderBy: by('ASCENDING'), limit: PAGE },
  },
  // An entry for a collection group takes the place of the indexes that visitors' lists use.
  ...(['DESCENDING', 'ASCENDING'] as const).map((direction) => ({
    what: `the reviews of one work, ${direction.toLowerCase()}`,
    parent: '/gallery/any',
    query: { from: [{ collectionId: 'reviews' }], orderBy: by(direction), limit: 1 },
  })),
];

/** Runs each query: an index that is missing, or not built yet, is an answer of 400 that says so. */
export async function indexes({ config, http }: DoctorContext): Promise<Finding> {
  const root = documentsAddress(config);
  const missing: string[] = [];
  for (const { what, parent, query } of QUERIES) {
    const answer = await http(`${root}${parent}:runQuery`, {
      ...withJson('POST', { structuredQuery: query }),
      accept: [400],
    });
    if (!answer.ok) missing.push(`${what}: ${messageIn(await answer.text())}`);
  }
  return missing.length === 0 ? pass('each list can be read') : fail(missing.join('; '));
}
