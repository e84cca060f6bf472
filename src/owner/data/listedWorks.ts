/**
 * The works as the owner's page lists them, newest first, by public reads that ask for a few fields: a whole work, with
 * the addresses of all its pictures, has some 24 kB, and a phone would take a second to read forty of them.
 */
import { comparable } from '../../contract/built';
import { WORKS_PER_PAGE } from '../../contract/pageSizes';
import { GALLERY_ORDER } from '../../domain/constants';
import type { BackendConfig } from '../../firebase/config';
import {
  decodeFields,
  documentName,
  post,
  toDocument,
} from '../../firebase/rest/firestoreDocuments';
import { CARD_FIELDS, placeOf, queryWorks } from '../../firebase/rest/galleryQuery';
import { fieldsOf } from '../../firebase/rest/httpCall';
import { parseCard, parseWork } from '../../firebase/rest/parseDocuments';
import { runQuery } from '../../firebase/rest/queries';
import type { GalleryPlace } from '../../gallery/port';
import { log } from '../../lib/log';
import type { ListedWork, Page } from '../ports';

/** A title with its picture has some 60 bytes on the line. */
const TITLES_PER_PAGE = 500;
/** The size of gallery for which this site is made (docs/capacity.md). What is older is not searched. */
const MOST_TITLES = 10_000;

/** The lists of works, of public reads. Each rejects when it cannot be read. */
export const listWorks = (config: BackendConfig) => ({
  /** Newest first. */
  works: (after?: unknown) =>
    readWorks(config, after as WorksPlace, { size: WORKS_PER_PAGE, fields: CARD_FIELDS }),
  /** The same in longer pages, to be searched: of a cover only the card's picture. */
  async titles(after?: unknown) {
    const fields = ['title', 'cover.thumb', GALLERY_ORDER];
    const page = { size: TITLES_PER_PAGE, fields };
    const { items, next } = await readWorks(config, after as WorksPlace, page);
    return { items, ...(next && next.newer < MOST_TITLES && { next }) };
  },
  titlesOf: (works: readonly string[]) => readTitles(config, works),
});

/** Behind so many works in the list, which are newer. `of`: how many there are, if they could be counted. */
interface WorksPlace {
  behind: GalleryPlace;
  newer: number;
  of: number | undefined;
}

async function readWorks(
  config: BackendConfig,
  after: WorksPlace | undefined,
  { size, fields }: { size: number; fields: readonly string[] },
): Promise<Page<ListedWork, WorksPlace>> {
  // One more tells whether there are more.
  const query = { after: after?.behind, limit: size + 1, isNewestFirst: true, fields };
  const [list, counted] = await Promise.all([
    queryWorks(config, query),
    after ? after.of : countWorks(config),
  ]);
  if (!list.ok) throw new Error(`The works could not be read: ${list.reason}.`);
  const { documents } = list.value;
  const shown = documents.slice(0, size);
  const newer = after?.newer ?? 0;
  const behind = documents.length > size ? placeOf(shown[size - 1]) : undefined;
  // At the end of the list the works are counted.
  const of = behind ? counted : newer + shown.length;
  const items = shown.flatMap((json, index) =>
    listed(json, of && { number: of - newer - index, of }),
  );
  return { items, ...(behind && { next: { behind, newer: newer + shown.length, of } }) };
}

function listed(json: unknown, place: ListedWork['place'] | 0): ListedWork[] {
  const document = toDocument(json);
  if (!document) return [];
  const { id, fields, createTime } = document;
  const { title, cover, created } = parseWork(id, fields, createTime);
  const [made, written] = [createTime, String(fieldsOf(json)['updateTime'])].map(comparable);
  return [{ id, title, cover, created, ...(place && { place }), made: made!, written: written! }];
}

/**
 * How many works have a day, and so a place in the gallery: an aggregation counts what has all the fields that it names
 * (`documents.runAggregationQuery`, REST v1). One read for each thousand. Undefined if they cannot be counted.
 */
async function countWorks(config: BackendConfig): Promise<number | undefined> {
  const structuredAggregationQuery = {
    structuredQuery: { from: [{ collectionId: 'gallery' }] },
    aggregations: [
      { alias: 'count', count: {} },
      { alias: 'days', avg: { field: { fieldPath: GALLERY_ORDER } } },
    ],
  };
  const query = { structuredAggregationQuery };
  const { messages } = await runQuery(config, '', 'runAggregationQuery', query);
  const result = fieldsOf(messages?.[0]?.['result']);
  const { count } = decodeFields(result['aggregateFields']);
  if (typeof count === 'number') return count;
  log('The works could not be counted.');
  return undefined;
}

/** The titles of these works, by their ids, in one call; without those that are gone. Rejects when they cannot be read. */
async function readTitles(
  config: BackendConfig,
  works: readonly string[],
): Promise<Map<string, string>> {
  const documents = works.map((work) => documentName(config, `gallery/${work}`));
  const mask = { fieldPaths: ['title'] };
  const answer = await post(config, 'documents:batchGet', { documents, mask });
  if (answer?.status !== 200 || !Array.isArray(answer.json)) {
    throw new Error(`The titles could not be read: ${answer?.status ?? 'no answer'}.`);
  }
  const found = answer.json.flatMap((message) => toDocument(fieldsOf(message)['found']) ?? []);
  return new Map(found.map(({ id, fields }) => [id, parseCard(id, fields).title]));
}
