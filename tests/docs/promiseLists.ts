/** `npm run promises`: the rows of tests/promises.ts as lists, into the last part of docs/testing.md. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROWS } from '../promises';

export const DOCUMENT = fileURLToPath(new URL('../../docs/testing.md', import.meta.url));

const HEADING = '## Where each promise is proven';

const INTRODUCTION = `Written by \`npm run promises\` from \`tests/promises.ts\`; a test fails when it is out of date. First the files of the product, then what they promise, with its proof. A star stands for any ending.`;

/** The document with its last part as it should be. */
export function documentText(): string {
  const [before] = readFileSync(DOCUMENT, 'utf8').split(HEADING);
  const parts = ROWS.flatMap((row) => {
    if (!('promises' in row)) return [];
    const promises = Object.entries(row.promises ?? {}).map(
      ([promise, proofs]) => `- ${promise}: ${marked(proofs)}`,
    );
    return [marked(row.of), promises.join('\n')];
  });
  return `${before}${[HEADING, INTRODUCTION, ...parts].join('\n\n')}\n`;
}

const marked = (names: string[]) => names.map((name) => `\`${nameOf(name)}\``).join(', ');

/** A command, a file or folder, the one file that begins so, or with a star all that do. */
function nameOf(name: string): string {
  if (name.startsWith('npm ') || existsSync(name)) return name;
  const fitting = readdirSync(dirname(name)).filter((file) => file.startsWith(basename(name)));
  return fitting.length === 1 ? `${dirname(name)}/${fitting[0]}` : `${name}*`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(DOCUMENT, documentText());
