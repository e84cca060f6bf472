import type { ProtoFields, ProtoValue, RulesQuery } from '../rules/types';
import { FirestoreError, invalid, unimplemented } from './firestoreErrors';
import { getField, parseFieldPath, withField, type FieldPath } from './fieldPaths';
import { compareValues } from './order';
import { checkSegments, type ResourceNames } from './paths';
import type { FirestoreStore, StoredDocument } from './firestoreStore';
import { asList, messageOf, normaliseValue, type Raw } from './firestoreValues';

export interface Order {
  path: FieldPath;
  isDescending: boolean;
  /** Firestore has added it for ties. */
  isAdded?: true;
}

/** A place in a query's order: just before or just after the documents with these values in the order's fields. */
export interface Cursor {
  values: ProtoValue[];
  before: boolean;
}

export interface Query {
  /** The path of the collection; of a collection group its name. */
  collection: string;
  isGroup: boolean;
  /** The complete order. */
  order: Order[];
  startAt: Cursor | null;
  /** Where it ends. */
  endAt?: Cursor | null;
  limit?: number;
  select?: FieldPath[];
}

const NAME: FieldPath = ['__name__'];
const key = (path: FieldPath) => path.join('\u0000');

/**
 * The complete order: `__name__` comes last, in the direction of the field before it. Throws INVALID_ARGUMENT, with
 * the service's own message, for a field that occurs twice or follows `__name__`.
 */
export function completeOrder(explicit: readonly Order[]): Order[] {
  const keys = explicit.map(({ path }) => key(path));
  const twice = explicit.find(({ path }, index) => keys.indexOf(key(path)) < index);
  if (twice)
    throw invalid(`order by clause cannot contain duplicate fields ${twice.path.join('.')}`);
  if (keys.slice(0, -1).includes(key(NAME)))
    throw invalid('order by clause cannot contain more fields after the key');
  if (keys.includes(key(NAME))) return [...explicit];
  const isDescending = explicit.at(-1)?.isDescending ?? false;
  return [...explicit, { path: NAME, isDescending, isAdded: true }];
}

export const fieldPathOf = (raw: unknown, where: string): FieldPath =>
  parseFieldPath(messageOf(raw ?? {}, ['fieldPath'], where)['fieldPath']);

function parseOrder(raw: unknown): Order[] {
  return asList(raw, 'orderBy').map((each) => {
    const entry = messageOf(each, ['field', 'direction'], 'structured_query.order_by');
    const direction = entry['direction'] ?? 'ASCENDING';
    if (direction !== 'ASCENDING' && direction !== 'DESCENDING')
      throw invalid(`Unknown direction ${JSON.stringify(direction)}.`);
    return {
      path: fieldPathOf(entry['field'], 'structured_query.order_by.field'),
      isDescending: direction === 'DESCENDING',
    };
  });
}

/** Only fields that the order names may have a value: not the `__name__` that is added to it. */
function parseCursor(
  raw: unknown,
  order: readonly Order[],
  names: ResourceNames,
  where: string,
): Cursor | null {
  if (raw === undefined || raw === null) return null;
  const { values, before = false } = messageOf(raw, ['values', 'before'], where);
  if (typeof before !== 'boolean') throw invalid(`Invalid value at '${where}.before'.`);
  const list = asList(values, 'A cursor').map((value) => normaliseValue(value));
  if (list.length > order.length) throw invalid('Cursor has too many values.');
  list.forEach((value, index) => {
    if (key(order[index]!.path) !== key(NAME)) return;
    names.documentPath('referenceValue' in value ? value.referenceValue : null);
  });
  return { values: list, before };
}

function parseLimit(raw: unknown): number | undefined {
  if (raw === undefined || raw === null) return undefined;
  if (!Number.isInteger(raw)) throw invalid('limit must be a whole number.');
  if ((raw as number) < 0) throw invalid('limit is negative');
  return raw as number;
}

const SELECT = 'structured_query.select';

function parseSelect(raw: unknown): FieldPath[] | undefined {
  if (raw === undefined || raw === null) return undefined;
  const { fields } = messageOf(raw, ['fields'], SELECT);
  return asList(fields, 'select.fields').map((each) => fieldPathOf(each, `${SELECT}.fields`));
}

const FROM = 'structured_query.from';
const KNOWN = ['from', 'orderBy', 'startAt', 'endAt', 'limit', 'select'];

/** Reads a `StructuredQuery` below `parent` ('' or a document's path). Throws INVALID_ARGUMENT if it is invalid. */
// oxlint-disable-next-line complexity -- a list of checks, in the order in which the service answers with their errors
export function parseQuery(raw: unknown, parent: string, names: ResourceNames): Query {
  if (typeof raw !== 'object' || raw === null) throw invalid('structuredQuery is required.');
  const query = raw as Raw;
  const unknown = Object.keys(query).find((name) => !KNOWN.includes(name));
  if (unknown !== undefined) throw unimplemented(`StructuredQuery.${unknown}`);
  const from = asList(query['from'], 'from');
  if (from.length > 1) throw invalid('A query must be from exactly one collection.');
  const selector = messageOf(from[0] ?? {}, ['collectionId', 'allDescendants'], FROM);
  const { collectionId = '', allDescendants = false } = selector;
  if (collectionId === '') throw unimplemented('a query of all collections');
  if (typeof collectionId !== 'string' || collectionId.includes('/'))
    throw invalid(`Invalid value at '${FROM}.collection_id'.`);
  if (typeof allDescendants !== 'boolean')
    throw invalid(`Invalid value at '${FROM}.all_descendants'.`);
  checkSegments([collectionId]);
  if (allDescendants && parent !== '')
    throw invalid('collection group queries are only allowed at the root parent');
  const explicit = parseOrder(query['orderBy']);
  const limit = parseLimit(query['limit']);
  const select = parseSelect(query['select']);
  return {
    collection: parent === '' ? collectionId : `${parent}/${collectionId}`,
    isGroup: allDescendants,
    order: completeOrder(explicit),
    startAt: parseCursor(query['startAt'], explicit, names, 'structured_query.start_at'),
    endAt: parseCursor(query['endAt'], explicit, names, 'structured_query.end_at'),
    ...(limit !== undefined && { limit }),
    ...(select !== undefined && { select }),
  };
}

/** What the rules see of a query: of its order, what it names. */
export const rulesQueryOf = ({ limit, isGroup, order }: Query): RulesQuery => ({
  limit: limit ?? null,
  isGroup,
  orderBy: Object.fromEntries(
    order
      .filter(({ isAdded }) => !isAdded)
      .map(({ path, isDescending }) => [path.join('.'), isDescending ? 'DESC' : 'ASC']),
  ),
});

/** The document with only the selected fields; with all of them if `select` is undefined. */
export function selected(
  select: FieldPath[] | undefined,
  document: StoredDocument,
): StoredDocument {
  if (!select) return document;
  const fields = select.reduce<ProtoFields>((some, path) => {
    const value = getField(document.fields, path);
    return value === undefined ? some : withField(some, path, value);
  }, {});
  return { ...document, fields };
}

/** Returns a function that reads a document's fields. `__name__` reads its reference. */
export const readerOf =
  (document: { path: string; fields: ProtoFields }, names: ResourceNames) =>
  (path: FieldPath): ProtoValue | undefined =>
    key(path) === key(NAME)
      ? { referenceValue: names.of(document.path) }
      : getField(document.fields, path);

type Row = { document: StoredDocument; values: ProtoValue[] };

const compareIn =
  ({ order }: Query) =>
  (a: readonly ProtoValue[], b: readonly ProtoValue[]): number => {
    for (const [index, value] of b.entries()) {
      const difference = compareValues(a[index]!, value);
      if (difference !== 0) return order[index]!.isDescending ? -difference : difference;
    }
    return 0;
  };

/**
 * The document with the values of the order's fields. Null if the query leaves the document out: it lacks one of the
 * fields, or it is before the start or behind the end.
 */
function rowOf(query: Query, document: StoredDocument, names: ResourceNames): Row | null {
  const read = readerOf(document, names);
  const values = query.order.map(({ path }) => read(path));
  if (values.includes(undefined)) return null;
  const row = { document, values: values as ProtoValue[] };
  const isBehind = ({ values: place, before }: Cursor) => {
    const from = compareIn(query)(row.values, place);
    return from > 0 || (from === 0 && before);
  };
  const { startAt, endAt } = query;
  return (startAt && !isBehind(startAt)) || (endAt && isBehind(endAt)) ? null : row;
}

export const matches = (query: Query, document: StoredDocument, names: ResourceNames): boolean =>
  rowOf(query, document, names) !== null;

/**
 * The matching documents in order. As in Firestore, documents without one of the order's fields are left out. Throws
 * FAILED_PRECONDITION for an order that starts with `__name__` descending.
 */
export function runQuery(
  query: Query,
  store: FirestoreStore,
  names: ResourceNames,
): StoredDocument[] {
  const [first] = query.order;
  if (first!.isDescending && key(first!.path) === key(NAME))
    throw new FirestoreError(
      'FAILED_PRECONDITION',
      'Firestore does not support descending key scans',
    );
  const compare = compareIn(query);
  const all = query.isGroup ? store.listGroup(query.collection) : store.list(query.collection);
  return all
    .flatMap((document) => rowOf(query, document, names) ?? [])
    .sort((a, b) => compare(a.values, b.values))
    .slice(0, query.limit)
    .map(({ document }) => document);
}
