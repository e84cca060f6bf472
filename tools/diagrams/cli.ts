/** `npm run diagrams`: draws every machine into docs/machines. */
import { writeFile } from 'node:fs/promises';
import { drawMachine } from './draw';
import { MACHINES } from './machines';

const FOLDER = new URL('../../docs/machines/', import.meta.url);

for (const [name, machine] of Object.entries(MACHINES)) {
  await writeFile(new URL(`${name}.svg`, FOLDER), drawMachine(name, machine));
}
process.stdout.write(`Drawn: ${Object.keys(MACHINES).join(', ')}\n`);
