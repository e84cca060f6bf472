/** `npm run capacity`: computes the tables of docs/capacity.md anew. */
import { readFile, writeFile } from 'node:fs/promises';
import { withTables } from './tables';

const DOCUMENT = new URL('../../docs/capacity.md', import.meta.url);

await writeFile(DOCUMENT, withTables(await readFile(DOCUMENT, 'utf8')));
