/**
 * A grammar of the rules' language: what our evaluator knows of it, as forms with places for other expressions. Of a
 * seed it makes expressions of every type, nested, and now and then of a type that does not fit.
 */
import { pick, type Random } from '../support/deliveryFaults';

export interface Expression {
  /** `(@int + @int)`: each `@` is a place for another expression. */
  form: string;
  parts: Expression[];
}

const words = (lines: string) => lines.trim().split(/\s*\n\s*/);

/** What stands at the ends, by type. */
const LEAVES: Record<string, string[]> = {
  bool: words(`true
    false
    resource.data.flag`),
  int: words(`0
    1
    2
    3
    7
    31
    2026
    (0 - 1)
    9007199254740993
    9223372036854775807
    resource.data.beyond`),
  float: words(`0.0
    1.0
    2.5
    0.0001
    10000000.0
    9007199254740992.0
    resource.data.nan
    resource.data.endless
    resource.data.large
    resource.data.small
    resource.data.negative`),
  string: words(String.raw`''
    'a'
    'b'
    'A'
    'ab'
    'abab'
    'a,b,,'
    ','
    'a b/c'
    '\n'
    'é'
    '🪵a'
    '\uFFFD'
    '$1'
    '[$0]$2'
    '$x$'
    '7'
    'n'
    resource.data.text
    resource.id`),
  pattern: words(String.raw`''
    'a'
    'a*'
    '[ab]'
    '(a)(b)?'
    '(b)|(c)'
    ','
    '.'
    '^a'
    'b$'
    '\\s'
    '[^a]+'
    '(?i)A'
    'a{1,2}'`),
  list: words(`[]
    [1]
    [1.0]
    [1, 2, 1]
    ['a', 'b']
    ['a']
    [[1]]
    [null]
    resource.data.items`),
  map: words(`{}
    {'a': 1}
    {'a': 1.0}
    {'b': 2, 'a': 1}
    {'a': {'b': [1]}}
    {'🪵': 1, '\uFFFD': 2}
    resource.data.nested
    resource.data.unsorted
    resource.data
    get(/databases/$(database)/documents/other/a).data`),
  timestamp: words(`resource.data.when
    timestamp.date(1, 1, 1)
    timestamp.date(2026, 2, 28)
    timestamp.date(9999, 12, 31)`),
  unit: words(`'ns'
    'ms'
    's'
    'm'
    'h'
    'd'
    'w'
    'y'`),
  path: words(`/a/b
    /databases/$(database)/documents/other/a
    get(/databases/$(database)/documents/other/a).__name__
    resource.data.link`),
  null: ['null', 'resource.data.nothing'],
};

const TYPES = 'bool int float string list map set diff timestamp duration path null'.split(' ');
const SAME = TYPES.flatMap((type) => [`(@${type} == @${type})`, `(@${type} != @${type})`]);
const COMPARED = ['number', 'string', 'timestamp'].flatMap((type) =>
  ['<', '<=', '>', '>='].map((operator) => `(@${type} ${operator} @${type})`),
);
const IS = 'bool duration float int list map map_diff number path set string timestamp'
  .split(' ')
  .map((type) => `(@any is ${type})`);

/** What stands above other expressions, by type. */
const FORMS: Record<string, string[]> = {
  bool: [
    ...SAME,
    ...COMPARED,
    ...IS,
    ...words(`(@any == @any)
      (@any != @any)
      (@any in @list)
      (@string in @map)
      (@string in @set)
      (@list).hasOnly(@list)
      (@set).hasOnly(@set)
      (@set).hasOnly(@list)
      (@string).matches(@pattern)
      exists(@path)
      (!@bool)
      (@bool && @bool)
      (@bool || @bool)
      (@bool ? @bool : @bool)`),
  ],
  int: words(`(@int + @int)
    (@int - @int)
    (@int * @int)
    (@int / @int)
    (@int % @int)
    (@string).size()
    (@list).size()
    (@map).size()
    (@bool ? @int : @int)`),
  float: words(`(@map).get('a', @float)
    (@bool ? @float : @float)`),
  string: words(`(@string + @string)
    (@string).lower()
    (@string).replace(@pattern, @string)
    (@list).join(@string)
    (@list)[@int]`),
  pattern: words(`@string
    (@pattern + @pattern)`),
  list: words(`[@any]
    [@any, @any]
    (@list).concat(@list)
    (@list).removeAll(@list)
    (@map).keys()
    (@string).split(@pattern)`),
  map: words(`{'a': @any}
    {'a': @any, 'b': @any}
    {@string: @any}
    (@map).get(@string, @map)
    (@map)[@string]
    (@map).a
    get(@path).data`),
  set: ['(@diff).affectedKeys()'],
  diff: ['(@map).diff(@map)'],
  timestamp: words(`timestamp.date(@int, @int, @int)
    (@timestamp + @duration)`),
  duration: ['duration.value(@int, @unit)'],
  path: words(`/a/$(@string)
    /databases/$(database)/documents/other/$(@string)
    /x/$(@path)/$(@string)`),
};
const WIDER: Record<string, string[]> = { any: TYPES, number: ['int', 'float'] };

const PLACE = /@(\w+)/g;
/** The types that a form has places for. */
const placesOf = (form: string) => [...form.matchAll(PLACE)].map(([, type]) => type!);

/** Every form and every end, each once. */
export const ALL_FORMS = [...new Set([LEAVES, FORMS].flatMap((all) => Object.values(all).flat()))];

export const leaf = (form: string): Expression => ({ form, parts: [] });

/** The form with these texts in its places. */
export function filled(form: string, texts: readonly string[]): string {
  let index = 0;
  return form.replaceAll(PLACE, () => texts[index++]!);
}

export const textOf = ({ form, parts }: Expression): string => filled(form, parts.map(textOf));

/** One in so many places gets a type that does not fit. */
const MISFITS = 25;

/** An expression of a type, at most so deep. */
export function expressionOf(random: Random, wanted: string, depth: number): Expression {
  const fitting = random(MISFITS) === 0 ? 'any' : wanted;
  const type = WIDER[fitting] ? pick(random, WIDER[fitting]) : fitting;
  const isEnd = depth === 0 || !FORMS[type] || random(4) === 0;
  const ends = LEAVES[type];
  const form = pick(random, isEnd && ends ? ends : (FORMS[type] ?? ends!));
  return {
    form,
    parts: placesOf(form).map((place) => expressionOf(random, place, Math.max(0, depth - 1))),
  };
}

/** What is smaller than this expression: its parts, and itself with a part that is smaller. */
export function smallerThan({ form, parts }: Expression): Expression[] {
  const places = placesOf(form);
  const simplest = (index: number) => {
    const type = WIDER[places[index]!]?.[0] ?? places[index]!;
    return (LEAVES[type] ?? []).slice(0, 2).map(leaf);
  };
  const within = parts.flatMap((part, index) => {
    const others = part.parts.length === 0 ? [] : [...simplest(index), ...smallerThan(part)];
    return others.map((other) => ({ form, parts: parts.with(index, other) }));
  });
  return [...parts, ...within];
}
