// The journeys that tests/browser/journey takes in a browser: they leave nothing out.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { drawMachine } from '../../tools/diagrams/draw';
import { journey } from '../journey/journey';
import { executedBy, planJourneys } from '../journey/plan';
import { assertComplete } from './coverage';

it('is planned whole: every state and transition of the journey is in a path', () => {
  const paths = planJourneys();
  assertComplete(executedBy(paths));
  expect(planJourneys()).toEqual(paths);
});

it('lacks what its paths do not execute', () => {
  const { uncovered } = executedBy(planJourneys().slice(1));
  expect(uncovered).not.toEqual([]);
});

it('is drawn as it is', () => {
  const drawn = readFileSync(new URL('../../docs/journey.svg', import.meta.url), 'utf8');
  if (drawn !== drawMachine('journey', journey)) {
    throw new Error('The journey has changed without its picture: npm run diagrams');
  }
});
