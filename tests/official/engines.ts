/** Both engines of the rules' language, asked what an expression is. */
import { Budget, MAX_ACCESSES } from '../../backend/rules/rulesLimits';
import { compileService } from '../../backend/rules/compile/compileService';
import type { Captured } from '../../backend/rules/match';
import { DocumentReader } from '../../backend/rules/ruleDocuments';
import { EvaluationError, RequestRefused } from '../../backend/rules/rulesErrors';
import { requestValue, resourceValue } from '../../backend/rules/requestValue';
import { parseRules } from '../../backend/rules/tree';
import type { ProtoFields, RulesRequest } from '../../backend/rules/types';
import {
  isList,
  isMap,
  MapDiff,
  Path,
  RulesSet,
  type Value,
} from '../../backend/rules/values/rulesValues';
import { Duration, NANOS_PER_SECOND, Timestamp } from '../../backend/rules/values/timestamp';
import { ROOT } from './changes';
import { ask, google, type Firestore } from './firestores';
import { filled, type Expression } from './grammar';

const DOCUMENTS = '/databases/(default)/documents';
const NAMES = ['p0', 'p1', 'p2', 'p3'];

/** What an expression is to our engine: a value, or why it has none. */
export type Outcome = { value: Value } | { error: string };

/** Rules with one match for each body, a line for each. */
const rulesOf = (matches: string[]) =>
  ["rules_version = '2';", 'service cloud.firestore {', 'match /databases/{database}/documents {']
    .concat(matches, '}', '}')
    .join('\n');
const LINES_ABOVE = 3;

/**
 * Our engine. Each form is parsed once, with captures in its places; what stands in them is evaluated when it is read,
 * as within the whole text.
 */
export function ourEngine(
  forms: readonly string[],
  fields: ProtoFields,
  others: Record<string, ProtoFields>,
): (expression: Expression) => Outcome {
  const places = NAMES.map((name) => `{${name}}`).join('/');
  const matches = forms.map(
    (form) => `match /f/${places} { allow get: if ${filled(form, NAMES)}; }`,
  );
  const { rules } = compileService(parseRules(rulesOf(matches), 'forms'), 'forms');
  const compiled = new Map(forms.map((form, index) => [form, rules[index]!.condition]));
  const request: RulesRequest = {
    method: 'get',
    path: `${DOCUMENTS}/c0/one`,
    auth: null,
    time: new Date().toISOString(),
    resource: { kind: 'document', fields },
    newResource: null,
  };
  const path = Path.parse(request.path);
  const known = {
    request: requestValue(request),
    resource: resourceValue(request.resource, path),
  };
  const read = (name: string) => others[name] ?? null;
  return (whole) => {
    const budget = new Budget(MAX_ACCESSES['cloud.firestore'], undefined);
    const documents = new DocumentReader({ before: read, after: read }, budget, '(default)');
    const evaluate = ({ form, parts }: Expression): Value => {
      const captures: Captured[] = ['(default)'];
      parts.forEach((part, index) =>
        Object.defineProperty(captures, index + 1, { get: () => evaluate(part) }),
      );
      const run = { ...known, budget, documents };
      return compiled.get(form)!({ run, captures, locals: [], depth: 0 });
    };
    try {
      return { value: evaluate(whole) };
    } catch (error) {
      if (error instanceof EvaluationError || error instanceof RequestRefused)
        return { error: error.message };
      throw error;
    }
  };
}

/** The text of a value; of floats, what the documents hold. */
export function literalOf(value: Value): string {
  if (typeof value === 'string') return textLiteral(value);
  if (typeof value === 'bigint') return intLiteral(value);
  if (typeof value === 'number') return floatLiteral(value);
  if (value instanceof Timestamp)
    return `(timestamp.date(1970, 1, 1)${split(value.nanos)
      .map((part) => ` + ${part}`)
      .join('')})`;
  if (value instanceof Duration) return `(${split(value.nanos).join(' + ')})`;
  if (value instanceof Path)
    return value.segments.map((name) => `/$(${textLiteral(name)})`).join('');
  if (value instanceof RulesSet) return `[${value.items.map(literalOf).join(', ')}].toSet()`;
  if (isList(value)) return `[${value.map(literalOf).join(', ')}]`;
  if (isMap(value)) {
    const entries = [...value].map(([key, inner]) => `${textLiteral(key)}: ${literalOf(inner)}`);
    return `{${entries.join(', ')}}`;
  }
  return String(value);
}

const textLiteral = (text: string) =>
  `'${text.replaceAll(/[^ -&(-[\]-~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)}'`;

const intLiteral = (value: bigint) => (value >= 0n ? String(value) : `(0 - ${-(value + 1n)} - 1)`);

const FLOATS: [number, string][] = [
  [Infinity, 'resource.data.endless'],
  [-2.5, 'resource.data.negative'],
  [1e300, 'resource.data.large'],
  [1.5e-7, 'resource.data.small'],
];
function floatLiteral(value: number): string {
  if (Number.isNaN(value)) return 'resource.data.nan';
  return FLOATS.find(([float]) => float === value)?.[1] ?? value.toFixed(value < 1 ? 4 : 1);
}

/** A length of time in seconds and nanoseconds. */
const split = (nanos: bigint) =>
  (
    [
      [nanos / NANOS_PER_SECOND, 's'],
      [nanos % NANOS_PER_SECOND, 'ns'],
    ] as const
  ).map(([amount, unit]) => `duration.value(${intLiteral(amount)}, '${unit}')`);

function has(value: Value, isIt: (inner: Value) => boolean): boolean {
  if (isMap(value)) return [...value.values()].some((inner) => has(inner, isIt));
  return isList(value) ? value.some((inner) => has(inner, isIt)) : isIt(value);
}

/**
 * What shows whether Google's engine has this value, or any. NaN equals itself to `diff()` alone, and what `diff()` gives
 * nothing at all.
 */
export function questionOf(text: string, outcome: Outcome): string {
  const isAny = 'error' in outcome || has(outcome.value, (inner) => inner instanceof MapDiff);
  if (isAny) return `[${text}].size() == 1`;
  const { value } = outcome;
  if (!has(value, Number.isNaN)) return `[${text}] == [${literalOf(value)}]`;
  return `{'v': ${text}}.diff({'v': ${literalOf(value)}}).affectedKeys().size() == 0`;
}

/** The most conditions of one file of rules. */
export const BATCH = 1000;
const TOGETHER = 20;

/** Whether a condition holds; `breaks` where the emulator answers 500 and decides nothing. */
export type Judgement = boolean | 'breaks';

/** Google's engine: whether each condition holds. A condition that it refuses to load does not. */
export async function googleEngine(
  emulator: string,
  fields: ProtoFields,
  others: Record<string, ProtoFields>,
): Promise<(conditions: readonly string[]) => Promise<Judgement[]>> {
  const names = Array.from({ length: BATCH }, (_, index) => `c${index}/one`);
  const loadAll = (conditions: readonly string[]): Promise<Firestore> => {
    const matches = conditions.map(
      (condition, index) => `match /c${index}/{id} { allow get: if ${condition}; }`,
    );
    return google(emulator, rulesOf(matches));
  };
  /** The conditions that it refuses. Its message names each of these lines, and those that it would only warn of. */
  const refused = async (conditions: readonly string[]): Promise<readonly string[]> => {
    try {
      await loadAll(conditions);
      return [];
    } catch (error) {
      const lines = [...String(error).matchAll(/L(\d+):\d+ /g)].map(([, line]) => Number(line));
      const named = [...new Set(lines)].map((line) => conditions[line - LINES_ABOVE - 1]!);
      if (named.length === 0) throw error;
      if (conditions.length === 1) return conditions;
      const half = Math.ceil(named.length / 2);
      return [...(await refused(named.slice(0, half))), ...(await refused(named.slice(half)))];
    }
  };
  const load = async (conditions: readonly string[]): Promise<Firestore> => {
    const bad = await refused(conditions);
    if (bad.length === 0) return loadAll(conditions);
    return load(conditions.map((condition) => (bad.includes(condition) ? 'false' : condition)));
  };
  const empty = await load(['false']);
  await empty.reset({ ...others, ...Object.fromEntries(names.map((name) => [name, fields])) });
  return async (conditions) => {
    const holds: Judgement[] = [];
    for (let start = 0; start < conditions.length; start += BATCH) {
      const batch = conditions.slice(start, start + BATCH);
      const firestore = await load(batch);
      for (let from = 0; from < batch.length; from += TOGETHER) {
        const some = names.slice(from, Math.min(from + TOGETHER, batch.length));
        const answers = some.map((name) =>
          ask(firestore, { who: 'nobody', method: 'GET', path: `${ROOT}/${name}` }),
        );
        const statuses = (await Promise.all(answers)).map(({ status }) => status);
        if (statuses.includes(0)) throw new Error('Google’s emulator did not answer in time.');
        holds.push(...statuses.map((status) => (status === 500 ? 'breaks' : status === 200)));
      }
    }
    return holds;
  };
}
