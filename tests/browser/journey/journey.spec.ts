/**
 * The whole product as a visitor meets it: every path of the journey's plan, taken in the page. The
 * reporter beside counts what they executed, and fails the run when they leave anything out.
 */
import { getStateNodes } from 'xstate/graph';
import { journey } from '../../journey/journey';
import type { JourneyEvent } from '../../journey/model';
import { journeyModel, pathOf, planJourneys, type JourneySnapshot } from '../../journey/plan';
import { expect, test } from '../delivery/siteCopy';
import { happenings } from './events';
import { EXECUTED } from './reporter';
import { screens } from './screens';
import { createVisitor, type Visitor } from './visitor';

// A path goes through some two dozen events and as many screens.
test.describe.configure({ timeout: 120_000 });

for (const [index, events] of planJourneys().entries()) {
  const words = events.map(({ type }) => type).join(', ');
  test(`journey ${index + 1}: ${words}`, async ({ page, context, backend, site, siteCopy }) => {
    const path = pathOf(events);
    const surroundings = { page, context, backend, site, siteCopy };
    const visitor = await createVisitor(surroundings, path.steps[0]!.state);
    const executed: JourneyEvent['type'][] = [];
    await journeyModel.testPath(path, {
      states: showingsOf(visitor),
      events: happeningsOf(visitor, (type) => executed.push(type)),
    });
    await test.info().attach(EXECUTED, { body: JSON.stringify(executed) });
  });
}

function showingsOf(visitor: Visitor) {
  const showings = Object.entries(screens).map(
    ([name, shows]) =>
      [name, (state: JourneySnapshot) => test.step(name, () => shows(visitor, state))] as const,
  );
  return Object.fromEntries(showings);
}

function happeningsOf(visitor: Visitor, onDone: (type: JourneyEvent['type']) => void) {
  const all = Object.entries(happenings).map(([name, happen]) => {
    const type = name as JourneyEvent['type'];
    const run = ({ state }: { state: JourneySnapshot }) =>
      test.step(type, async () => {
        await happen(visitor, state);
        visitor.at = state;
        onDone(type);
      });
    return [type, run] as const;
  });
  return Object.fromEntries(all);
}

test('every screen of the journey is looked at', () => {
  const shown = getStateNodes(journey)
    .filter(({ path, type }) => type === 'atomic' && path[0] !== 'outbox')
    .map(({ path }) => path.join('.'));
  expect(Object.keys(screens)).toEqual(expect.arrayContaining(shown));
});
