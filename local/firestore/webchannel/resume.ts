import { normaliseTimestamp, parseMicros, type Micros } from '../time';

/** Where a listener left off: nothing (`start`), a time, or a token that nobody can follow. */
export type ResumePoint = Micros | 'start' | 'unknown';

/** An opaque token for a read time, valid for every target of this store. */
export const resumeToken = (time: Micros): string => Buffer.from(`t${time}`).toString('base64');

/**
 * Reads a target's `resumeToken` or `readTime`. A token of another server counts as unknown: the
 * target starts afresh with a RESET, as the service does with tokens that are too old.
 */
export function resumePoint(target: Record<string, unknown>): ResumePoint {
  const { resumeToken: token, readTime } = target;
  if (typeof token === 'string' && token !== '') {
    const text = Buffer.from(token, 'base64').toString('latin1');
    return /^t\d{1,16}$/.test(text) ? Number(text.slice(1)) : 'unknown';
  }
  if (readTime === undefined) return 'start';
  return parseMicros(normaliseTimestamp(readTime));
}
