import { EvaluationError } from '../rulesErrors';

const NANOS_PER_MILLISECOND = 1_000_000n;
export const NANOS_PER_SECOND = 1_000_000_000n;

/** A point in time, UTC, in nanoseconds since 1970. */
export class Timestamp {
  constructor(readonly nanos: bigint) {}
}

/** A length of time in nanoseconds. It may be negative. */
export class Duration {
  constructor(readonly nanos: bigint) {}
}

const RFC_3339 = /^(\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?([Zz]|[+-]\d\d:\d\d)$/;

/**
 * Parses an RFC 3339 timestamp with up to nine fractional digits.
 * @throws EvaluationError for anything else.
 */
export function parseTimestamp(text: string): Timestamp {
  const parts = RFC_3339.exec(text);
  const millis = parts ? Date.parse(`${parts[1]!.toUpperCase()}${parts[3]!.toUpperCase()}`) : NaN;
  if (Number.isNaN(millis)) throw new EvaluationError(`not an RFC 3339 timestamp: ${text}`);
  const fraction = BigInt((parts![2] ?? '').padEnd(9, '0'));
  return new Timestamp(BigInt(millis) * NANOS_PER_MILLISECOND + fraction);
}
