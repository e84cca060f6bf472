import { rules } from '@firebase/eslint-plugin-security-rules';
import { parseForESLint } from '@firebase/eslint-plugin-security-rules/parser';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
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
