import { createMachine, type AnyMachineSnapshot, type AnyStateMachine } from 'xstate';
import { describe, expect, it } from 'vitest';
import { requestForm } from '../../machines/requestForm';
import {
  contentKey,
  isBlank,
  keyOf,
  type RequestFormContext,
} from '../../machines/requestFormContext';
import { EMPTY_FIELDS } from '../../src/domain/validation';
import { assertComplete } from './coverage';
import { after, coverTransitions, done, failed } from './paths';

const input = { form: 'form' };
const image = (id: string) => ({ id, name: `${id}.jpg`, type: 'image/jpeg' });
const progress = { sentBytes: 10, totalBytes: 20, count: 0, total: 1 };
const content = {
  fields: { ...EMPTY_FIELDS, name: 'Ann' },
  images: [],
  unprepared: [],
  draft: 'kept',
};
const KEPT_KEY = contentKey('kept', content.fields, []);

const events = [
  { type: 'form.opened' },
  { type: 'form.closed' },
  { type: 'form.submitted' },
  { type: 'form.cleared' },
  { type: 'fields.changed', fields: { name: 'Ben' } },
  { type: 'category.toggled', id: 'kitchen' },
  { type: 'files.chosen', files: [image('one')], rejected: [] },
  { type: 'image.removed', id: 'one' },
  { type: 'direct.requested' },
  { type: 'record.edited', key: 'record' },
  { type: 'request.saved', key: 'record' },
  { type: 'request.saved', key: KEPT_KEY },
  { type: 'replacement.confirmed' },
  { type: 'replacement.declined' },
  { type: 'storage.full' },
  { type: 'storage.unavailable' },
  { type: 'delivery.saved', key: 'record' },
  { type: 'delivery.created' },
  { type: 'delivery.progressed', progress },
  { type: 'delivery.sent' },
  { type: 'delivery.postponed' },
  { type: 'delivery.refused', step: 'create', status: 403, message: 'no' },
  { type: 'delivery.unreachable', message: 'no network' },
  done('restore', {}),
  done('restore', { draft: content }),
  done('restore', { delivery: { key: 'record', total: 1, sent: false } }),
  done('restore', { delivery: { key: 'record', total: 1, sent: true } }),
  failed('restore'),
  after('requestForm.flow.restoring', 'restoreTimeout'),
  after('requestForm.flow.delivering.creating', 'patience'),
  done('deliver'),
  failed('deliver'),
  done('takeBack', content),
  done('takeBack'),
  failed('takeBack'),
  done('preparePicture', { id: 'one', ok: true, type: 'image/jpeg' }),
  done('preparePicture', { id: 'one', ok: false }),
  failed('preparePicture'),
];

/** Everything the guards look at. */
const view = (snapshot: AnyMachineSnapshot) => {
  const context = snapshot.context as RequestFormContext;
  return {
    blank: isBlank(context),
    kept: keyOf(context) === KEPT_KEY,
    images: Math.min(1, context.images.length),
    pending: Math.min(1, context.pending.length),
    wanted: context.wanted !== null,
    open: context.open,
    route: context.route,
    // Everywhere else it is emptied before a guard looks at it.
    rejected: snapshot.matches({ flow: 'gathering' }) && context.rejected.length > 0,
    saved: context.key !== null,
    total: context.progress.total > 0,
  };
};

interface Definition {
  states: { flow: { states: { sent: { on: Record<string, object> } } } };
}

/** The machine with one more transition out of `sent`. */
function withTransition(event: string, transition: object): AnyStateMachine {
  const { flow, pictures } = (requestForm.config as unknown as Definition)
    .states as never as Record<string, Definition['states']['flow']>;
  const { sent, ...rest } = flow!.states;
  const states = { ...rest, sent: { ...sent, on: { ...sent.on, [event]: transition } } };
  return createMachine({
    ...requestForm.config,
    states: { pictures, flow: { ...flow, states } },
  } as never).provide(requestForm.implementations as never);
}

describe('requestForm, by generated paths', () => {
  it('executes every state and transition of the definition, and stays plain JSON', () => {
    const executed = coverTransitions(requestForm, {
      events,
      view,
      input,
      check: ({ context }) =>
        expect(structuredClone(context)).toEqual(JSON.parse(JSON.stringify(context))),
    });
    assertComplete(executed);
    expect(executed.paths).toBeGreaterThan(executed.covered.length);
  });

  it('fails for a transition that no path takes', () => {
    const machine = withTransition('form.submitted', { guard: () => false, target: 'editing' });
    const { uncovered } = coverTransitions(machine, { events, input, view: () => null });
    expect(uncovered).toContain('requestForm.flow.sent | form.submitted [0]');
  });

  it('fails for an event of which there is no example', () => {
    const machine = withTransition('request.repeated', { target: 'editing' });
    expect(() => coverTransitions(machine, { events, input, view })).toThrow(
      'No example of the event request.repeated',
    );
  });
});
