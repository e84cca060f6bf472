import type { ProtoValue } from '../rules/types';
import { invalid } from './errors';
import { parseFieldPath, type FieldPath } from './fieldPaths';
import { compareValues, equalValues, typeRank } from './order';
import { normaliseValue, type Raw } from './values';

/** Reads a field of the document at hand; `__name__` is its reference. */
export type FieldReader = (path: FieldPath) => ProtoValue | undefined;

/** A `where` clause, ready to ask, with the fields it compares by inequality (they order results). */
export interface Filter {
  matches(read: FieldReader): boolean;
  inequalities: FieldPath[];
}

type Test = (value: ProtoValue, operand: ProtoValue) => boolean;

const isNull = (value: ProtoValue) => 'nullValue' in value;
const isNaN = (value: ProtoValue) => 'doubleValue' in value && value.doubleValue === 'NaN';
const items = (value: ProtoValue) => ('arrayValue' in value && value.arrayValue.values) || [];
const has = (list: readonly ProtoValue[], value: ProtoValue) =>
  list.some((item) => equalValues(item, value));

/** Range comparisons see values of the operand's own type only. */
const range =
  (accepts: (order: number) => boolean): Test =>
  (value, operand) =>
    typeRank(value) === typeRank(operand) &&
    isNaN(value) === isNaN(operand) &&
    accepts(compareValues(value, operand));

const OPERATORS: Record<string, { test: Test; inequality: boolean; list?: boolean }> = {
  EQUAL: { test: equalValues, inequality: false },
  NOT_EQUAL: { test: (v, operand) => !isNull(v) && !equalValues(v, operand), inequality: true },
  LESS_THAN: { test: range((order) => order < 0), inequality: true },
  LESS_THAN_OR_EQUAL: { test: range((order) => order <= 0), inequality: true },
  GREATER_THAN: { test: range((order) => order > 0), inequality: true },
  GREATER_THAN_OR_EQUAL: { test: range((order) => order >= 0), inequality: true },
  ARRAY_CONTAINS: { test: (v, operand) => has(items(v), operand), inequality: false },
  ARRAY_CONTAINS_ANY: {
    test: (v, operand) => items(operand).some((item) => has(items(v), item)),
    inequality: false,
    list: true,
  },
  IN: { test: (v, operand) => has(items(operand), v), inequality: false, list: true },
  NOT_IN: {
    test: (v, operand) => !isNull(v) && !has(items(operand), v),
    inequality: true,
    list: true,
  },
};

const UNARY: Record<string, { test: (value: ProtoValue) => boolean; inequality: boolean }> = {
  IS_NULL: { test: isNull, inequality: false },
  IS_NAN: { test: isNaN, inequality: false },
  IS_NOT_NULL: { test: (value) => !isNull(value), inequality: true },
  IS_NOT_NAN: { test: (value) => !isNull(value) && !isNaN(value), inequality: true },
};

const lookUp = <T>(table: Record<string, T>, name: unknown): T => {
  const found = typeof name === 'string' && Object.hasOwn(table, name) ? table[name] : undefined;
  if (!found) throw invalid(`Unknown filter operator ${JSON.stringify(name)}.`);
  return found;
};

const fieldOf = (raw: Raw): FieldPath =>
  parseFieldPath((raw['field'] as Raw | undefined)?.['fieldPath']);

function parseFieldFilter(raw: Raw): Filter {
  const path = fieldOf(raw);
  const { test, inequality, list } = lookUp(OPERATORS, raw['op']);
  const operand = normaliseValue(raw['value']);
  if (list && items(operand).length === 0) {
    throw invalid(`'${String(raw['op'])}' requires a non-empty ArrayValue.`);
  }
  return {
    matches(read) {
      const value = read(path);
      return value !== undefined && test(value, operand);
    },
    inequalities: inequality ? [path] : [],
  };
}

function parseUnaryFilter(raw: Raw): Filter {
  const path = fieldOf(raw);
  const { test, inequality } = lookUp(UNARY, raw['op']);
  return {
    matches(read) {
      const value = read(path);
      return value !== undefined && test(value);
    },
    inequalities: inequality ? [path] : [],
  };
}

function parseCompositeFilter(raw: Raw): Filter {
  const op = raw['op'];
  const filters = Array.isArray(raw['filters']) ? raw['filters'].map(parseFilter) : [];
  if (filters.length === 0 || (op !== 'AND' && op !== 'OR')) {
    throw invalid('A composite filter needs the operator AND or OR and at least one filter.');
  }
  return {
    matches: (read) =>
      op === 'AND'
        ? filters.every((filter) => filter.matches(read))
        : filters.some((filter) => filter.matches(read)),
    inequalities: filters.flatMap(({ inequalities }) => inequalities),
  };
}

/** Reads a `StructuredQuery.Filter`. */
export function parseFilter(raw: unknown): Filter {
  const { fieldFilter, unaryFilter, compositeFilter } = (raw ?? {}) as Raw;
  if (fieldFilter) return parseFieldFilter(fieldFilter as Raw);
  if (unaryFilter) return parseUnaryFilter(unaryFilter as Raw);
  if (compositeFilter) return parseCompositeFilter(compositeFilter as Raw);
  throw invalid(`Unknown filter ${JSON.stringify(raw)}.`);
}
