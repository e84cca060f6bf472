import { EvaluationError } from './errors';

/** RE2 refuses counted repetitions above this, nested ones multiplied. */
const MAX_REPEAT = 1000;
const SPACE = '\\t\\n\\f\\r ';
const CONTROL: Record<string, string> = { a: '\x07', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };
const POSIX: Record<string, string> = {
  alnum: '0-9A-Za-z',
  alpha: 'A-Za-z',
  ascii: '\\x00-\\x7f',
  blank: '\\t ',
  digit: '0-9',
  lower: 'a-z',
  punct: '!-\\/:-@\\[-`\\{-~',
  space: '\\t\\n\\v\\f\\r ',
  upper: 'A-Z',
  word: '0-9A-Za-z_',
  xdigit: '0-9A-Fa-f',
};

/**
 * Translates RE2 syntax (https://github.com/google/re2/wiki/Syntax) into a JavaScript expression
 * of the same meaning. What RE2 lacks (look-around, back-references, possessive repetition) and the
 * rarely used rest (flags, \Q…\E, scripts) is refused, so a pattern that works here works deployed.
 */
class Translator {
  private at = 0;

  constructor(private readonly pattern: string) {}

  translate(): string {
    const { source } = this.alternatives(false);
    return source;
  }

  private refuse(message: string): never {
    throw new EvaluationError(`regular expression '${this.pattern}': ${message}`);
  }

  private peek(text: string): boolean {
    return this.pattern.startsWith(text, this.at);
  }

  private take(): string {
    const point = this.pattern.codePointAt(this.at);
    if (point === undefined) this.refuse('ends unexpectedly');
    const char = String.fromCodePoint(point);
    this.at += char.length;
    return char;
  }

  /** `weight` is the product of nested counted repetitions, which RE2 limits. */
  private alternatives(inGroup: boolean): { source: string; weight: number } {
    let source = '';
    let weight = 1;
    while (this.at < this.pattern.length) {
      if (inGroup && this.peek(')')) return { source, weight };
      const start = this.at;
      if (this.peek('|') || this.peek('^') || this.peek('$')) {
        source += this.take();
        continue;
      }
      if (this.repetition()) {
        this.at = start;
        this.refuse('nothing to repeat');
      }
      const atom = this.atom();
      const repeat = this.repetition();
      if (repeat && this.repetition()) this.refuse('a repetition of a repetition');
      const repeated = atom.weight * (repeat?.weight ?? 1);
      if (repeated > MAX_REPEAT) this.refuse(`repeats more than ${MAX_REPEAT} times`);
      weight = Math.max(weight, repeated);
      source += atom.source + (repeat?.source ?? '');
    }
    if (inGroup) this.refuse('a group is not closed');
    return { source, weight };
  }

  private repetition(): { source: string; weight: number } | undefined {
    const counted = /^\{(\d+)(,(\d*))?\}/.exec(this.pattern.slice(this.at));
    const simple = /^[*+?]/.exec(this.pattern.slice(this.at));
    const token = counted?.[0] ?? simple?.[0];
    if (token === undefined) return undefined;
    this.at += token.length;
    const lazy = this.peek('?') ? this.take() : '';
    const most = counted ? Number(counted[3] || counted[1]) : 1;
    if (counted && most < Number(counted[1])) this.refuse(`${token} counts backwards`);
    return { source: token + lazy, weight: Math.max(most, 1) };
  }

  private atom(): { source: string; weight: number } {
    const char = this.take();
    if (char === '(') return this.group();
    if (char === ')') this.refuse('a group is closed that was not opened');
    if (char === '[') return { source: this.characterClass(), weight: 1 };
    if (char === '.') return { source: '[^\\n]', weight: 1 };
    if (char === '\\') return { source: this.escape(false), weight: 1 };
    return { source: literal(char), weight: 1 };
  }

  private group(): { source: string; weight: number } {
    const kind = /^\?(:|P?<(?![=!])\w+>|.{0,2})/.exec(this.pattern.slice(this.at));
    if (kind) {
      if (/^\?<?[=!]/.test(kind[0])) this.refuse('RE2 has no look-ahead and no look-behind');
      if (!/^\?(:|P?<\w+>)$/.test(kind[0])) this.refuse('flags are not supported');
      this.at += kind[0].length;
    }
    const { source, weight } = this.alternatives(true);
    this.at += 1;
    // Never capturing: nothing refers back, and JavaScript's split() would return the captures.
    return { source: `(?:${source})`, weight };
  }

  private characterClass(): string {
    let source = '';
    const negated = this.peek('^') ? this.take() : '';
    do {
      const posix = /^\[:(\^?)(\w+):\]/.exec(this.pattern.slice(this.at));
      if (posix) {
        if (posix[1] || !Object.hasOwn(POSIX, posix[2]!))
          this.refuse(`no character class ${posix[0]}`);
        source += POSIX[posix[2]!];
        this.at += posix[0].length;
        continue;
      }
      source += this.classCharacter();
      if (this.peek('-') && this.pattern[this.at + 1] !== ']') {
        this.take();
        source += `-${this.classCharacter()}`;
      }
    } while (!this.peek(']'));
    this.at += 1;
    return `[${negated}${source}]`;
  }

  private classCharacter(): string {
    const char = this.take();
    return char === '\\' ? this.escape(true) : literal(char);
  }

  private escape(inClass: boolean): string {
    const char = this.take();
    if (/[dDwW]/.test(char)) return `\\${char}`;
    if (char === 's') return inClass ? SPACE : `[${SPACE}]`;
    if (char === 'S' && !inClass) return `[^${SPACE}]`;
    if (/[bB]/.test(char) && !inClass) return `\\${char}`;
    if (char === 'A' && !inClass) return '^';
    if (char === 'z' && !inClass) return '$';
    if (CONTROL[char] !== undefined) return literal(CONTROL[char]);
    if (char === 'x') return this.hexadecimal();
    if (/[pP]/.test(char)) return this.category(char);
    if (/[0-9]/.test(char)) this.refuse('RE2 has no back-references');
    if (/[A-Za-z]/.test(char)) this.refuse(`the escape \\${char} is not supported`);
    return literal(char);
  }

  private hexadecimal(): string {
    const digits = /^(?:([0-9A-Fa-f]{2})|\{([0-9A-Fa-f]{1,6})\})/.exec(this.pattern.slice(this.at));
    if (!digits) this.refuse('\\x needs hexadecimal digits');
    this.at += digits[0].length;
    return `\\u{${digits[1] ?? digits[2]}}`;
  }

  private category(char: string): string {
    const name = /^(?:([LMNPSZC])|\{([LMNPSZC][a-z]?)\})/.exec(this.pattern.slice(this.at));
    if (!name) this.refuse('only general Unicode categories are supported');
    this.at += name[0].length;
    return `\\${char}{${name[1] ?? name[2]}}`;
  }
}

function literal(char: string): string {
  return /^[0-9A-Za-z]$/.test(char) ? char : `\\u{${char.codePointAt(0)!.toString(16)}}`;
}

const compiled = new Map<string, { whole: RegExp; every: RegExp }>();

/**
 * Compiles a pattern of `matches` (`whole` string), `replace` and `split` (`every` occurrence).
 * @throws EvaluationError for what RE2 refuses or this translation does not know.
 */
export function compilePattern(pattern: string): { whole: RegExp; every: RegExp } {
  const known = compiled.get(pattern);
  if (known) return known;
  const source = new Translator(pattern).translate();
  const fresh = { whole: new RegExp(`^(?:${source})$`, 'u'), every: new RegExp(source, 'gu') };
  // Patterns may hold ids of requests: the cache must not grow with them.
  if (compiled.size >= 200) compiled.clear();
  compiled.set(pattern, fresh);
  return fresh;
}
