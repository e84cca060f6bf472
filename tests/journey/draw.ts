/** `npm run diagrams`, its second half: draws the journey into docs. */
import { writeFile } from 'node:fs/promises';
import { drawMachine } from '../../tools/diagrams/draw';
import { journey } from './journey';

await writeFile(
  new URL('../../docs/journey.svg', import.meta.url),
  drawMachine('journey', journey),
);
console.log('Drawn: journey');
