// What is inlined speaks where nothing else runs, so it is read with the grammar of engines that cannot run the app.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, type ecmaVersion } from 'acorn';
import { expect, test } from 'vitest';
import { PAINTED_SCRIPT } from '../../sw/firstScreen';
import { buildInlined } from '../../tools/build/prerender';

const ROOT = join(import.meta.dirname, '../..');
const HEADERS = readFileSync(join(ROOT, 'firebase.json'), 'utf8');

/** Where scripts are inlined, in the order of the policy: tests/build/bundle.test.ts finds no other in the built pages. */
const INLINED: [entry: string, grammar: ecmaVersion, isEs5?: boolean][] = [
  ['src/start/gate.ts', 2015],
  ['src/start/failedStart.ts', 5, true],
  ['src/start/notFoundGate.ts', 2015],
  ['src/owner/gate.ts', 5, true],
];

/** No other grammar than that of 2020 has `import(`, which engines knew before the rest of it. */
const withoutImport = (code: string) => code.replaceAll('import(', 'load(');

test.each(INLINED)('%s is inlined in the grammar of %s', async (entry, grammar, isEs5) => {
  const code = await buildInlined(ROOT, entry, isEs5);
  expect(() => parse(withoutImport(code), { ecmaVersion: grammar })).not.toThrow();
  expectAllowed(code);
  // A crawler without scripts takes a tag in one for a tag of the page, and asks for its address, whole or not.
  expect(code.match(/<[a-z]+ [^>]*\b(?:href|src)=(?!\\"\/)[^>]*>/g)).toBeNull();
});

test('so is what the worker adds to a page', () => {
  const [, code] = /^<script>(.*)<\/script>$/.exec(PAINTED_SCRIPT)!;
  expect(() => parse(code!, { ecmaVersion: 2015 })).not.toThrow();
  expectAllowed(code!);
});

function expectAllowed(code: string): void {
  const hash = createHash('sha256').update(code).digest('base64');
  expect(HEADERS).toContain(`'sha256-${hash}'`);
}
