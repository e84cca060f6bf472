import { EvaluationError } from '../rulesErrors';

const NANOS_PER_MILLISECOND = 1_000_000n;
export const NANOS_PER_SECOND = 1_000_000_000n;

/** The years 1 to 9999, in seconds since 1970: the first and behind the last. */
const YEARS = [-62_135_596_800n, 253_402_300_800n] as const;
/** 10,000 years (google.protobuf.Duration), in seconds. */
const LONGEST = 315_576_000_000n;

/** A point in time, UTC, in nanoseconds since 1970. @throws EvaluationError outside of the years 1 to 9999 */
export class Timestamp {
  constructor(readonly nanos: bigint) {
    if (nanos < YEARS[0] * NANOS_PER_SECOND || nanos >= YEARS[1] * NANOS_PER_SECOND)
      throw new EvaluationError('a time outside of the years 1 to 9999');
  }
}

/** A length of time in nanoseconds. It may be negative. @throws EvaluationError beyond 10,000 years */
export class Duration {
  constructor(readonly nanos: bigint) {
    const length = nanos < 0n ? -nanos : nanos;
    if (length > LONGEST * NANOS_PER_SECOND) throw new EvaluationError('more than 10,000 years');
  }
}

const RFC_3339 = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)$/;

/**
 * Parses an RFC 3339 timestamp with up to nine fractional digits.
 * @throws EvaluationError for anything else.
 */
export function parseTimestamp(text: string): Timestamp {
  const [, local = '', decimals = '', zone = ''] = RFC_3339.exec(text.toUpperCase()) ?? [];
  const millis = Date.parse(`${local}${zone}`);
  // Date turns 30 February into a day of March.
  if (Number.isNaN(millis) || !new Date(`${local}Z`).toISOString().startsWith(local))
    throw new EvaluationError(`not an RFC 3339 timestamp: ${text}`);
  const fraction = BigInt(decimals.padEnd(9, '0'));
  return new Timestamp(BigInt(millis) * NANOS_PER_MILLISECOND + fraction);
}
