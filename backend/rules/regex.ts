import { RE2JS, RE2JSException } from 're2js';
import { EvaluationError } from './errors';

/** re2js knows more names than RE2 does (`\p{Alphabetic}`). */
const PROPERTY = /\\[pP]\{(?!\^?[LMNPSZC][a-z]?\})/;

const compiled = new Map<string, RE2JS>();

/**
 * Compiles a pattern in RE2 syntax (https://github.com/google/re2/wiki/Syntax).
 * @throws EvaluationError for what RE2 refuses
 */
export function compilePattern(pattern: string): RE2JS {
  const refuse = (why: string) => new EvaluationError(`regular expression '${pattern}': ${why}`);
  const known = compiled.get(pattern);
  if (known) return known;
  if (PROPERTY.test(pattern)) throw refuse('only general Unicode categories are supported');
  try {
    const fresh = RE2JS.compile(pattern);
    // Patterns may hold ids of requests: the cache must not grow with them.
    if (compiled.size >= 200) compiled.clear();
    compiled.set(pattern, fresh);
    return fresh;
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    throw refuse(error.message);
  }
}
