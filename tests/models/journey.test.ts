// The journeys that tests/full/journey takes in a browser: they leave nothing out.
import { expect, it } from 'vitest';
import { executedBy, planJourneys } from '../journey/plan';
import { assertComplete } from './coverage';

it('is planned whole: every state and transition of the journey is in a path', () => {
  const paths = planJourneys();
  assertComplete(executedBy(paths));
  expect(planJourneys()).toEqual(paths);
  expect(executedBy(paths.slice(1)).uncovered).not.toEqual([]);
});
