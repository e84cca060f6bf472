import { EvaluationError } from '../errors';
import { Duration, NANOS_PER_SECOND, Timestamp } from '../values/time';
import { isMap, Path, Placeholder, type Value } from '../values/values';
import { method, type Methods } from './method';

const DAY_MILLISECONDS = 86_400_000;

const part = (read: (date: Date) => number) =>
  method<Timestamp>(0, (self) => BigInt(read(self.date)));

/** https://firebase.google.com/docs/reference/rules/rules.Timestamp; all parts in UTC. */
export const timestampMethods: Methods<Timestamp> = {
  date: method(0, (self) => new Timestamp(self.nanos - self.sinceMidnight)),
  day: part((date) => date.getUTCDate()),
  // Monday is 1, Sunday 7.
  dayOfWeek: part((date) => date.getUTCDay() || 7),
  dayOfYear: part(
    (date) =>
      Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / DAY_MILLISECONDS) + 1,
  ),
  hours: part((date) => date.getUTCHours()),
  minutes: part((date) => date.getUTCMinutes()),
  month: part((date) => date.getUTCMonth() + 1),
  nanos: method(0, (self) => self.sinceMidnight % NANOS_PER_SECOND),
  seconds: part((date) => date.getUTCSeconds()),
  time: method(0, (self) => new Duration(self.sinceMidnight)),
  toMillis: method(0, (self) => self.milliseconds),
  year: part((date) => date.getUTCFullYear()),
};

/** https://firebase.google.com/docs/reference/rules/rules.Duration */
export const durationMethods: Methods<Duration> = {
  nanos: method(0, (self) => self.nanos % NANOS_PER_SECOND),
  seconds: method(0, (self) => self.nanos / NANOS_PER_SECOND),
};

/** https://firebase.google.com/docs/reference/rules/rules.Bytes */
export const bytesMethods: Methods<Uint8Array> = {
  size: method(0, (self) => BigInt(self.length)),
  toBase64: method(0, (self) => Buffer.from(self).toString('base64')),
  toHexString: method(0, (self) => Buffer.from(self).toString('hex').toUpperCase()),
};

function bound(segment: Placeholder, values: Value): string {
  const value = isMap(values) ? values.get(segment.name) : undefined;
  if (typeof value !== 'string') throw new EvaluationError(`nothing to bind to ${segment}`);
  return value;
}

/** https://firebase.google.com/docs/reference/rules/rules.Path */
export const pathMethods: Methods<Path> = {
  bind: method(
    1,
    (self, values) =>
      new Path(
        self.segments.map((segment) =>
          segment instanceof Placeholder ? bound(segment, values!) : segment,
        ),
      ),
  ),
};
