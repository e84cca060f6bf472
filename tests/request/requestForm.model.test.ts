import type { AnyMachineSnapshot } from 'xstate';
import { describe, expect, it } from 'vitest';
import { requestForm } from '../../machines/requestForm';
import type { RequestFormContext } from '../../machines/requestFormTypes';
import { EMPTY_FIELDS } from '../../src/domain/requestFields';
import { isBlank, isComplete } from '../../src/domain/validation';
import { FIELDS } from '../support/fakeOutbox';
import { assertComplete } from '../support/machineCoverage';
import {
  after,
  coverTransitions,
  done,
  drive,
  failed,
  withoutEffects,
} from '../support/machinePaths';

const image = (id: string) => ({ id, name: `${id}.jpg`, type: 'image/jpeg' });
const progress = { sentBytes: 10, totalBytes: 20, count: 0, total: 1 };
const content = { fields: FIELDS, images: [] };

const REFUSED = {
  type: 'delivery.refused',
  attention: { step: 'create', status: 403, message: 'no' },
};
const SENT = { type: 'delivery.sent', key: 'record', id: '1234567890' };

const replacing = { ...content, images: [image('own')], replaces: 'record' };

const events = [
  [{ type: 'form.opened' }, { type: 'form.closed' }, { type: 'form.cleared' }],
  [{ type: 'form.submitted' }, { type: 'form.submitted', inMemory: true }],
  [{ type: 'fields.changed', fields: { ...FIELDS, name: 'Ben' } }],
  [{ type: 'fields.changed', fields: { name: '\u200b' } }],
  [{ type: 'draft.sent', key: 'record', total: 1 }],
  [{ type: 'draft.saved' }, { type: 'draft.failed' }],
  [{ type: 'images.chosen', images: [image('one')], rejected: [] }],
  [{ type: 'image.removed', id: 'one' }],
  [{ type: 'image.removed', id: 'one', reason: 'tooLarge' }],
  [{ type: 'edit.clicked', key: 'record' }, { type: 'draft.dropped' }],
  [{ type: 'record.sent', key: 'record' }],
  [{ type: 'replacement.confirmed' }, { type: 'replacement.declined' }],
  [{ type: 'delivery.progress', progress }],
  [SENT, { type: 'delivery.postponed', hasTextArrived: false }, { type: 'delivery.removed' }],
  ['create', 'upload'].map((step) => ({
    type: 'delivery.refused',
    attention: { step, status: 403, message: 'no' },
  })),
  [{ type: 'delivery.unknown', error: 'why' }],
  [
    done('restore', {}),
    done('restore', { draft: content, isFromEarlierDay: true }),
    failed('restore'),
  ],
  [{}, { sent: SENT }].map((sent) =>
    done('restore', { delivery: { key: 'record', total: 1, ...sent } }),
  ),
  [false, true].map((isOnDisk) => done('save', { outcome: 'saved', key: 'record', isOnDisk })),
  [done('save', { outcome: 'full' }), failed('save')],
  [done('reopen', content), done('reopen', replacing), done('reopen'), failed('reopen')],
  [after('requestForm.restoring', 'restoreTimeout')],
  [after('requestForm.sending.creating.usual', 'slowDelay')],
  [after('requestForm.sending.creating', 'queueDelay')],
].flat();

/** Everything the guards look at. */
const view = (snapshot: AnyMachineSnapshot) => {
  const context = snapshot.context as RequestFormContext;
  return {
    blank: isBlank(context),
    complete: isComplete(context.fields),
    changed: context.isChanged,
    inMemory: context.inMemory,
    images: Math.min(1, context.images.length),
    editKey: context.editKey !== null,
    replaces: context.replaces,
    isOpen: context.isOpen,
  };
};

// Thousands of states: minutes on a busy machine.
it(
  'the tests execute every state and transition, and the form’s state stays plain JSON',
  { timeout: 240_000 },
  () => {
    const executed = coverTransitions(requestForm, {
      events,
      view,
      check: ({ context }) =>
        expect(structuredClone(context)).toEqual(JSON.parse(JSON.stringify(context))),
    });
    assertComplete(executed);
  },
);

const CLOSED = { type: 'form.closed' };
const TYPED = { type: 'fields.changed', fields: { ...FIELDS, name: 'Ben' } };
const SUBMITTED = { type: 'form.submitted' };
const EDITED = { type: 'edit.clicked', key: 'old' };
const EMPTY = { fields: EMPTY_FIELDS, images: [], followedKey: null };

function start(...events: Parameters<ReturnType<typeof drive>['run']>) {
  const form = drive(withoutEffects(requestForm));
  form.run(done('restore', {}), ...events);
  return form;
}

const sending = () =>
  start(TYPED, SUBMITTED, done('save', { outcome: 'saved', key: 'new', isOnDisk: true }));

it.each([
  [{ type: 'delivery.removed' }],
  [CLOSED, SENT],
  [CLOSED, { type: 'delivery.postponed', hasTextArrived: false }],
  [CLOSED, REFUSED],
])('the form is empty again after %o %o', (...events) => {
  const { run, context } = sending();
  expect(run(...events)).toEqual({ editing: 'ready' });
  expect(context()).toMatchObject(EMPTY);
});

it.each([done('save', { outcome: 'full' }), failed('save')])(
  'the closed form says that a request came back unsent ($type)',
  (answer) => {
    const { run, context } = start(TYPED, SUBMITTED, CLOSED, answer);
    expect(context()).toMatchObject({ fields: { name: 'Ben' }, isUnsent: true });
    run({ type: 'form.opened' });
    expect(context().isUnsent).toBe(false);
  },
);

it('a request is sent only when each required field says something', () => {
  const blank = { type: 'fields.changed', fields: { ...FIELDS, address: ' \u200b' } };
  expect(start().run(SUBMITTED)).toEqual({ editing: 'ready' });
  expect(start(blank).run(SUBMITTED)).toEqual({ editing: 'ready' });
  expect(start(TYPED).run(SUBMITTED)).toBe('saving');
});

it('a draft that another tab has sent is followed to its end', () => {
  const { run, context } = start(TYPED);
  expect(run({ type: 'draft.sent', key: 'other', total: 2 })).toEqual({
    sending: { creating: 'usual' },
  });
  expect(context()).toMatchObject({
    ...EMPTY,
    followedKey: 'other',
    progress: { total: 2 },
    replacements: 1,
  });
  expect(run({ ...SENT, key: 'other' })).toBe('success');
  expect(context().sent).toEqual({ key: 'other', id: '1234567890' });
});

it('a refused request that cannot be read again stays in the form and replaces the old one', () => {
  const { run, context } = sending();
  expect(run(REFUSED, failed('reopen'))).toEqual({ editing: 'ready' });
  expect(context()).toMatchObject({ fields: { name: 'Ben' }, replaces: 'new', followedKey: null });
});

it.each([
  ['leaves the form when it is sent after all', [], ''],
  ['stays in the form when the visitor has changed it since', [TYPED], 'Ben'],
])('a refused request %s', (_, since, name) => {
  const { run, context } = sending();
  run(REFUSED, done('reopen', { ...content, replaces: 'new' }), ...since);
  run({ type: 'record.sent', key: 'other' });
  expect(context().fields.name).not.toBe('');
  run({ type: 'record.sent', key: 'new' });
  expect(context().fields.name).toBe(name);
});

it('a draft from another day is offered until the visitor decides', () => {
  const restored = (isFromEarlierDay: boolean) =>
    done('restore', { draft: content, isFromEarlierDay });
  for (const goesOn of [
    TYPED,
    { type: 'images.chosen', images: [image('one')], rejected: [] },
    { type: 'image.removed', id: 'one' },
    { type: 'form.submitted' },
    { type: 'form.cleared' },
  ]) {
    const form = drive(withoutEffects(requestForm));
    form.run(restored(true));
    expect(form.context().isFromEarlierDay).toBe(true);
    form.run(goesOn);
    expect(form.context().isFromEarlierDay).toBe(false);
  }
  for (const events of [[restored(false)], [TYPED, restored(true)]]) {
    const form = drive(withoutEffects(requestForm));
    form.run(...events);
    expect(form.context().isFromEarlierDay).toBe(false);
  }
});

it('the form says that pictures were refused until they are on their way again', () => {
  const form = drive(withoutEffects(requestForm));
  const attention = { step: 'upload', status: 403, message: 'no' };
  form.run(done('restore', { delivery: { key: 'record', total: 1 } }));
  form.run({ type: 'delivery.refused', attention });
  expect(form.context()).toMatchObject({ followedKey: 'record', hasRefusedImages: true });
  form.run({ type: 'delivery.progress', progress });
  expect(form.context().hasRefusedImages).toBe(false);
  form.run({ ...SENT, missing: ['a.heic'] });
  expect(form.context().sent).toEqual({ key: 'record', id: SENT.id, missing: ['a.heic'] });
});

it('a refused request from before a reload that cannot be read replaces nothing', () => {
  const form = drive(withoutEffects(requestForm));
  const delivery = { key: 'old', total: 0 };
  form.run(done('restore', { delivery }), REFUSED);
  form.run(failed('reopen'));
  expect(form.context()).toMatchObject({ fields: EMPTY_FIELDS, replaces: null, followedKey: null });
});

it('the form says that a request was sent, with its number', () => {
  const told: unknown[] = [];
  const markAnnounced = ({ context }: { context: RequestFormContext }) => told.push(context.sent);
  const form = drive(withoutEffects(requestForm, { markAnnounced }));
  const saved = done('save', { outcome: 'saved', key: 'record', isOnDisk: true });
  form.run(done('restore', {}), TYPED, SUBMITTED, saved, CLOSED, SENT);
  expect(told).toEqual([]);
  form.run({ type: 'form.opened' }, TYPED, SUBMITTED, saved, SENT);
  expect(form.context()).toMatchObject({ ...EMPTY, sent: { key: 'record', id: '1234567890' } });
  expect(told).toEqual([{ key: 'record', id: '1234567890' }]);
});

describe('the work that the form was opened from', () => {
  const from = (workTitle?: string) => ({ type: 'form.opened', workTitle });
  const NAMED = { type: 'fields.changed', fields: { name: 'Ben' } };
  const DESCRIBED = { type: 'fields.changed', fields: { description: '' } };

  it('does not count as typed: the form stays blank and unchanged', () => {
    const { context } = start(from('Maple Street'));
    expect(context()).toMatchObject({ ...EMPTY, workTitle: 'Maple Street', isChanged: false });
    expect(isBlank(context())).toBe(true);
  });

  it.each([
    ['is replaced by the one of the next opening', [CLOSED, from('Elm Street')], 'Elm Street'],
    ['is gone when it is opened from elsewhere', [CLOSED, from()], null],
    ['stays while other fields are filled in', [NAMED], 'Maple Street'],
    ['is gone when the visitor has removed it', [DESCRIBED], null],
    ['is gone when the form was cleared', [{ type: 'form.cleared' }], null],
  ])('%s', (_, events, workTitle) => {
    const { run, context } = start(from('Maple Street'));
    run(...events);
    expect(context().workTitle).toBe(workTitle);
  });
});

describe('a request to be edited', () => {
  it.each([SENT, { type: 'delivery.postponed', hasTextArrived: false }])(
    'comes into the form after $type',
    (outcome) => {
      const { run, inputOf } = sending();
      expect(run(outcome, EDITED)).toBe('reopening');
      expect(inputOf('reopen')).toEqual({ key: 'old' });
    },
  );

  it('waits while another one is on its way', () => {
    const { run } = sending();
    expect(run(EDITED, SENT)).toBe('success');
    expect(run(CLOSED)).toBe('reopening');
  });

  it('comes with a question when something else is in the form', () => {
    const { run, context } = start(TYPED);
    expect(run(EDITED)).toBe('confirming');
    run({ type: 'replacement.declined' });
    expect(context().fields.name).toBe('Ben');
    run(EDITED, { type: 'replacement.confirmed' }, done('reopen', content));
    expect(context().fields.name).toBe('Ann');
  });

  it('is shown as it was left when it is already in the form', () => {
    const { run, context } = start(EDITED, done('reopen', { ...content, replaces: 'old' }), TYPED);
    expect(run(CLOSED, EDITED)).toEqual({ editing: 'ready' });
    expect(context()).toMatchObject({ fields: { name: 'Ben' }, editKey: null, isOpen: true });
  });

  it('takes the place of one that is being read', () => {
    const { run, inputOf, context } = start(EDITED);
    expect(run({ type: 'edit.clicked', key: 'newer' })).toBe('reopening');
    expect(inputOf('reopen')).toEqual({ key: 'newer' });
    expect(run(done('reopen', { ...content, replaces: 'newer' }))).toEqual({ editing: 'ready' });
    expect(context()).toMatchObject({ replaces: 'newer', editKey: null });
  });

  it('that cannot be read stays in the outbox, and the form says so', () => {
    const { run } = start(EDITED);
    expect(run(failed('reopen'))).toEqual({ editing: 'reopenFailed' });
    expect(run(CLOSED)).toEqual({ editing: 'ready' });
  });
});
