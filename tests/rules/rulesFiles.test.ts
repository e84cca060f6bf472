import { rules } from '@firebase/eslint-plugin-security-rules';
import { parseForESLint } from '@firebase/eslint-plugin-security-rules/parser';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { FIELD_LIMITS, MAX_CATEGORIES, MAX_CATEGORY_LENGTH } from '../../src/domain/limits';
import {
  newRequest,
  newReview,
  REQUEST,
  REVIEW_ID,
  storedRequest,
  uploaded,
  USER,
  WORK,
  work,
} from './samples';
import { signedIn, World } from './world';

/** Runs the rules of Firebase's own ESLint plugin over a file, without the rest of ESLint. */
function lint(filename: string, source = readFileSync(filename, 'utf8')): string[] {
  const found: string[] = [];
  const { services: parserServices } = parseForESLint(source);
  for (const [name, rule] of Object.entries(rules)) {
    const context = {
      filename,
      sourceCode: { parserServices },
      parserServices,
      report: ({ loc }: { loc: { start: { line: number } } }) =>
        found.push(`${filename}:${loc.start.line} ${name}`),
    };
    (rule.create(context as never)['Program'] as (node: unknown) => void)({});
  }
  return found;
}

describe("Firebase's own linter", () => {
  test.each(['firestore.rules', 'storage.rules'])('finds nothing in %s', (file) =>
    expect(lint(file)).toEqual([]),
  );

  test('would find an open write', () => {
    const open = 'service cloud.firestore { match /a/{b} { allow write: if true; } }';
    expect(lint('firestore.rules', open)).toEqual(['firestore.rules:1 no-open-writes']);
  });
});

const longest = Object.fromEntries(
  Object.entries(FIELD_LIMITS).map(([key, length]) => [key, 'x'.repeat(length)]),
);
const categories = Array.from({ length: MAX_CATEGORIES }, (_, index) =>
  String(index).padEnd(MAX_CATEGORY_LENGTH, 'x'),
);

/** The decisions that ask for most. */
const heaviest: [what: string, world: World, ask: (world: World) => boolean][] = [
  [
    'a full request',
    new World(),
    (world) => world.commit({ set: REQUEST, data: newRequest({ ...longest, categories }) }),
  ],
  [
    'two files',
    new World({
      [REQUEST]: storedRequest(),
      'configurations/configurations': { services_types: [] },
    }),
    (world) =>
      world.commit({
        update: REQUEST,
        data: { files: [uploaded(), uploaded({}, 'Picture002.png')] },
      }),
  ],
  [
    'a review and its marker',
    new World({ [WORK]: work }, signedIn(USER)),
    (world) =>
      world.commit(
        { set: `${WORK}/reviews/${REVIEW_ID}`, data: newReview({ text: 'x'.repeat(2000) }) },
        { set: `${WORK}/reviewers/${USER}`, data: { review: REVIEW_ID } },
      ),
  ],
  [
    'an upload',
    new World({ [REQUEST]: storedRequest() }),
    (world) => world.upload(`${REQUEST}/aZ09bcdefg.jpg`),
  ],
];

describe('the limits of the language are far away', () => {
  test.each(heaviest)('%s', (_what, world, ask) => {
    expect(ask(world)).toBe(true);
    for (const { usage } of world.asked) {
      expect(usage!.expressions).toBeGreaterThan(10);
      expect(usage!.expressions).toBeLessThan(400);
      expect(usage!.documents).toBeLessThanOrEqual(3);
    }
  });
});
