// Safari tells a screen reader of no list whose style has no markers, and base.css takes them from every list.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SRC = join(import.meta.dirname, '../../src');

test('every list says that it is one', () => {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' });
  const lists = files
    .filter((name) => name.endsWith('.tsx'))
    .flatMap((name) =>
      [...readFileSync(join(SRC, name), 'utf8').matchAll(/<[uo]l\b[^>]*/g)].map(
        ([tag]) => `${name}: ${tag}`,
      ),
    );
  expect(lists.length).toBeGreaterThan(10);
  expect(lists.filter((list) => !list.includes('role="list"'))).toEqual([]);
});
