import { RE2JS, RE2JSException } from 're2js';
import { EvaluationError } from '../errors';
import { asString, method, type Methods } from './method';

/** https://firebase.google.com/docs/reference/rules/rules.String; sizes are in code points. */
export const stringMethods: Methods<string> = {
  lower: method(0, (self) => self.toLowerCase()),
  matches: method(1, (self, pattern) => compilePattern(asString(pattern!)).matches(self)),
  replace: method(2, (self, pattern, substitute) => {
    const text = asString(substitute!);
    // RE2 would read \1 as a group.
    if (text.includes('\\')) throw new EvaluationError('replace() with a backslash');
    return compilePattern(asString(pattern!))
      .matcher(self)
      .replaceAll(() => text);
  }),
  size: method(0, (self) => BigInt(Array.from(self).length)),
  split: method(1, (self, pattern) => compilePattern(asString(pattern!)).split(self, -1)),
  toUtf8: method(0, (self) => new Uint8Array(Buffer.from(self))),
  trim: method(0, (self) => self.trim()),
  upper: method(0, (self) => self.toUpperCase()),
};

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
