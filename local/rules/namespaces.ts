import { EvaluationError } from './errors';
import { asInt, asString, method, type Method, type Methods } from './methods/method';
import { checkedInt } from './operators';
import { toText } from './values/convert';
import { Duration, NANOS_PER_SECOND, Timestamp } from './values/time';
import { isNumber, Path, typeName, type Value } from './values/values';

function whole(value: number): bigint {
  if (!Number.isFinite(value)) throw new EvaluationError(`${value} is no integer`);
  return checkedInt(BigInt(value));
}

const NANOS_PER_UNIT: Record<string, bigint> = {
  w: 604_800n * NANOS_PER_SECOND,
  d: 86_400n * NANOS_PER_SECOND,
  h: 3600n * NANOS_PER_SECOND,
  m: 60n * NANOS_PER_SECOND,
  s: NANOS_PER_SECOND,
  ms: 1_000_000n,
  ns: 1n,
};

const duration: Methods<null> = {
  abs: method(1, (_, value) => {
    if (!(value instanceof Duration))
      throw new EvaluationError(`expected duration, got ${typeName(value!)}`);
    return value.nanos < 0n ? new Duration(-value.nanos) : value;
  }),
  time: method(
    4,
    (_, hours, minutes, seconds, nanos) =>
      new Duration(
        ((asInt(hours!) * 60n + asInt(minutes!)) * 60n + asInt(seconds!)) * NANOS_PER_SECOND +
          asInt(nanos!),
      ),
  ),
  value: method(2, (_, magnitude, unit) => {
    const name = asString(unit!);
    const nanos = Object.hasOwn(NANOS_PER_UNIT, name) ? NANOS_PER_UNIT[name]! : undefined;
    if (nanos === undefined) throw new EvaluationError(`no unit of time '${name}'`);
    return new Duration(asInt(magnitude!) * nanos);
  }),
};

const timestamp: Methods<null> = {
  date: method(3, (_, year, month, day) => {
    const [y, m, d] = [year, month, day].map((value) => Number(asInt(value!))) as [
      number,
      number,
      number,
    ];
    const date = new Date(Date.UTC(y, m - 1, d));
    if (date.getUTCMonth() !== m - 1 || date.getUTCDate() !== d)
      throw new EvaluationError(`no date ${y}-${m}-${d}`);
    return Timestamp.ofMilliseconds(BigInt(date.getTime()));
  }),
  value: method(1, (_, milliseconds) => Timestamp.ofMilliseconds(asInt(milliseconds!))),
};

/** Namespaces that both services have (https://firebase.google.com/docs/reference/rules). */
export const namespaces: Record<string, Methods<null>> = { duration, timestamp };

function toInt(value: Value): bigint {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') return whole(Math.trunc(value));
  if (typeof value === 'string' && /^[+-]?\d+$/.test(value))
    return checkedInt(BigInt(value.replace(/^\+/, '')));
  throw new EvaluationError(`no int: ${typeName(value)}`);
}

function toFloat(value: Value): number {
  if (isNumber(value)) return Number(value);
  if (typeof value === 'string' && /^[+-]?(\d+([.]\d*)?|[.]\d+)([eE][+-]?\d+)?$/.test(value))
    return Number(value);
  throw new EvaluationError(`no float: ${typeName(value)}`);
}

function toBool(value: Value): boolean {
  if (typeof value === 'boolean') return value;
  if (value === 'true' || value === 'false') return value === 'true';
  throw new EvaluationError(`no bool: ${typeName(value)}`);
}

/** Global functions that both services have. */
export const converters: Record<string, Method<null>> = {
  bool: method(1, (_, value) => toBool(value!)),
  float: method(1, (_, value) => toFloat(value!)),
  int: method(1, (_, value) => toInt(value!)),
  path: method(1, (_, value) => (value instanceof Path ? value : Path.parse(asString(value!)))),
  string: method(1, (_, value) => toText(value!)),
};
