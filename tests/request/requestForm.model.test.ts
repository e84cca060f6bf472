import type { AnyMachineSnapshot } from 'xstate';
import { describe, expect, it } from 'vitest';
import { createRequestForm } from '../../machines/requestForm';
import {
  EMPTY_CONTENT,
  NOT_FOLLOWED,
  type RequestFormContext,
} from '../../machines/requestFormContext';
import {
  awaitedIn,
  harmOf,
  isEmpty,
  viewOf,
  type RequestFormSnapshot,
} from '../../machines/requestFormView';
import { EMPTY_FIELDS } from '../../src/domain/requestFields';
import { isBlank } from '../../src/domain/validation';
import { FIELDS } from '../support/fakeOutbox';
import { assertComplete } from '../support/machineCoverage';
import { after, done, drive, failed, withoutEffects } from '../support/machinePaths';

const requestForm = createRequestForm();

const file = (id: string) => ({ id, name: `${id}.jpg` });
const image = (id: string) => ({ id, name: `${id}.jpg`, type: 'image/jpeg' });
const progress = { sentBytes: 10, totalBytes: 20, count: 0, total: 1 };
const content = { fields: FIELDS, images: [] };

const REFUSED = {
  type: 'delivery.refused',
  attention: { step: 'create', status: 403, message: 'no' },
};
/** A request that has arrived. */
const FOUND = { key: 'record', id: '1234567890' };
const SENT = { type: 'delivery.sent', ...FOUND };

/** Which states are about a saved request. */
const isFollowing = ({ content }: RequestFormSnapshot['value']): boolean => {
  if (typeof content === 'string') return content === 'reopening';
  if ('restoring' in content) return content.restoring === 'delivery';
  return 'success' in content || 'sending' in content;
};

/** What holds in every state. */
function check(any: AnyMachineSnapshot) {
  const snapshot = any as RequestFormSnapshot;
  const { context, value } = snapshot;
  expect(structuredClone(context)).toEqual(JSON.parse(JSON.stringify(context)));
  const { content, followed } = context;
  expect(followed.key !== '').toBe(isFollowing(value));
  expect(followed.sent !== undefined).toBe(snapshot.matches({ content: 'success' }));
  if (!snapshot.matches({ content: 'sending' })) expect(followed.awaited).toEqual([]);
  expect(awaitedIn(snapshot).length > 0).toBe(snapshot.matches({ files: 'awaited' }));
  // What is typed and on no disk would be lost by a reload.
  const isOnlyHere = value.storage !== 'working' && content.changed.length > 0 && !isBlank(content);
  if (!isFollowing(value) && isOnlyHere) expect(harmOf(snapshot)).toBe('loss');
}

const CLOSED = { type: 'form.closed' };
const TYPED = { type: 'fields.changed', fields: { ...FIELDS, name: 'Ben' } };
const SUBMITTED = { type: 'form.submitted' };
const EMPTY = { content: { fields: EMPTY_FIELDS, images: [] }, followed: NOT_FOLLOWED };

/** The state that these events lead to, without the regions beside the content. */
function start(...events: Parameters<ReturnType<typeof drive>['run']>) {
  const form = drive(withoutEffects(requestForm), { input: {}, check });
  const run = (...more: typeof events) => form.run(...more).content as unknown;
  run(done('restoreDraft', {}), ...events);
  return {
    ...form,
    run,
    context: () => form.context() as RequestFormContext,
    nameIn: () => (form.context() as RequestFormContext).content.fields.name,
    view: () => viewOf(form.actor.getSnapshot() as RequestFormSnapshot),
    harm: () => harmOf(form.actor.getSnapshot() as RequestFormSnapshot),
  };
}

const saved = (key: string) => done('save', { outcome: 'saved', key, store: 'disk' });
const sending = () => start(TYPED, SUBMITTED, saved('new'));

type Events = Parameters<ReturnType<typeof drive>['run']>;

/** A form that has just begun to load what the device remembers. */
function loading(input: object, ...events: Events) {
  const form = drive(withoutEffects(requestForm), { input, check });
  form.run(...events);
  return { ...form, view: () => viewOf(form.actor.getSnapshot() as RequestFormSnapshot) };
}

/** A form that was loaded with this. */
const restored = (output: unknown, ...before: Events) =>
  loading({}, ...before, done('restoreDraft', output));

/** A form that was loaded again while this delivery was shown. */
const reloaded = (followedKey: string, found: object, ...before: Events) =>
  loading({ followedKey }, ...before, done('restoreDelivery', found));

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

it.each([
  [done('save', { outcome: 'full' }), { storageFull: 'unseen' }, { storageFull: 'seen' }],
  [failed('save'), 'unsent', 'ready'],
])('the closed form says that a request came back unsent (%o)', (answer, unseen, seen) => {
  expect(start(TYPED, SUBMITTED).run(answer)).toEqual({ editing: seen });
  const { run, nameIn, harm } = start(TYPED, SUBMITTED, CLOSED);
  expect(harm()).toBe('loss');
  expect(run(answer)).toEqual({ editing: unseen });
  expect(harm()).toBe('loss');
  expect(run({ type: 'form.opened' })).toEqual({ editing: seen });
  expect([nameIn(), harm()]).toEqual(['Ben', 'disturbance']);
});

it('a request is sent only when each required field says something', () => {
  const blank = { type: 'fields.changed', fields: { ...FIELDS, address: ' \u200b' } };
  expect(start().run(SUBMITTED)).toEqual({ editing: 'ready' });
  expect(start(blank).run(SUBMITTED)).toEqual({ editing: 'ready' });
  expect(start(TYPED).run(SUBMITTED)).toEqual('saving');
});

it('a device that cannot save gets the request sent from memory', () => {
  const form = drive(withoutEffects(requestForm), { input: {}, check });
  form.run(after('requestForm.content.restoring.draft', 'restoreTimeout'), TYPED);
  expect(harmOf(form.actor.getSnapshot() as RequestFormSnapshot)).toBe('loss');
  expect(form.run(SUBMITTED)).toMatchObject({ content: 'saving' });
  expect(form.inputOf('save')).toMatchObject({ store: 'memory', replaces: null });
  const { run, inputOf } = start(TYPED, SUBMITTED);
  expect(inputOf('save')).toMatchObject({ store: 'disk' });
  run(done('save', { outcome: 'full' }));
  expect(run({ ...SUBMITTED, store: 'memory' })).toEqual('saving');
  expect(inputOf('save')).toMatchObject({ store: 'memory' });
});

it('a text that the device could not save is lost by a reload, until it is saved', () => {
  const { run, harm } = start(TYPED);
  expect(harm()).toBe('disturbance');
  run({ type: 'draft.failed' });
  expect(harm()).toBe('loss');
  run({ type: 'draft.saved' }, CLOSED);
  expect(harm()).toBe('none');
});

it('a draft that is unchanged is not lost by a reload, whether or not the device saves', () => {
  const form = restored({ draft: content });
  form.run({ type: 'draft.failed' });
  expect(harmOf(form.actor.getSnapshot() as RequestFormSnapshot)).toBe('disturbance');
});

const UNKNOWN = { type: 'delivery.unknown', error: 'why' };
const UPLOADING = { type: 'delivery.progress', progress };
const POSTPONED = { type: 'delivery.postponed', hasTextArrived: false };

it('a delivery is disturbed by a reload behind a closed form, too, until it is put off', () => {
  const { run, harm } = sending();
  run(CLOSED);
  expect(harm()).toBe('disturbance');
  run(UPLOADING);
  expect(harm()).toBe('disturbance');
  run(POSTPONED);
  expect(harm()).toBe('none');
});

const PRESSED = [done('restoreDraft', {}), TYPED, SUBMITTED];
const SENDING = [...PRESSED, saved('new')];
const OF_PICTURES = { ...REFUSED, attention: { ...REFUSED.attention, step: 'upload' } };

it.each<[what: string, Events, input?: object]>([
  ['a delivery that cannot be looked for', [failed('restoreDelivery')], { followedKey: 'new' }],
  ['a draft that cannot be read', [failed('restoreDraft')]],
  ['a request that could not be saved', [...PRESSED, failed('save')]],
  ['one of a closed form', [...PRESSED, CLOSED, failed('save')]],
  ['a delivery of which nothing is known', [...SENDING, UNKNOWN]],
  ['one whose text has arrived', [...SENDING, UPLOADING, UNKNOWN]],
  ['one that waits', [...SENDING, POSTPONED, UNKNOWN]],
  ['a refusal', [...SENDING, REFUSED]],
  ['one of a closed form', [...SENDING, CLOSED, REFUSED]],
  ['one of the pictures', [...SENDING, OF_PICTURES]],
  ['one whose request cannot be read', [...SENDING, REFUSED, failed('reopen')]],
])('%s is logged', (_, events, input = {}) => {
  const logged: string[] = [];
  const logFailure = ({ event }: { event: { type: string } }) => logged.push(event.type);
  drive(withoutEffects(requestForm, { logFailure }), { input, check }).run(...events);
  const types = events.map(({ type }) => type);
  expect(logged).toEqual(types.filter((type) => /error|unknown|refused/.test(type)));
});

it('a draft is saved once more when another request took its place on the device', () => {
  const saves: unknown[] = [];
  const saveDraft = ({ context }: { context: RequestFormContext }) => {
    saves.push(context.content.fields.name);
  };
  const form = drive(withoutEffects(requestForm, { saveDraft }), { input: {}, check });
  form.run(done('restoreDraft', {}), { type: 'draft.dropped' });
  expect(saves).toEqual([]);
  form.run(TYPED, { type: 'draft.dropped' });
  expect(saves).toEqual(['Ben', 'Ben']);
});

it('a draft that another tab has sent is followed to its end', () => {
  const { run, context } = start(TYPED);
  expect(run({ type: 'draft.submitted', key: 'other' })).toEqual({
    sending: { creating: 'usual' },
  });
  expect(context()).toMatchObject({
    content: { fields: EMPTY_FIELDS, images: [], replacements: 1 },
    followed: { key: 'other', store: 'disk' },
  });
  expect(run({ ...SENT, key: 'other' })).toEqual({ success: 'shown' });
  expect(context().followed).toEqual({
    ...NOT_FOLLOWED,
    key: 'other',
    sent: { key: 'other', id: '1234567890' },
  });
});

it('a request that was sent while the form was closed is announced by a notice only', () => {
  const told: unknown[] = [];
  const effects = { markAnnounced: () => told.push('told') };
  const form = drive(withoutEffects(requestForm, effects), {
    input: { followedKey: 'record' },
    check,
  });
  // The storage is slow. A reload has shown the request, and closing the form ends that.
  form.run(done('restoreDelivery', { is: 'waiting', store: 'disk' }), CLOSED, SENT);
  expect(form.actor.getSnapshot().value).toMatchObject({ content: { editing: 'ready' } });
  form.run({ type: 'form.opened' });
  expect(told).toEqual([]);
});

it('a request that replaced another one is what the form replaces when it is refused', () => {
  const { run, context } = sending();
  run(REFUSED, done('reopen', { ...content, replaces: 'old' }));
  run(SUBMITTED, saved('new'), REFUSED, failed('reopen'));
  expect(context().content).toMatchObject({ fields: FIELDS, replaces: 'new' });
});

it('a refused request that cannot be read again stays in the form and replaces the old one', () => {
  const { run, context, view } = sending();
  expect(run(REFUSED)).toBe('reopening');
  // Nothing can be typed that would be overwritten.
  expect(view()).toEqual({ screen: 'form', step: 'reopening', notice: 'none' });
  expect(run(failed('reopen'))).toEqual({ editing: 'ready' });
  expect(context()).toMatchObject({
    content: { fields: { name: 'Ben' }, replaces: 'new' },
    followed: NOT_FOLLOWED,
  });
});

it.each([
  ['leaves the form when it is sent after all', [], ''],
  ['stays in the form when the visitor has changed it since', [TYPED], 'Ben'],
])('a refused request %s', (_, since, name) => {
  const { run, nameIn } = sending();
  run(REFUSED, done('reopen', { ...content, replaces: 'new' }), ...since);
  run({ type: 'record.sent', key: 'other' });
  expect(nameIn()).not.toBe('');
  run({ type: 'record.sent', key: 'new' });
  expect(nameIn()).toBe(name);
});

it('a draft from another day is offered until the visitor decides', () => {
  const ofEarlierDay = { draft: content, isFromEarlierDay: true };
  for (const goesOn of [
    TYPED,
    { type: 'images.chosen', images: [image('one')], rejected: [] },
    { type: 'image.removed', id: 'one' },
    { type: 'form.submitted' },
    { type: 'form.cleared' },
  ]) {
    const form = restored(ofEarlierDay);
    expect(form.view()).toMatchObject({ screen: 'form', notice: 'earlierDay' });
    form.run(goesOn);
    expect(form.view()).toMatchObject({ notice: 'none' });
  }
  const typedMeanwhile = restored(ofEarlierDay, TYPED);
  for (const form of [restored({ draft: content }), typedMeanwhile]) {
    expect(form.view()).toMatchObject({ notice: 'none' });
  }
});

it('the form says what becomes of a waiting request if the page is closed', () => {
  const form = reloaded('record', { is: 'waiting', store: 'disk' });
  const closing = (...events: Parameters<typeof form.run>) => {
    form.run(...events);
    const view = form.view();
    return 'closing' in view ? view.closing : view.screen;
  };
  const detached = (goesOn: boolean) => ({ type: 'delivery.detached', goesOn });
  expect(closing()).toBe('waits');
  expect(closing(detached(true))).toBe('goesOn');
  expect(closing({ type: 'delivery.postponed', hasTextArrived: false })).toBe('goesOn');
  expect(closing(detached(false))).toBe('waits');
  const inMemory = reloaded('record', { is: 'waiting', store: 'memory' });
  inMemory.run(detached(true));
  expect(inMemory.view()).toMatchObject({ closing: 'isLost' });
});

it('the form says what of a waiting request the server has', () => {
  const form = reloaded('record', { is: 'waiting', store: 'disk' });
  const arrived = (...events: Parameters<typeof form.run>) => {
    form.run(...events);
    const view = form.view();
    return view.screen === 'queued' ? view.arrived : view.screen;
  };
  const postponed = (hasTextArrived: boolean) => ({ type: 'delivery.postponed', hasTextArrived });
  const refused = (step: string) => ({
    type: 'delivery.refused',
    attention: { step, status: 403, message: 'no' },
  });
  expect(arrived()).toBe('creating');
  expect(arrived(postponed(false))).toBe('nothingArrived');
  expect(arrived(refused('upload'))).toBe('imagesRefused');
  expect(arrived({ type: 'delivery.unknown', error: 'why' })).toBe('imagesRefused');
  expect(arrived(postponed(true))).toBe('textArrived');
  expect(arrived(refused('attach'))).toBe('imagesRefused');
  expect(arrived({ type: 'delivery.progress', progress })).toBe('imagesOnTheWay');
  expect(arrived(postponed(true))).toBe('textArrived');
  form.run({ ...SENT, missing: ['a.heic'] });
  expect(form.view()).toEqual({
    screen: 'success',
    sent: { key: 'record', id: SENT.id, missing: ['a.heic'] },
    submitted: undefined,
  });
});

describe('a form that was loaded again while it showed a delivery', () => {
  it.each<[string, object, object]>([
    [
      'goes on with it',
      { is: 'waiting', store: 'memory' },
      { screen: 'creating', isSlow: false, closing: 'isLost' },
    ],
    [
      'says that it was sent',
      { is: 'sent', sent: FOUND },
      { screen: 'success', sent: FOUND, submitted: undefined },
    ],
    ['is the form when it is gone', { is: 'none' }, { screen: 'form', step: 'loading' }],
  ])('%s, and nobody can type before that', (_, found, view) => {
    const form = loading({ followedKey: 'record' });
    expect(form.inputOf('restoreDelivery')).toEqual({ key: 'record' });
    expect(form.view()).toEqual({ screen: 'opening' });
    form.run(TYPED, done('restoreDelivery', found));
    expect(form.view()).toMatchObject(view);
    expect(form.context()).toMatchObject({ content: EMPTY.content });
  });

  it.each<[string, object, string?]>([
    ['nothing can be found out', failed('restoreDelivery')],
    ['it takes long', after('requestForm.content.restoring.delivery', 'restoreDeliveryTimeout')],
    ['the visitor closes it', CLOSED],
    ['a work is wished for', { type: 'like.clicked', title: 'Elm' }, 'Elm'],
  ])('loads the draft when %s', (_, event, title) => {
    const form = loading({ followedKey: 'record' }, event as { type: string }, TYPED);
    expect(form.context()).toMatchObject({
      content: { fields: { name: 'Ben' } },
      like: title ?? null,
    });
    expect(form.view()).toMatchObject({ screen: 'form', step: 'loading' });
    // It is on no disk yet.
    expect(harmOf(form.actor.getSnapshot() as RequestFormSnapshot)).toBe('loss');
  });
});

it('a form that looks for its delivery is shown after five seconds', () => {
  const { clock, view } = loading({ followedKey: 'record' });
  clock.increment(4999);
  expect(view()).toEqual({ screen: 'opening' });
  clock.increment(1);
  expect(view()).toEqual({ screen: 'form', step: 'loading', notice: 'none' });
});

it('a draft that another tab has sent is followed also where it was loading', () => {
  const { view, context } = restored({ submittedKey: 'record' });
  expect(view()).toMatchObject({ screen: 'creating' });
  expect(context()).toMatchObject({ followed: { key: 'record', store: 'disk' } });
});

it('a draft that cannot be loaded leaves the form to be filled in', () => {
  const { run, view } = loading({});
  run(failed('restoreDraft'));
  expect(view()).toMatchObject({ screen: 'form', step: 'writing' });
});

it('what was taken out of the form while a draft was loading stays out', () => {
  const chosen = { type: 'images.chosen', images: [image('one')], rejected: [] };
  const left = [{ type: 'image.removed', id: 'one' }, { type: 'subject.removed' }];
  const opened = { type: 'form.opened', workTitle: 'Maple Street' };
  const { context } = restored({ draft: content }, opened, chosen, ...left);
  expect(context()).toMatchObject({ content: { images: [], subject: null, fields: FIELDS } });
});

it('notes on the fields are shown until the form is emptied', () => {
  const notes = { phone: 'Is this number complete?' };
  const { run, context } = start({ type: 'notes.found', notes });
  expect(context().notes).toEqual(notes);
  run({ type: 'form.cleared' });
  expect(context().notes).toEqual({});
});

it('what was typed while a draft was loading stays, also if another tab has sent the draft', () => {
  const { context, view } = restored({ submittedKey: 'record' }, TYPED);
  expect(view()).toMatchObject({ screen: 'form', step: 'writing' });
  expect(context()).toMatchObject({ content: { fields: { name: 'Ben' } } });
});

it('a request that is gone after its text has arrived counts as sent, without its pictures', () => {
  const { run, view } = sending();
  const arrived = { ...FOUND, missing: ['a.jpg'] };
  run({ type: 'delivery.progress', progress }, { type: 'delivery.removed', arrived });
  const submitted = { fields: { ...FIELDS, name: 'Ben' }, imageCount: 0 };
  expect(view()).toEqual({ screen: 'success', sent: arrived, submitted });
});

it('after four seconds without an answer the form says so, after twenty the request waits, and the form can be closed', () => {
  const { run, clock, context } = sending();
  clock.increment(3_999);
  expect(run()).toEqual({ sending: { creating: 'usual' } });
  clock.increment(1);
  expect(run()).toEqual({ sending: { creating: 'slow' } });
  clock.increment(15_999);
  expect(run()).toEqual({ sending: { creating: 'slow' } });
  clock.increment(1);
  expect(run()).toEqual({ sending: { queued: 'nothingArrived' } });
  expect(run(CLOSED)).toEqual({ editing: 'ready' });
  expect(context()).toMatchObject(EMPTY);
});

it('the screen follows the pictures of a request to the last one', () => {
  const { run, view } = sending();
  const more = { ...progress, sentBytes: 20, count: 1 };
  run({ type: 'delivery.progress', progress }, { type: 'delivery.progress', progress: more });
  expect(view()).toMatchObject({ screen: 'uploading', progress: more });
});

it('a request that nobody can say anything of waits with what is known of it', () => {
  const unknown = { type: 'delivery.unknown', error: 'why' };
  expect(sending().run(unknown)).toEqual({ sending: { queued: 'nothingArrived' } });
  expect(sending().run({ type: 'delivery.progress', progress }, unknown)).toEqual({
    sending: { queued: 'textArrived' },
  });
});

it('a refused request from before a reload that cannot be read replaces nothing', () => {
  const form = reloaded('old', { is: 'waiting', store: 'disk' });
  form.run(REFUSED, failed('reopen'));
  expect(form.context()).toMatchObject({ content: { fields: EMPTY_FIELDS, replaces: null } });
});

it('the form says that a request was sent, with its number and what was submitted', () => {
  const told: unknown[] = [];
  const markAnnounced = ({ context }: { context: RequestFormContext }) =>
    told.push(context.followed);
  const form = drive(withoutEffects(requestForm, { markAnnounced }), { input: {}, check });
  form.run(done('restoreDraft', {}), TYPED, SUBMITTED, saved('record'), CLOSED, SENT);
  expect(told).toEqual([]);
  form.run({ type: 'form.opened' }, TYPED, SUBMITTED, saved('record'), SENT);
  const followed = {
    ...NOT_FOLLOWED,
    key: 'record',
    sent: { key: 'record', id: '1234567890' },
    submitted: { fields: { ...FIELDS, name: 'Ben' }, imageCount: 0 },
  };
  expect(form.context()).toMatchObject({ content: EMPTY.content, followed });
  expect(told).toEqual([followed]);
});

it('the question whether to clear the form goes when it is answered or the form is closed', () => {
  for (const answer of [
    'clear.declined',
    'form.closed',
    'form.submitted',
    'form.cleared',
    'draft.submitted',
  ]) {
    const { actor, run } = start(TYPED, { type: 'clear.clicked' });
    const isAsked = () => actor.getSnapshot().matches({ clearing: 'asking' });
    expect(isAsked()).toBe(true);
    run({ type: answer, key: 'record' });
    expect(isAsked()).toBe(false);
  }
});

describe('a file that is still being read at the press', () => {
  const CHOSEN = { type: 'files.chosen', files: ['one', 'two', 'three'].map(file) };

  /** What the outbox is told of the awaited files, in order. */
  function pressed(...chosen: Events) {
    const told: unknown[] = [];
    const note =
      (what: string) =>
      ({ context: { followed } }: { context: RequestFormContext }) =>
        told.push([what, followed.awaited.map(({ id }) => id)]);
    const effects = { leaveOutAwaited: note('left out') };
    const form = drive(withoutEffects(requestForm, effects), { input: {}, check });
    form.run(done('restoreDraft', {}), TYPED, ...chosen, SUBMITTED);
    const snapshot = () => form.actor.getSnapshot() as RequestFormSnapshot;
    return {
      ...form,
      told,
      awaited: () => awaitedIn(snapshot()),
      harm: () => harmOf(snapshot()),
    };
  }

  it('does not keep the request: it is saved at the press, and goes on without the file for now', () => {
    const { inputOf, run, awaited, harm } = pressed(CHOSEN);
    expect(inputOf('save')).toMatchObject({
      images: [],
      awaited: [file('one'), file('two')],
      leftOut: ['three.jpg'],
    });
    run(saved('record'));
    expect(awaited()).toEqual(['one.jpg', 'two.jpg']);
    expect(harm()).toBe('loss');
    run({ type: 'file.brought', id: 'one' });
    expect(awaited()).toEqual(['two.jpg']);
    run({ type: 'file.brought', id: 'two' });
    expect(awaited()).toEqual([]);
  });

  it('has room beside the pictures that are in the form', () => {
    const one = { type: 'images.chosen', images: [image('zero')], rejected: [] };
    const { inputOf, run, context } = pressed(one, CHOSEN);
    expect(inputOf('save')).toMatchObject({
      awaited: [file('one')],
      leftOut: ['two.jpg', 'three.jpg'],
    });
    run(saved('record'));
    expect(context()).toMatchObject({ followed: { submitted: { imageCount: 4 } } });
  });

  it.each<[string, Events, unknown[]]>([
    [
      'is left out when nobody sees the page',
      [{ type: 'page.hidden' }],
      [['left out', ['one', 'two']]],
    ],
    ['is not waited for any more when the request has gone', [SENT], []],
  ])('%s', (_, events, expected) => {
    const { run, told, awaited } = pressed(CHOSEN);
    run(saved('record'), ...events);
    expect(told).toEqual(expected);
    expect(awaited()).toEqual([]);
  });

  it('is left out after ten seconds', () => {
    const { run, clock, told, awaited } = pressed(CHOSEN);
    run(saved('record'));
    const moments = [9999, 1].map((milliseconds) => {
      clock.increment(milliseconds);
      return awaited();
    });
    expect(moments).toEqual([['one.jpg', 'two.jpg'], []]);
    expect(told).toEqual([['left out', ['one', 'two']]]);
  });

  it('stays in the form when the request could not be saved', () => {
    const { run, context } = pressed(CHOSEN);
    run(done('save', { outcome: 'full' }));
    expect(context()).toMatchObject({ choice: { reading: CHOSEN.files } });
  });
});

describe('files that are being read', () => {
  const CHOSEN = { type: 'files.chosen', files: [file('one'), file('two')] };

  it('are in the form until they are read or left out, and one choice says all of its refusals', () => {
    const { run, context } = start(CHOSEN);
    expect(context().choice).toMatchObject({ number: 1, reading: CHOSEN.files });
    const refused = (id: string) => ({
      type: 'images.chosen',
      images: [],
      rejected: [{ name: `${id}.jpg`, reason: 'noImage' }],
      read: [id],
    });
    run(refused('one'), refused('two'));
    expect(context().choice).toMatchObject({
      number: 1,
      reading: [],
      rejected: [{ name: 'one.jpg' }, { name: 'two.jpg' }],
    });
    run(CHOSEN, { type: 'file.left', id: 'one' });
    expect(context().choice).toMatchObject({ number: 2, reading: [file('two')], rejected: [] });
    run({ type: 'form.cleared' });
    expect(context().choice.reading).toEqual([]);
  });
});

describe('pictures', () => {
  const choose = (place: number, ...ids: string[]) => ({
    type: 'images.chosen',
    images: ids.map(image),
    rejected: [],
    place,
  });

  it('stay in their places when one of them goes, and say what had no room', () => {
    const { run, context } = start(choose(1, 'one', 'two', 'three'));
    expect(context().choice).toEqual({
      reading: [],
      number: 1,
      rejected: [{ name: 'three.jpg', reason: 'tooMany' }],
      places: { one: 1, two: 0 },
    });
    run({ type: 'image.removed', id: 'two' });
    expect(context().choice).toMatchObject({ rejected: [], places: { one: 1 } });
    run(choose(0, 'four'));
    expect(context().choice.places).toEqual({ one: 1, four: 0 });
  });

  it('that cannot be shown go with a reason, until the request is sent', () => {
    const { run, context } = start(TYPED, choose(0, 'one', 'two'));
    run({ type: 'image.removed', id: 'one', reason: 'noImage' });
    expect(context().choice.rejected).toEqual([{ name: 'one.jpg', reason: 'noImage' }]);
    expect(run(SUBMITTED)).toBe('saving');
    expect(context().choice.rejected).toEqual([]);
  });

  it('that were chosen while the draft was loading keep their places beside the draft’s, and what was said of them', () => {
    const draft = { ...content, images: [image('drafted')] };
    const rejected = [{ name: 'notes.txt', reason: 'noImage' }];
    const { context } = restored({ draft }, { ...choose(0, 'one', 'two'), rejected });
    expect(context()).toMatchObject({
      content: { images: [image('drafted'), image('one')] },
      choice: {
        rejected: [...rejected, { name: 'two.jpg', reason: 'tooMany' }],
        places: { one: 0, drafted: 1 },
      },
    });
  });
});

describe('the work that the form was opened from', () => {
  const from = (workTitle?: string) => ({ type: 'form.opened', workTitle });
  const NAMED = { type: 'fields.changed', fields: { name: 'Ben' } };
  const DESCRIBED = { type: 'fields.changed', fields: { description: 'In sage.' } };
  const REMOVED = { type: 'subject.removed' };
  const about = (title: string) => ({ is: 'about', title });

  it('does not count as entered: the form stays blank and unchanged', () => {
    const { context } = start(from('Maple Street'));
    expect(context().content).toEqual({ ...EMPTY_CONTENT, subject: about('Maple Street') });
    expect(isBlank(context().content)).toBe(true);
  });

  it.each([
    ['is replaced by the one of the next opening', [CLOSED, from('Elm Street')], 'Elm Street'],
    ['is gone when it is opened from elsewhere', [NAMED, CLOSED, from()], undefined],
    ['stays while other fields are filled in', [NAMED], 'Maple Street'],
    ['stays with the text that was typed under it', [DESCRIBED, CLOSED, from()], 'Maple Street'],
    ['is gone when the visitor has removed it', [REMOVED]],
    ['stays away then', [REMOVED, CLOSED, from('Elm Street')]],
    ['is gone when the form was cleared', [{ type: 'form.cleared' }]],
  ])('%s', (_, events, title?: string) => {
    const { run, context } = start(from('Maple Street'));
    run(...events);
    expect(context().content.subject).toEqual(title === undefined ? null : about(title));
  });

  it('is something to clear, as a text is', () => {
    const isEmptyAfter = (...events: Events) => isEmpty(start(...events).context().content);
    expect([isEmptyAfter(), isEmptyAfter(from('Maple Street')), isEmptyAfter(TYPED)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it.each([
    ['says nothing of a draft that says something', [], FIELDS, undefined],
    ['belongs to a draft that describes nothing', [], EMPTY_FIELDS, 'Maple Street'],
    [
      'belongs to a text that was typed while the draft was loading',
      [DESCRIBED],
      FIELDS,
      'Maple Street',
    ],
  ])('%s', (_, events, fields, title?: string) => {
    const draft = { ...content, fields };
    const { context } = restored({ draft }, from('Maple Street'), ...events);
    expect(context().content.subject).toEqual(title === undefined ? null : about(title));
  });

  it('gives way to the one of a draft or of a record', () => {
    const draft = { ...content, subject: { is: 'like', title: 'Elm Street' } };
    for (const typed of [[], [DESCRIBED]]) {
      const { context } = restored({ draft }, from('Maple Street'), ...typed);
      expect(context().content.subject).toEqual(draft.subject);
    }
    const refused = start(from('Maple Street'), TYPED, SUBMITTED, saved('new'), REFUSED);
    refused.run(done('reopen', draft));
    expect(refused.context().content.subject).toEqual(draft.subject);
  });

  it('is sent as the first line of the description', () => {
    const form = start(from('Maple Street'), TYPED, DESCRIBED);
    expect(form.run(SUBMITTED)).toEqual('saving');
    expect(form.inputOf('save')).toMatchObject({ subject: about('Maple Street') });
    form.run(saved('record'));
    expect(form.context().followed).toMatchObject({
      submitted: { fields: { description: 'About “Maple Street”:\nIn sage.' } },
    });
  });
});

describe('a work that the visitor wants something like', () => {
  const LIKE = { type: 'like.clicked', title: 'Maple Street' };
  const subject = { is: 'like', title: 'Maple Street' };

  it('is named above the description at once, and counts as changed but not as begun', () => {
    const { run, context } = start();
    expect(run(LIKE)).toEqual({ editing: 'ready' });
    expect(context()).toMatchObject({
      content: { fields: EMPTY_FIELDS, subject, changed: ['subject'] },
      like: null,
    });
    expect(isBlank(context().content)).toBe(true);
    // Another work takes its place; the page that the form is opened over does not.
    run({ ...LIKE, title: 'Elm' }, CLOSED, { type: 'form.opened', workTitle: 'Oak' });
    expect(context().content.subject).toEqual({ is: 'like', title: 'Elm' });
  });

  it('waits while a request is on its way, and goes when the form is closed', () => {
    const { run, context } = sending();
    run(LIKE, SENT, CLOSED, { type: 'form.opened' });
    expect(context().content.subject).toBe(null);
    expect(context().like).toBe(null);
  });

  it('waits until the draft is loaded', () => {
    const { context } = restored({ draft: content }, LIKE);
    expect(context().content).toMatchObject({ fields: FIELDS, subject });
  });
});

it('the scenarios execute every state and transition', () => assertComplete(requestForm));
