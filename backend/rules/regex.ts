import { RE2JS, RE2JSException } from 're2js';
import { EvaluationError } from './rulesErrors';

/** Finds Unicode properties that re2js accepts and RE2 does not, such as `\p{Alphabetic}`. */
const UNSUPPORTED_PROPERTY = /\\[pP]\{(?!\^?[LMNPSZC][a-z]?\})/;

const compiled = new Map<string, RE2JS>();

/**
 * Compiles a pattern in RE2 syntax (https://github.com/google/re2/wiki/Syntax).
 * @throws EvaluationError for a pattern that RE2 refuses
 */
export function compilePattern(pattern: string): RE2JS {
  const refuse = (why: string) => new EvaluationError(`regular expression '${pattern}': ${why}`);
  const known = compiled.get(pattern);
  if (known) return known;
  if (UNSUPPORTED_PROPERTY.test(pattern))
    throw refuse('only general Unicode categories are supported');
  try {
    const fresh = RE2JS.compile(pattern);
    // Patterns may contain ids of requests, so the cache needs a limit.
    if (compiled.size >= 200) compiled.clear();
    compiled.set(pattern, fresh);
    return fresh;
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    throw refuse(error.message);
  }
}
