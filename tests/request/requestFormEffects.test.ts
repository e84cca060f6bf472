import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor, SimulatedClock, waitFor } from 'xstate';
import type { SaveResult } from '../../src/domain/types';
import type { OutboxLists, OutboxSummary, LoadedDraft, OutboxPort } from '../../src/outbox/port';
import { NOT_FOLLOWED } from '../../machines/requestFormContext';
import {
  createDeliveryChanges,
  createFollowing,
  formWithEffects,
} from '../../src/request/running/requestFormEffects';
import { createFormDraft, createSpamSignals } from '../../src/request/running/formDraft';
import { createImageFiles } from '../../src/request/running/formFiles';
import { fakeStorage } from '../support/fakeStorage';
import { eventually } from '../support/eventually';
import { chosen, FIELDS, fakeDrafts, fakeOutbox, KEPT, summary } from '../support/fakeOutbox';

const attention = { step: 'create', status: 403, message: 'no' } as const;
const sentRequest = (key: string) => ({ key, id: '1', sentAt: 1 });
const reading = (content: Partial<OutboxLists>): Partial<OutboxPort> => ({
  read: async () => ({ waiting: [], sentRequests: [], ...content }),
});
const progress = { sentBytes: 3, totalBytes: 10, count: 0, total: 1 };
const STEP = { step: 'upload', progress } as const;
const UPLOADING = summary('k', STEP);
const EMPTY = { fields: { name: '' }, images: [] };

const facts = (id: string) => ({ id, name: `${id}.jpg`, type: 'image/jpeg' });
const draftWith = (...ids: string[]): LoadedDraft => ({
  fields: { ...FIELDS, phone: '1' },
  images: ids.map(chosen),
});
const saving = (result: SaveResult) => vi.fn<OutboxPort['save']>(async () => result);
const never = () => new Promise<never>(() => undefined);

interface Setup {
  draft?: LoadedDraft;
  /** Holds the stored draft back until it resolves. */
  storage?: () => Promise<void>;
  outbox?: Partial<OutboxPort>;
  tab?: ReturnType<typeof fakeStorage>;
}

vi.mock('../../src/shared/loading/idle', () => ({ whenIdle: (task: () => void) => task() }));
const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
beforeEach(() => log.mockClear());
afterEach(() => void vi.unstubAllGlobals());

/** The log of the form's failures. */
const signals = { honeypot: 'x', seconds: 42.5 };

function start({ draft, storage, outbox, tab = fakeStorage() }: Setup = {}) {
  vi.stubGlobal('sessionStorage', tab);
  const files = createImageFiles();
  const drafts = fakeDrafts(draft);
  const { load } = drafts.port;
  if (storage) drafts.port.load = () => storage().then(load);
  const { port, hold } = fakeOutbox(outbox);
  const clock = new SimulatedClock();
  let now = 1000;
  const noted = createSpamSignals(() => now);
  noted.setHoneypot('x');
  noted.markOpened();
  now += 42_500;
  let changes = 0;
  const newId = () => `draft ${(changes += 1)}`;
  const services = { outbox: port, drafts: drafts.port };
  const inForm = createFormDraft({ ...services, files, signals: noted, newId });
  const following = createFollowing(services);
  const parts = { outbox: port, draft: inForm, following, files, signals: noted };
  const followedKey = following.shownBefore();
  const input = followedKey ? { followedKey } : {};
  const actor = createActor(formWithEffects(parts), { clock, input }).start();
  const { send } = actor;
  return {
    actor,
    clock,
    drafts,
    hold,
    files,
    send,
    tab,
    draftId: inForm.id,
    content: () => actor.getSnapshot().context.content,
    choice: () => actor.getSnapshot().context.choice,
    followed: () => actor.getSnapshot().context.followed,
    state: () => actor.getSnapshot().value.content,
    choose(...names: string[]) {
      for (const id of names) files.add(id, chosen(id).file);
      send({ type: 'images.chosen', images: names.map(facts), rejected: [] });
    },
    reach: (state: unknown) =>
      waitFor(actor, (snapshot) => snapshot.matches({ content: state } as never), {
        timeout: 2000,
      }),
    type: (name: string) => send({ type: 'fields.changed', fields: { ...FIELDS, name } }),
  };
}

async function ready(setup: Setup = {}) {
  const form = start(setup);
  await form.reach('editing');
  return form;
}

/** A form with a filled request that was just sent. */
async function submitted(setup: Setup = {}) {
  const form = await ready(setup);
  form.type('Ann');
  form.choose('one');
  form.send({ type: 'form.submitted' });
  return form;
}

/** A form whose request is saved and followed. */
async function sending(setup: Setup = {}) {
  const form = await submitted(setup);
  await form.reach('sending');
  return form;
}

describe('a draft', () => {
  it('that loads slowly is not overwritten before', async () => {
    let open: () => void = () => undefined;
    const storage = () => new Promise<void>((resolve) => (open = resolve));
    const form = start({ storage, draft: draftWith('d') });
    form.clock.increment(8000);
    form.send({ type: 'fields.changed', fields: { name: 'Ben' } });
    expect(form.drafts.stored()!.fields.name).toBe('Ann');
    open();
    await form.reach('editing');
    expect(form.content().fields).toEqual({ ...FIELDS, phone: '1', name: 'Ben' });
  });

  it('is left alone where the storage never answers, and requests are not saved', async () => {
    const save = saving({ ...KEPT, store: 'memory' });
    const form = start({ outbox: { save }, storage: never });
    form.clock.increment(20_000);
    form.type('Ann');
    form.send({ type: 'form.submitted' });
    await form.reach('sending');
    expect(save).toHaveBeenCalledWith(expect.objectContaining({ fields: FIELDS }), 'memory');
    expect(form.drafts.stored()).toBeUndefined();
  });

  it('of a request in memory stays until it is sent, and goes then with its pictures', async () => {
    const form = await sending({ outbox: { save: saving({ ...KEPT, store: 'memory' }) } });
    expect(form.drafts.stored()).toMatchObject({ fields: FIELDS, images: [facts('one')] });
    form.hold([], [sentRequest('k')]);
    await form.reach('success');
    expect([form.drafts.stored(), [...form.drafts.files.keys()]]).toEqual([undefined, []]);
  });

  it('has a file written again that could not be saved', async () => {
    const form = await ready();
    const { save } = form.drafts.port;
    form.drafts.port.save = () => Promise.reject(new Error('full'));
    form.choose('one');
    await eventually(() => expect(log).toHaveBeenCalledOnce());
    // A reload would lose it now.
    const isFailing = () => form.actor.getSnapshot().matches({ storage: 'failing' });
    expect(isFailing()).toBe(true);
    form.drafts.port.save = save;
    form.type('Ben');
    expect(form.drafts.written).toEqual(['+one']);
    await eventually(() => expect(isFailing()).toBe(false));
  });
});

describe('sending', () => {
  it('saves the request at the click itself, then follows it to the end', async () => {
    const save = saving(KEPT);
    const markAnnounced = vi.fn(async () => undefined);
    const form = await submitted({ outbox: { save, markAnnounced } });
    const clear = vi.spyOn(form.drafts.port, 'clear');
    const images = [{ ...chosen('one'), file: form.files.get('one')!, isStored: false }];
    const request = {
      fields: FIELDS,
      images,
      awaited: [],
      leftOut: [],
      signals,
      key: 'draft 3',
    };
    expect(save).toHaveBeenCalledExactlyOnceWith(request, 'disk');
    expect(form.state()).toEqual('saving');
    await form.reach({ sending: 'creating' });
    form.hold([UPLOADING]);
    await form.reach({ sending: 'uploading' });
    form.hold([UPLOADING], [sentRequest('other')]);
    await form.reach('sending');
    expect(markAnnounced).not.toHaveBeenCalled();
    form.hold([], [sentRequest('k')]);
    await form.reach('success');
    expect(form.followed()).toMatchObject({ key: 'k', sent: { key: 'k', id: '1' } });
    expect(form.files.get('one')).toBeUndefined();
    expect(markAnnounced).toHaveBeenCalledExactlyOnceWith(['k']);
    // What is begun meanwhile is another draft.
    expect(clear).not.toHaveBeenCalled();
    form.send({ type: 'form.closed' });
    expect(form.content()).toMatchObject(EMPTY);
    expect(form.state()).toEqual({ editing: 'ready' });
  });

  it('tells the outbox which files are saved already', async () => {
    const save = saving({ outcome: 'full' });
    const form = await ready({ outbox: { save } });
    form.type('Ann');
    form.choose('one');
    await eventually(() => expect(form.files.withFiles([facts('one')])[0]!.isStored).toBe(true));
    form.send({ type: 'form.submitted' });
    expect(save.mock.lastCall![0].images).toMatchObject([{ id: 'one', isStored: true }]);
  });

  it('shows a request as queued when nobody can say how it stands', async () => {
    const form = await sending({ outbox: { read: () => Promise.reject(new Error('bug')) } });
    await form.reach({ sending: 'queued' });
  });

  it('returns to the form with everything kept after a refusal, and logs it', async () => {
    const reopen = async () => ({ fields: FIELDS, images: [chosen('again')], replaces: 'k' });
    const form = await sending({ outbox: { reopen } });
    form.hold([summary('k', { needsAttention: attention })]);
    await form.reach('editing');
    const kept = { fields: FIELDS, images: [facts('again')], replaces: 'k' };
    expect(form.content()).toMatchObject(kept);
    expect(form.followed()).toEqual(NOT_FOLLOWED);
    expect(form.drafts.stored()).toEqual({ ...kept, id: 'draft 5', openedAt: 43_500 });
    expect(log.mock.lastCall![1]).toMatchObject({ type: 'delivery.refused', attention });
  });
});

describe('the time that a request took', () => {
  it('is counted from the first opening of its draft', async () => {
    const save = saving(KEPT);
    const form = await ready({ draft: { ...draftWith(), openedAt: 500 }, outbox: { save } });
    form.send({ type: 'form.submitted' });
    expect(save.mock.lastCall![0].signals).toEqual({ ...signals, seconds: 43 });
  });

  it('is counted from the first opening of a refused request, and from zero for the next one', async () => {
    const reopen = async () => ({ ...draftWith(), replaces: 'k', openedAt: 700 });
    const save = saving(KEPT);
    const form = await sending({ outbox: { reopen, save } });
    form.hold([summary('k', { needsAttention: attention })]);
    await form.reach('editing');
    form.send({ type: 'form.submitted' });
    expect(save.mock.lastCall![0].signals).toEqual({ ...signals, seconds: 42.8 });
  });
});

describe('after a reload the form', () => {
  const read = async () => {
    throw new Error('No database.');
  };
  const sent = { sentRequests: [sentRequest('k')] };
  const begun = draftWith();

  it.each<[string, Setup, unknown, boolean]>([
    [
      'goes on with the delivery',
      { outbox: reading({ waiting: [UPLOADING] }) },
      { sending: 'uploading' },
      true,
    ],
    ['says that the request was sent meanwhile', { outbox: reading(sent) }, 'success', false],
    ['is empty when the request is gone', { outbox: reading({}) }, 'editing', false],
    ['is empty when the outbox cannot be read', { outbox: { read } }, 'editing', false],
    [
      'has what was typed since',
      { outbox: reading({ waiting: [UPLOADING] }), draft: begun },
      'editing',
      false,
    ],
  ])('%s', async (_, setup, state, isRemembered) => {
    const { tab } = await sending();
    const save = () => Promise.reject(new Error('saved a second time'));
    const form = start({ ...setup, tab, outbox: { ...setup.outbox, save } });
    await form.reach(state);
    expect(form.content().fields.name).toBe(setup.draft ? begun.fields.name : '');
    expect(tab.getItem('requestForm.delivery') !== null).toBe(isRemembered);
  });

  it('is not the delivery whose form the visitor had closed', async () => {
    const { tab, send } = await sending();
    expect(tab.getItem('requestForm.delivery')).not.toBeNull();
    send({ type: 'form.closed' });
    expect(tab.getItem('requestForm.delivery')).toBeNull();
  });

  it('goes on with a request in memory, whose draft is still there', async () => {
    const { tab } = await sending();
    const inMemory = summary('k', { inMemory: true });
    const form = start({ tab, draft: begun, outbox: reading({ waiting: [inMemory] }) });
    await form.reach('sending');
    expect(form.followed()).toMatchObject({ key: 'k', store: 'memory' });
  });
});

it('sending a refused request again replaces the old one, also after a reload, and from no other form', async () => {
  const content = { ...draftWith(), replaces: 'old' };
  const save = saving(KEPT);
  const form = await sending({ outbox: { reopen: async () => content } });
  form.hold([summary('k', { needsAttention: attention })]);
  await form.reach('editing');
  form.type('Ben');
  const again = await ready({ draft: (await form.drafts.port.load())!, outbox: { save } });
  again.send({ type: 'form.submitted' });
  expect(save.mock.lastCall![0]).toMatchObject({ fields: { name: 'Ben' }, replaces: 'old' });
  await submitted({ outbox: { save } });
  expect(save.mock.lastCall![0]).not.toHaveProperty('replaces');
});

const LATER = Date.now() + 60 * 60_000;

/** What a form hears that follows `k` and sees these records, one list after the other. */
function heard(...lists: (Partial<OutboxSummary> | 'sent' | 'gone')[]) {
  const changeOf = createDeliveryChanges('k');
  return lists.map((list) => {
    const other = summary('other', { needsAttention: attention });
    if (list === 'gone') return changeOf({ waiting: [other], sentRequests: [] });
    const sentRequests = list === 'sent' ? [{ key: 'k', id: '1', sentAt: 1 }] : [];
    const waiting = list === 'sent' ? [other] : [other, summary('k', list)];
    return changeOf({ waiting, sentRequests });
  });
}

it.each<[string, Partial<OutboxSummary>, unknown]>([
  ['has no result yet', {}, undefined],
  ['is uploaded', STEP, { type: 'delivery.progress', progress }],
  [
    'waits with nothing arrived',
    { notBefore: LATER },
    { type: 'delivery.postponed', hasTextArrived: false },
  ],
  [
    'waits between its pictures',
    { ...STEP, notBefore: LATER },
    { type: 'delivery.postponed', hasTextArrived: true },
  ],
  [
    'waits for a file that is still being read',
    { ...STEP, notBefore: LATER, isAwaiting: true },
    { type: 'delivery.progress', progress },
  ],
  [
    'waits for a file and has not arrived itself',
    { notBefore: LATER, isAwaiting: true },
    { type: 'delivery.postponed', hasTextArrived: false },
  ],
  ['was refused', { needsAttention: attention }, { type: 'delivery.refused', attention }],
])('a request that %s', (_, record, change) => {
  expect(heard(record)).toEqual([change]);
});

it('news of whether a request goes on without the page are told once', async () => {
  const { port, hold } = fakeOutbox();
  const told: unknown[] = [];
  createFollowing({ outbox: port, drafts: fakeDrafts().port }).follow('k', (change) =>
    told.push(change),
  );
  await Promise.resolve();
  for (const change of [{ goesOn: true }, { goesOn: true, attempts: 1 }, {}] as const) {
    hold([summary('k', change), summary('other', { goesOn: true })]);
  }
  expect(told).toEqual([
    { type: 'delivery.detached', goesOn: true },
    { type: 'delivery.detached', goesOn: false },
  ]);
});

it('a request waits at once where there is no network', () => {
  vi.stubGlobal('navigator', { onLine: false });
  expect(heard({})).toEqual([{ type: 'delivery.postponed', hasTextArrived: false }]);
});

it('a request was sent, or is gone with what the server had of it', () => {
  const uploading = { ...STEP, imageNames: ['one.jpg'] };
  const sent = { type: 'delivery.sent', key: 'k', id: '1', sentAt: 1 };
  expect(heard('sent')).toEqual([sent]);
  expect(heard({}, 'gone')).toEqual([undefined, { type: 'delivery.removed' }]);
  const arrived = { key: 'k', id: '1234567890', missing: ['one.jpg'] };
  expect(heard(uploading, 'gone')[1]).toEqual({ type: 'delivery.removed', arrived });
  expect(heard(uploading, {}, 'gone')[2]).toEqual({ type: 'delivery.removed', arrived });
});
