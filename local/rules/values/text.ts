import { EvaluationError } from '../errors';
import { Path, typeName, type Value } from './values';

/** The text of a value, as `string()` and `join()` write it. Floats always show a point. */
export function toText(value: Value): string {
  if (typeof value === 'string') return value;
  if (value === null || typeof value === 'boolean' || typeof value === 'bigint')
    return String(value);
  if (typeof value === 'number') return Number.isInteger(value) ? `${value}.0` : String(value);
  if (value instanceof Path) return value.toString();
  throw new EvaluationError(`no text for ${typeName(value)}`);
}
