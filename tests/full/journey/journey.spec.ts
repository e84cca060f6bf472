/**
 * The whole product as a visitor meets it: every path of the journey's plan, taken in the page. That the
 * plan leaves nothing out is tested in tests/models/journey.test.ts.
 */
import { createActor } from 'xstate';
import { getStateNodes } from 'xstate/graph';
import { journey } from '../../journey/journey';
import { planJourneys } from '../../journey/plan';
import { expect, test } from '../../browser/delivery/siteCopy';
import { lookAt } from '../looks';
import { happenings } from './events';
import { screens } from './screens';
import { createVisitor, type Visitor } from './visitor';

// A path goes through some two dozen events and as many screens.
test.describe.configure({ timeout: 300_000 });

// What nobody has asked for is in tests/full/media.spec.ts.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** The states whose looks were examined by this worker. */
const examined = new Set<string>();

for (const [index, events] of planJourneys().entries()) {
  const words = events.map(({ type }) => type).join(', ');
  // One of them on Google's emulator, too.
  const tag = index === 0 ? '@official' : [];
  test(
    `journey ${index + 1}: ${words}`,
    { tag },
    async ({ page, context, backend, site, siteCopy }) => {
      const surroundings = { page, context, backend, site, siteCopy };
      const model = createActor(journey).start();
      const visitor = await createVisitor(surroundings, model.getSnapshot());
      await look(visitor);
      for (const event of events) {
        model.send(event);
        const next = model.getSnapshot();
        await test.step(event.type, () => happenings[event.type](visitor, next));
        visitor.at = next;
        await look(visitor);
      }
    },
  );
}

/** Asserts all that holds where the visitor is. */
async function look(visitor: Visitor): Promise<void> {
  const { at } = visitor;
  for (const [name, shows] of Object.entries(screens)) {
    if (at.matches(name as never)) await test.step(name, () => shows(visitor, at));
  }
  const state = JSON.stringify(at.value).replaceAll(/\W+/g, '-').slice(1, -1);
  // A countdown ends while one looks; tests/full/states.spec.ts has it with the time standing still.
  if (examined.has(state) || at.matches({ screen: 'updating' })) return;
  examined.add(state);
  await lookAt(visitor.page, state);
}

test('every screen of the journey is looked at', () => {
  const shown = getStateNodes(journey)
    .filter(({ path, type }) => type === 'atomic' && path[0] !== 'outbox')
    .map(({ path }) => path.join('.'));
  expect(Object.keys(screens)).toEqual(expect.arrayContaining(shown));
});
