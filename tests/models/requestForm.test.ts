import type { AnyMachineSnapshot } from 'xstate';
import { expect, it } from 'vitest';
import { requestForm } from '../../machines/requestForm';
import { isBlank, type RequestFormContext } from '../../machines/requestFormSetup';
import { EMPTY_FIELDS } from '../../src/domain/validation';
import { assertComplete } from './coverage';
import { after, coverTransitions, done, failed } from './paths';

const image = (id: string) => ({ id, name: `${id}.jpg`, type: 'image/jpeg' });
const progress = { sentBytes: 10, totalBytes: 20, count: 0, total: 1 };
const content = { fields: { ...EMPTY_FIELDS, name: 'Ann' }, images: [] };

const events = [
  [{ type: 'form.opened' }, { type: 'form.closed' }, { type: 'form.cleared' }],
  [{ type: 'form.submitted' }, { type: 'form.submitted', inMemory: true }],
  [{ type: 'fields.changed', fields: { name: 'Ben' } }],
  [{ type: 'images.chosen', images: [image('one')], rejected: [] }],
  [{ type: 'image.removed', id: 'one' }],
  [{ type: 'image.removed', id: 'one', isUnreadable: true }],
  [{ type: 'record.edited', key: 'record' }, { type: 'draft.dropped' }],
  [{ type: 'replacement.confirmed' }, { type: 'replacement.declined' }],
  [{ type: 'delivery.created' }, { type: 'delivery.progress', progress }],
  [{ type: 'delivery.sent' }, { type: 'delivery.postponed' }, { type: 'delivery.removed' }],
  [{ type: 'delivery.refused', attention: { step: 'create', status: 403, message: 'no' } }],
  [{ type: 'delivery.unknown', error: 'why' }],
  [done('restore', {}), done('restore', { draft: content }), failed('restore')],
  [false, true].map((sent) => done('restore', { delivery: { key: 'record', total: 1, sent } })),
  [false, true].map((isKept) => done('save', { outcome: 'saved', key: 'record', isKept })),
  [done('save', { outcome: 'full' }), failed('save')],
  [done('reopen', content), done('reopen'), failed('reopen')],
  [after('requestForm.restoring', 'restoreTimeout')],
  [after('requestForm.sending.creating', 'patience')],
].flat();

/** Everything the guards look at. */
const view = (snapshot: AnyMachineSnapshot) => {
  const context = snapshot.context as RequestFormContext;
  return {
    blank: isBlank(context),
    changed: context.isChanged,
    inMemory: context.inMemory,
    images: Math.min(1, context.images.length),
    wanted: context.wanted !== null,
    open: context.open,
    total: context.progress.total > 0,
  };
};

it('executes every state and transition of the definition, and stays plain JSON', () => {
  const executed = coverTransitions(requestForm, {
    events,
    view,
    check: ({ context }) =>
      expect(structuredClone(context)).toEqual(JSON.parse(JSON.stringify(context))),
  });
  assertComplete(executed);
});
