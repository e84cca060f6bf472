/**
 * The works as the owner's page reads them. Lists are public reads that ask for a few fields: a whole work, with the
 * addresses of all its pictures, has some 24 kB, and a phone would take a second to read forty of them.
 */
import {
  collection,
  getDocs,
  limit,
  orderBy,
  query,
  startAfter,
  Timestamp,
  type Firestore,
} from 'firebase/firestore/lite';
import { comparable } from '../../contract/built';
import { WORKS_PER_PAGE } from '../../contract/pageSizes';
import { GALLERY_ORDER } from '../../domain/constants';
import type { GalleryWork } from '../../domain/types';
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
import { withTimeout, getAt } from './firestoreCalls';

/** A title with its picture has some 60 bytes on the line. */
const TITLES_PER_PAGE = 500;
/** The size of gallery for which this site is made (docs/capacity.md). What is older is not searched. */
const MOST_TITLES = 10_000;

/** Each rejects when it cannot be read. */
export function readsOfWorks(config: BackendConfig, firestore: Firestore) {
  /** The title of the work behind a moment in this direction of the gallery's order, other than `own`. */
  const titleBeside = async (
    direction: 'asc' | 'desc',
    created: string,
    own: string | undefined,
  ) => {
    const behind = query(
      collection(firestore, 'gallery'),
      orderBy(GALLERY_ORDER, direction),
      startAfter(Timestamp.fromDate(new Date(created))),
      // The work itself may stand there.
      limit(2),
    );
    const { docs } = await withTimeout(getDocs(behind));
    const [other] = docs.filter(({ id }) => id !== own);
    return other && parseWork(other.id, other.data()).title;
  };

  return {
    /** Newest first. */
    list: (after?: unknown) =>
      readWorks(config, after as WorksPlace, { size: WORKS_PER_PAGE, fields: CARD_FIELDS }),
    /** The same in longer pages, to be searched: of a cover only the card's picture. */
    async titles(after?: unknown) {
      const fields = ['title', 'cover.thumb', GALLERY_ORDER];
      const page = { size: TITLES_PER_PAGE, fields };
      const { items, next } = await readWorks(config, after as WorksPlace, page);
      return { items, ...(next && next.newer < MOST_TITLES && { next }) };
    },
    /** All of a work; undefined if it is gone. */
    async read(id: string): Promise<GalleryWork | undefined> {
      const found = await getAt(firestore, `gallery/${id}`);
      return found.exists() ? parseWork(id, found.data()) : undefined;
    },
    /**
     * The titles of the works before and after a moment (ISO 8601) in the gallery, other than `own`; undefined where there
     * is none.
     */
    async neighbours(created: string, own?: string): Promise<{ before?: string; after?: string }> {
      const [before, after] = await Promise.all([
        titleBeside('desc', created, own),
        titleBeside('asc', created, own),
      ]);
      return { ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
    },
  };
}

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

/**
 * Gives items the titles of their works: null for one that is gone, none where they cannot be read. They come with the list:
 * a title that came later would move what stands below it.
 */
export function createTitles(config: BackendConfig) {
  /** What was read is not read again. A work that is gone may come back. */
  const known = new Map<string, string>();
  return async <Item>(items: Item[], workOf: (item: Item) => string | undefined) => {
    const works = items.flatMap((item) => workOf(item) ?? []);
    const unknown = [...new Set(works)].filter((work) => !known.has(work));
    try {
      const read = unknown.length > 0 ? await readTitles(config, unknown) : [];
      for (const [work, title] of read) known.set(work, title);
    } catch (error) {
      log('The titles of works could not be read.', error);
      return items;
    }
    return items.map((item) => ({ ...item, title: known.get(workOf(item) ?? '') ?? null }));
  };
}

/** The titles of these works, by their ids, in one call; without those that are gone. Rejects when they cannot be read. */
async function readTitles(
  config: BackendConfig,
  works: readonly string[],
): Promise<[work: string, title: string][]> {
  const documents = works.map((work) => documentName(config, `gallery/${work}`));
  const mask = { fieldPaths: ['title'] };
  const answer = await post(config, 'documents:batchGet', { documents, mask });
  if (answer?.status !== 200 || !Array.isArray(answer.json)) {
    throw new Error(`The titles could not be read: ${answer?.status ?? 'no answer'}.`);
  }
  const found = answer.json.flatMap((message) => toDocument(fieldsOf(message)['found']) ?? []);
  return found.map(({ id, fields }) => [id, parseCard(id, fields).title]);
}
