import { RE2JS, RE2JSException } from 're2js';
import { EvaluationError, RequestRefused } from './rulesErrors';

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

/** Where the pattern is found, one place behind the other. */
function* matchesIn(text: string, pattern: RE2JS) {
  const matcher = pattern.matcher(text);
  while (matcher.find()) {
    // Google's engine goes on in the middle of such a character, RE2 behind it.
    if (matcher.start() === matcher.end() && /\p{Surrogate}|[^\0-\uffff]/u.test(text))
      throw new EvaluationError('a pattern that matches nothing, in a text beyond the basic plane');
    yield matcher;
  }
}

/** `split()`: without the empty texts at its end, but with the first one. */
export function splitBy(text: string, pattern: RE2JS): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const match of matchesIn(text, pattern)) {
    parts.push(text.slice(from, match.start()));
    from = match.end();
  }
  parts.push(text.slice(from));
  return parts.slice(0, Math.max(1, parts.findLastIndex((part) => part !== '') + 1));
}

/**
 * `replace()`: in the substitute, `$1` stands for what the first group has found, `$0` for all of it.
 * @throws RequestRefused for a group that is not there, as Google's emulator answers the whole request with a 500
 */
export function replaceAll(text: string, pattern: RE2JS, substitute: string): string {
  if (/\\|\$\{/.test(substitute))
    throw new EvaluationError('replace() with a backslash or the name of a group');
  const count = pattern.groupCount();
  let replaced = '';
  let from = 0;
  for (const match of matchesIn(text, pattern)) {
    const found = substitute.replaceAll(/\$(\d+)/g, (_, digits: string) => {
      // The longest number of a group; the other digits are text.
      let length = digits.length;
      while (length > 1 && Number(digits.slice(0, length)) > count) length -= 1;
      const group = Number(digits.slice(0, length));
      if (group > count) throw new RequestRefused(`replace(): there is no group ${group}`);
      return (match.group(group) ?? '') + digits.slice(length);
    });
    replaced += text.slice(from, match.start()) + found;
    from = match.end();
  }
  return replaced + text.slice(from);
}
