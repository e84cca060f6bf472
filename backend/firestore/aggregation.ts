import type { ProtoValue } from '../rules/types';
import { invalid, unimplemented } from './firestoreErrors';
import { getField, type FieldPath } from './fieldPaths';
import type { ResourceNames } from './paths';
import { fieldPathOf, parseQuery, runQuery, type Query } from './query';
import type { FirestoreStore } from './firestoreStore';
import { asList, messageOf } from './firestoreValues';

/** A count if it has no field, else the mean of that field. */
interface Aggregation {
  alias: string;
  average?: FieldPath;
}

export interface AggregationQuery {
  query: Query;
  aggregations: Aggregation[];
}

/** The most aggregations of one query (google.firestore.v1, `StructuredAggregationQuery.aggregations`). */
const MAX_AGGREGATIONS = 5;
/** Aliases are names of fields; other spellings of them are not needed here. */
const ALIAS = /^[A-Za-z_][A-Za-z_0-9]*$/;
const QUERY = 'structured_aggregation_query';
const QUERY_NAMES = ['structuredQuery', 'aggregations'];
const EACH = `${QUERY}.aggregations`;
/**
 * Parts of the query of an aggregation. Of these the service makes an error, or another answer, that nobody has looked
 * at.
 */
const UNSUPPORTED_IN_QUERY = ['orderBy', 'startAt', 'endAt', 'limit', 'select'];

/** Reads a `StructuredAggregationQuery` below `parent`. Throws INVALID_ARGUMENT if it is invalid. */
export function parseAggregationQuery(
  raw: unknown,
  parent: string,
  names: ResourceNames,
): AggregationQuery {
  if (!raw) throw invalid('Only structured aggregation queries are supported.');
  const { structuredQuery, aggregations } = messageOf(raw, QUERY_NAMES, QUERY);
  const unsupported = UNSUPPORTED_IN_QUERY.find((name) => name in Object(structuredQuery));
  if (unsupported !== undefined) throw unimplemented(`an aggregation with ${unsupported}`);
  const parsed = asList(aggregations, 'aggregations').map(parseAggregation);
  if (parsed.length === 0) throw invalid('Aggregations can not be empty.');
  if (parsed.length > MAX_AGGREGATIONS)
    throw invalid(`A query can have at most ${MAX_AGGREGATIONS} aggregations.`);
  const aliases = parsed.map(({ alias }) => alias);
  const twice = aliases.find((alias, index) => aliases.indexOf(alias) < index);
  if (twice !== undefined) throw invalid(`Aggregation aliases contain duplicate alias: ${twice}.`);
  const query = parseQuery(structuredQuery, parent, names);
  if (query.isGroup) throw unimplemented('an aggregation over a collection group');
  return { query, aggregations: parsed };
}

function parseAggregation(raw: unknown): Aggregation {
  const { alias, count, sum, avg } = messageOf(raw, ['alias', 'count', 'sum', 'avg'], EACH);
  const given = [count, sum, avg].filter((operator) => operator !== undefined && operator !== null);
  if (given.length === 0) throw invalid('Operator field in Aggregation is not set.');
  if (given.length > 1) throw invalid('An aggregation must have exactly one operator.');
  if (sum !== undefined) throw unimplemented('Aggregation.sum');
  const parsed = { alias: parseAlias(alias) };
  if (count !== undefined) {
    if ('upTo' in Object(count)) throw unimplemented('Count.upTo');
    messageOf(count, [], `${EACH}.count`);
    return parsed;
  }
  return { ...parsed, average: parseAverage(avg) };
}

function parseAlias(alias: unknown): string {
  if (alias === undefined || alias === '') throw unimplemented('an aggregation without an alias');
  if (typeof alias !== 'string') throw invalid('An alias must be a string.');
  if (/^__.*__$/s.test(alias)) throw invalid(`The property.name "${alias}" is reserved.`);
  if (!ALIAS.test(alias)) throw unimplemented(`the alias ${JSON.stringify(alias)}`);
  return alias;
}

function parseAverage(avg: unknown): FieldPath {
  const { field } = messageOf(avg, ['field'], `${EACH}.avg`);
  const average = fieldPathOf(field, `${EACH}.avg.field`);
  if (average[0] === '__name__')
    throw invalid('Aggregations are not supported for the property: __key__');
  return average;
}

/** The result of an aggregation query, by alias, and how many entries of indexes it has read. */
export function aggregate(
  { query, aggregations }: AggregationQuery,
  store: FirestoreStore,
  names: ResourceNames,
): { fields: Record<string, ProtoValue>; entries: number } {
  const paths = aggregations.flatMap(({ average }) => (average ? [average] : []));
  // A document without one of the fields is in none of the aggregations, the count included.
  const documents = runQuery(query, store, names).filter(({ fields }) =>
    paths.every((path) => getField(fields, path) !== undefined),
  );
  const valueOf = ({ average }: Aggregation): ProtoValue =>
    average
      ? mean(documents.flatMap(({ fields }) => getField(fields, average) ?? []))
      : { integerValue: String(documents.length) };
  const entries = aggregations.map((one) => [one.alias, valueOf(one)] as const);
  return { fields: Object.fromEntries(entries), entries: documents.length };
}

/** The mean of the numbers among these values; null if there is none. */
function mean(values: ProtoValue[]): ProtoValue {
  const numbers = values.flatMap(numberOf);
  if (numbers.length === 0) return { nullValue: null };
  const average = numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
  return { doubleValue: Number.isFinite(average) ? average : String(average) } as ProtoValue;
}

function numberOf(value: ProtoValue): number[] {
  if ('doubleValue' in value) return [Number(value.doubleValue)];
  if (!('integerValue' in value)) return [];
  const number = Number(value.integerValue);
  if (!Number.isSafeInteger(number)) throw unimplemented('a mean of integers beyond 2^53');
  return [number];
}
