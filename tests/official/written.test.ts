/**
 * Expressions that nobody has written down: a grammar makes them by a seed, and both engines say what they are. Ours
 * has no value that Google's has not; where it has none, `differences.ts` names why. What differs is made as small as
 * it still does. `WRITTEN_SEEDS` and `WRITTEN_EXPRESSIONS` choose others and more of them.
 * @module-tag official
 */
import { beforeAll, expect, test } from 'vitest';
import { normaliseFields } from '../../backend/firestore/firestoreValues';
import { toFields } from '../../backend/protoJson';
import { seeded } from '../support/deliveryFaults';
import { ROOT } from './changes';
import { LANGUAGE_DIFFERENCES } from './differences';
import { googleEngine, ourEngine, questionOf, type Judgement, type Outcome } from './engines';
import { ALL_FORMS, expressionOf, smallerThan, textOf, type Expression } from './grammar';
import { officialFirestore } from './workerEmulator';

const SEEDS = (process.env['WRITTEN_SEEDS'] ?? '1').split(',').map(Number);
const EXPRESSIONS = Number(process.env['WRITTEN_EXPRESSIONS'] ?? 2_000);
const DEPTH = 4;
/** So many differences are made small; of more, the count is enough. */
const SHOWN = 12;

const FIELDS = normaliseFields({
  ...toFields({
    nothing: null,
    flag: true,
    text: 'é',
    items: [1, 'a', null],
    nested: { a: 'b', n: 1 },
    unsorted: { z: 1, m: 1, a: 1 },
    when: new Date('2026-03-04T05:06:07.123Z'),
  }),
  nan: { doubleValue: 'NaN' },
  endless: { doubleValue: 'Infinity' },
  large: { doubleValue: 1e300 },
  small: { doubleValue: 1.5e-7 },
  negative: { doubleValue: -2.5 },
  beyond: { integerValue: '9007199254740993' },
  link: { referenceValue: `${ROOT}/a/b` },
});
const OTHERS = { 'other/a': toFields({ n: 1, t: 'x' }) };

interface Judged {
  expression: Expression;
  outcome: Outcome;
  /** `equal`, `KINDER`, or what ours lacks. */
  verdict: string;
}

const emulator = officialFirestore();
const ours = ourEngine(ALL_FORMS, FIELDS, OTHERS);
let googles: (conditions: readonly string[]) => Promise<Judgement[]>;
beforeAll(async () => {
  if (emulator !== undefined) googles = await googleEngine(emulator, FIELDS, OTHERS);
});

function verdictOf(outcome: Outcome, holds: Judgement): string {
  if (holds === 'breaks') return 'error' in outcome ? 'equal' : 'the emulator breaks';
  if ('value' in outcome) return holds ? 'equal' : 'KINDER';
  if (!holds) return 'equal';
  const known = LANGUAGE_DIFFERENCES.find(({ error }) => error.test(outcome.error));
  return known?.name ?? 'STRICTER';
}

async function judge(expressions: readonly Expression[]): Promise<Judged[]> {
  const outcomes = expressions.map(ours);
  const questions = expressions.map((each, index) => questionOf(textOf(each), outcomes[index]!));
  const holds = await googles(questions);
  return expressions.map((expression, index) => {
    const outcome = outcomes[index]!;
    return { expression, outcome, verdict: verdictOf(outcome, holds[index]!) };
  });
}

/** The smallest expression with the same verdict. */
async function smallest(judged: Judged): Promise<Judged> {
  const lengthOf = ({ expression }: Judged) => textOf(expression).length;
  const candidates = await judge(smallerThan(judged.expression).slice(0, 500));
  const [best] = candidates
    .filter(({ verdict }) => verdict === judged.verdict)
    .filter((each) => lengthOf(each) < lengthOf(judged))
    .toSorted((a, b) => lengthOf(a) - lengthOf(b));
  return best ? smallest(best) : judged;
}

const shown = ({ expression, outcome, verdict }: Judged) => {
  const text = textOf(expression);
  return `${verdict}: ${text}\n  ours: ${'error' in outcome ? outcome.error : questionOf(text, outcome)}`;
};

test.runIf(emulator).each(SEEDS)(
  `${EXPRESSIONS} expressions of seed %i are what they are to Google's engine`,
  async (seed) => {
    const random = seeded(seed);
    const expressions = Array.from({ length: EXPRESSIONS }, () =>
      expressionOf(random, 'any', DEPTH),
    );
    const judged = await judge(expressions);
    const counts: Record<string, number> = {};
    for (const { verdict } of judged) counts[verdict] = (counts[verdict] ?? 0) + 1;
    const values = judged.filter(({ outcome }) => 'value' in outcome).length;
    console.log(seed, { ...counts, values });
    const failures = judged.filter(({ verdict }) => ['KINDER', 'STRICTER'].includes(verdict));
    const small: string[] = [];
    for (const failure of failures.slice(0, SHOWN))
      small.push(`${shown(await smallest(failure))}\n  of: ${textOf(failure.expression)}`);
    expect([...new Set(small)].join('\n\n')).toBe('');
  },
  60_000 + EXPRESSIONS * 100,
);
