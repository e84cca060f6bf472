import { EvaluationError } from '../errors';
import { compilePattern } from '../regex';
import { asString, method, type Methods } from './method';

/** https://firebase.google.com/docs/reference/rules/rules.String; sizes are in code points. */
export const stringMethods: Methods<string> = {
  lower: method(0, (self) => self.toLowerCase()),
  matches: method(1, (self, pattern) => compilePattern(asString(pattern!)).whole.test(self)),
  replace: method(2, (self, pattern, substitute) => {
    const text = asString(substitute!);
    // RE2 would read \1 as a group.
    if (text.includes('\\')) throw new EvaluationError('replace() with a backslash');
    return self.replace(compilePattern(asString(pattern!)).every, () => text);
  }),
  size: method(0, (self) => BigInt(Array.from(self).length)),
  split: method(1, (self, pattern) => self.split(compilePattern(asString(pattern!)).every)),
  toUtf8: method(0, (self) => new Uint8Array(Buffer.from(self))),
  trim: method(0, (self) => self.trim()),
  upper: method(0, (self) => self.toUpperCase()),
};
