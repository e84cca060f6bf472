// The lint rule that keeps a page alive which a translator has rewritten (tools/lint/ownElementForText.js).
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';

const REFUSED: Record<string, string> = {
  'a text beside an icon that comes and goes': '<button>{busy && <Spinner />}Send</button>',
  'a text beside one icon or another': '<button>{busy ? <Spinner /> : <Icon />} Send</button>',
  'children beside an icon': '<button><Icon />{children}</button>',
  'two texts that change': '<p>{count} of {total}</p>',
  'a text that changes beside a fixed one': '<p>Signed in as {name}</p>',
  'a text that may be missing': "<p>{isSlow && 'It takes longer.'}{text}</p>",
  'a text behind a fallback': '<p><b />{name ?? title}</p>',
  'a text in a fragment': '<p><>{text}</><b /></p>',
  'a fragment with a text, as the root': '<>{text}<b /></>',
  'a list of texts': '<p><b />{names.map((name) => `${name}, `)}</p>',
  'a number beside an element': '<p><b />{5 + count}</p>',
};

const ACCEPTED: Record<string, string> = {
  'the only text': '<p>{text}</p>',
  'one string': '<p>{`${count} of ${total}`}</p>',
  'a fixed text beside fixed elements': '<p>Call <a href="/">us</a> or write.</p>',
  'a text in its own element': '<button>{busy && <Spinner />}<span>{children}</span></button>',
  'elements that come and go': '<p>{a && <b />}{c ? <i /> : null}{list.map(() => <u />)}</p>',
  'a space between elements': "<p><b />{' '}{isOpen && <i />}</p>",
  'one text or another': "<p>{isOpen ? 'Open' : 'Closed'}</p>",
  'what the file declares as an element': '<p>{isOpen && <b />}{part}{partOf(1)}</p>',
};

const DECLARATIONS = `import type { ReactElement } from 'react';
interface Props { part: ReactElement | undefined; partOf: (n: number) => ReactElement }
`;

const cases = Object.entries({ ...REFUSED, ...ACCEPTED });
let folder = '';
let refused: string[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lint-'));
  cases.forEach(([, jsx], index) =>
    writeFileSync(
      join(folder, `${index}.tsx`),
      `${DECLARATIONS}export const View = () => ${jsx};\n`,
    ),
  );
  const config = join(folder, 'config.json');
  const plugin = resolve('tools/lint/ownElementForText.js');
  const rules = { 'texts/own-element': 'error' };
  writeFileSync(
    config,
    JSON.stringify({ jsPlugins: [plugin], categories: { correctness: 'off' }, rules }),
  );
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [resolve('node_modules/oxlint/bin/oxlint'), '-c', config, '-f', 'json', folder],
    { encoding: 'utf8' },
  );
  if (!stdout.startsWith('{')) throw new Error(stdout + stderr);
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { filename: string }[] };
  const files = new Set(
    diagnostics.map(({ filename }) => Number.parseInt(filename.split('/').at(-1)!)),
  );
  refused = cases.filter((_, index) => files.has(index)).map(([name]) => name);
});
afterAll(() => rmSync(folder, { recursive: true }));

test('refuses each text that a translator would tear out of React’s hands, and nothing else', () => {
  expect(refused).toEqual(Object.keys(REFUSED));
});
