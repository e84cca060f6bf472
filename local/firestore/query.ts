import type { ProtoFields, ProtoValue } from '../rules/types';
import { invalid, unimplemented } from './errors';
import { getField, parseFieldPath, type FieldPath } from './fieldPaths';
import { parseFilter, type FieldReader, type Filter } from './filter';
import { compareValues } from './order';
import { checkSegments, type ResourceNames } from './paths';
import type { FirestoreStore, StoredDocument } from './store';
import { normaliseValue, type Raw } from './values';

export interface Order {
  path: FieldPath;
  descending: boolean;
}

/** A place in the results: just before or just after the documents with these order values. */
export interface Cursor {
  values: ProtoValue[];
  before: boolean;
}

export interface Query {
  /** Path of the collection. */
  collection: string;
  filter: Filter | null;
  /** With what Firestore adds: inequality fields, and `__name__` for ties. */
  order: Order[];
  limit: number | null;
  offset: number;
  startAt: Cursor | null;
  endAt: Cursor | null;
  /** Fields to return; null for all. */
  select: FieldPath[] | null;
}

const NAME: FieldPath = ['__name__'];
const key = (path: FieldPath) => path.join('\u0000');

/** The order that is really used: inequality fields must be in it, and `__name__` ends it. */
export function completeOrder(explicit: readonly Order[], filter: Filter | null): Order[] {
  const order = [...explicit];
  const descending = explicit.at(-1)?.descending ?? false;
  const ordered = (path: FieldPath) => order.some((entry) => key(entry.path) === key(path));
  const inequalities = [...(filter?.inequalities ?? [])].sort((a, b) =>
    key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0,
  );
  for (const path of [...inequalities.filter((field) => key(field) !== key(NAME)), NAME]) {
    if (!ordered(path)) order.push({ path, descending });
  }
  return order;
}

const asList = (raw: unknown, what: string): Raw[] => {
  if (raw === undefined || raw === null) return [];
  if (!Array.isArray(raw)) throw invalid(`${what} must be a list.`);
  return raw as Raw[];
};
const fieldPathOf = (raw: unknown) => parseFieldPath((raw as Raw | undefined)?.['fieldPath']);

/** A whole number that proto3 JSON may write as a number, a string or a wrapper object. */
function wholeNumber(raw: unknown, what: string): number | null {
  if (raw === undefined || raw === null) return null;
  const plain = typeof raw === 'object' ? (raw as Raw)['value'] : raw;
  const number = typeof plain === 'string' ? Number(plain) : plain;
  if (typeof number !== 'number' || !Number.isInteger(number) || number < 0) {
    throw invalid(`${what} must be a whole number of at least 0.`);
  }
  return number;
}

function parseOrder(raw: unknown): Order[] {
  return asList(raw, 'orderBy').map((entry) => {
    const direction = entry['direction'] ?? 'ASCENDING';
    if (direction !== 'ASCENDING' && direction !== 'DESCENDING') {
      throw invalid(`Unknown direction ${JSON.stringify(direction)}.`);
    }
    return { path: fieldPathOf(entry['field']), descending: direction === 'DESCENDING' };
  });
}

function parseCursor(raw: unknown, order: readonly Order[], names: ResourceNames): Cursor | null {
  if (raw === undefined || raw === null) return null;
  const { values, before } = raw as Raw;
  const list = asList(values, 'A cursor').map((value) => normaliseValue(value));
  if (list.length > order.length) throw invalid('Cursor has too many values.');
  list.forEach((value, index) => {
    if (key(order[index]!.path) !== key(NAME)) return;
    names.documentPath('referenceValue' in value ? value.referenceValue : null);
  });
  return { values: list, before: before === true };
}

const KNOWN = 'select from where orderBy startAt endAt offset limit'.split(' ');

/** Reads a `StructuredQuery` below `parent` ('' or a document's path); INVALID_ARGUMENT if bad. */
export function parseQuery(raw: unknown, parent: string, names: ResourceNames): Query {
  if (typeof raw !== 'object' || raw === null) throw invalid('structuredQuery is required.');
  const query = raw as Raw;
  const unknown = Object.keys(query).find((name) => !KNOWN.includes(name));
  if (unknown !== undefined) throw unimplemented(`StructuredQuery.${unknown}`);
  const from = asList(query['from'], 'from');
  const { collectionId, allDescendants } = from[0] ?? {};
  if (from.length !== 1 || typeof collectionId !== 'string' || collectionId.includes('/')) {
    throw invalid('A query must be from exactly one collection.');
  }
  checkSegments([collectionId]);
  if (allDescendants === true) throw unimplemented('collection group queries');
  const filter = query['where'] ? parseFilter(query['where']) : null;
  const order = completeOrder(parseOrder(query['orderBy']), filter);
  const select = query['select'] as Raw | undefined;
  return {
    collection: parent === '' ? collectionId : `${parent}/${collectionId}`,
    filter,
    order,
    limit: wholeNumber(query['limit'], 'limit'),
    offset: wholeNumber(query['offset'], 'offset') ?? 0,
    startAt: parseCursor(query['startAt'], order, names),
    endAt: parseCursor(query['endAt'], order, names),
    select: select ? asList(select['fields'], 'select.fields').map(fieldPathOf) : null,
  };
}

/** Reads fields of a document, and its reference as `__name__`. */
export const readerOf =
  (document: { path: string; fields: ProtoFields }, names: ResourceNames): FieldReader =>
  (path) =>
    key(path) === key(NAME)
      ? { referenceValue: names.of(document.path) }
      : getField(document.fields, path);

/** The matching documents in order: those lacking an ordered field are left out, as in Firestore. */
export function runQuery(
  query: Query,
  store: FirestoreStore,
  names: ResourceNames,
): StoredDocument[] {
  const rows: { document: StoredDocument; values: ProtoValue[] }[] = [];
  for (const document of store.list(query.collection)) {
    const read = readerOf(document, names);
    const values = query.order.map(({ path }) => read(path));
    if (values.includes(undefined)) continue;
    if (query.filter && !query.filter.matches(read)) continue;
    rows.push({ document, values: values as ProtoValue[] });
  }
  const compare = (a: readonly ProtoValue[], b: readonly ProtoValue[]) => {
    for (const [index, value] of b.entries()) {
      const order = compareValues(a[index]!, value);
      if (order !== 0) return query.order[index]!.descending ? -order : order;
    }
    return 0;
  };
  const { startAt, endAt } = query;
  const kept = rows.filter(({ values }) => {
    const fromStart = startAt ? compare(values, startAt.values) : 1;
    const toEnd = endAt ? compare(values, endAt.values) : -1;
    return (
      (fromStart > 0 || (fromStart === 0 && startAt!.before)) &&
      (toEnd < 0 || (toEnd === 0 && !endAt!.before))
    );
  });
  kept.sort((a, b) => compare(a.values, b.values));
  const end = query.limit === null ? undefined : query.offset + query.limit;
  return kept.slice(query.offset, end).map(({ document }) => document);
}
