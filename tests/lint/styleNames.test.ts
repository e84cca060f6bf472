// A class that no style sheet has is undefined, and nothing else says so: the element loses its looks.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const SRC = fileURLToPath(new URL('../../src', import.meta.url));

/** The classes that a component reads of its style sheets and that these do not have, as `file: name.class`. */
function missingIn(file: string): string[] {
  const code = readFileSync(join(SRC, file), 'utf8');
  return [...code.matchAll(/^import (\w+) from '([^']+\.module\.css)';$/gm)].flatMap(
    ([, name, sheet]) => {
      const css = readFileSync(join(SRC, dirname(file), sheet!), 'utf8');
      const known = new Set([...css.matchAll(/\.([a-z]\w*)/gi)].map(([, one]) => one));
      const read = code.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'));
      return [...read].flatMap(([, one]) => (known.has(one) ? [] : `${file}: ${name}.${one}`));
    },
  );
}

test('every class that a component reads is in its style sheet', () => {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.tsx'),
  );
  expect(files.length).toBeGreaterThan(60);
  expect(files.flatMap(missingIn)).toEqual([]);
});
