import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor, SimulatedClock, waitFor } from 'xstate';
import type { LoadedDraft, OutboxPort, SaveResult } from '../../../src/domain/ports';
import { formWithEffects } from '../../../src/request/formEffects';
import { createImageFiles } from '../../../src/request/imageFiles';
import { chosen, FIELDS, fakeDrafts, fakeOutbox, summary } from './fakePorts';

const attention = { step: 'create', status: 403, message: 'no' } as const;
const facts = (id: string) => ({ id, name: `${id}.jpg`, type: 'image/jpeg' });
const draftWith = (...ids: string[]): LoadedDraft => ({
  fields: { ...FIELDS, phone: '1' },
  images: ids.map(chosen),
});

const saving = (result: SaveResult) => vi.fn<OutboxPort['save']>(async () => result);

function createTab() {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
}

interface Setup {
  draft?: LoadedDraft;
  /** Holds the stored draft back until it resolves. */
  storage?: () => Promise<void>;
  clock?: SimulatedClock;
  outbox?: Partial<OutboxPort> & { saved?: SaveResult };
  isOnline?: boolean;
  tab?: ReturnType<typeof createTab>;
}

function start(setup: Setup = {}) {
  const { draft, storage, clock, outbox, isOnline = true, tab = createTab() } = setup;
  const files = createImageFiles();
  const drafts = fakeDrafts(draft);
  const { load } = drafts.port;
  if (storage) drafts.port.load = () => storage().then(load);
  const { port, emit } = fakeOutbox(outbox);
  vi.stubGlobal('sessionStorage', tab);
  vi.stubGlobal('navigator', { onLine: isOnline });
  const machine = formWithEffects({ outbox: port, drafts: drafts.port }, files);
  const actor = createActor(machine, clock ? { clock } : {}).start();
  const choose = (...names: string[]) => {
    for (const id of names) files.add(id, chosen(id).file, false);
    actor.send({ type: 'images.chosen', images: names.map(facts), rejected: [] });
  };
  const reach = (state: unknown) =>
    waitFor(actor, (snapshot) => snapshot.matches(state as never), { timeout: 2000 });
  const type = (name: string) =>
    actor.send({ type: 'fields.changed', fields: { ...FIELDS, name } });
  return { actor, send: actor.send, drafts, emit, files, choose, reach, type, tab };
}

const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
beforeEach(() => log.mockClear());

type Form = ReturnType<typeof start>;
const context = ({ actor }: Form) => actor.getSnapshot().context;

async function ready(setup: Setup = {}): Promise<Form> {
  const form = start(setup);
  await form.reach('editing');
  return form;
}

/** A form with a filled request that was just sent. */
async function submitted(setup: Setup = {}): Promise<Form> {
  const form = await ready(setup);
  form.type('Ann');
  form.choose('one');
  form.send({ type: 'form.submitted' });
  return form;
}

describe('the draft', () => {
  it('is merged under what was typed before it was there', async () => {
    const form = start({ draft: draftWith('d') });
    form.send({ type: 'fields.changed', fields: { name: 'Ben' } });
    form.choose('one');
    await form.reach('editing');
    expect(context(form).fields).toEqual({ ...FIELDS, phone: '1', name: 'Ben' });
    expect(context(form).images).toEqual([facts('d'), facts('one')]);
    expect(form.drafts.stored()).toMatchObject({
      fields: { name: 'Ben' },
      images: [facts('d'), facts('one')],
    });
    expect([...form.drafts.files.keys()]).toEqual(['d', 'one']);
  });

  it('that is slow is not overwritten before it is there', async () => {
    const clock = new SimulatedClock();
    let open: () => void = () => undefined;
    const storage = () => new Promise<void>((resolve) => (open = resolve));
    const form = start({ clock, storage, draft: draftWith('d') });
    clock.increment(8000);
    form.send({ type: 'fields.changed', fields: { name: 'Ben' } });
    expect(form.drafts.calls).toEqual([]);
    open();
    await form.reach('editing');
    expect(context(form).fields).toEqual({ ...FIELDS, phone: '1', name: 'Ben' });
  });

  it('is asked for twice before it is given up', async () => {
    let asked = 0;
    const storage = async () => {
      asked += 1;
      if (asked === 1) throw new Error('too slow');
    };
    const form = await ready({ storage, draft: draftWith() });
    expect(context(form).fields.phone).toBe('1');
  });

  it('is left alone where the storage never answers, and requests are not kept', async () => {
    const clock = new SimulatedClock();
    const save = saving({ outcome: 'saved', key: 'k', isKept: false });
    const form = start({ clock, outbox: { save }, storage: () => new Promise(() => undefined) });
    clock.increment(20_000);
    form.type('Ann');
    form.send({ type: 'form.submitted' });
    await form.reach('sending');
    expect(save).toHaveBeenCalledWith({ fields: FIELDS, images: [] }, true);
    expect(form.drafts.calls).toEqual([]);
  });

  it('has each file written once, and without what was removed', async () => {
    const form = await ready();
    const { save } = form.drafts.port;
    const written: string[] = [];
    form.drafts.port.save = (draft, added, removed) => {
      written.push(...added.map(({ id }) => `+${id}`), ...removed.map((id) => `-${id}`));
      return save(draft, added, removed);
    };
    form.choose('one');
    form.type('Ben');
    form.choose('two', 'three');
    expect(context(form)).toMatchObject({ images: [facts('one'), facts('two')], tooMany: true });
    form.send({ type: 'image.removed', id: 'one' });
    expect(context(form)).toMatchObject({ images: [facts('two')], tooMany: false });
    expect(written).toEqual(['+one', '+two', '-one']);
    expect(form.files.get('three')).toBeUndefined();
  });

  it('has a file written again that could not be kept', async () => {
    const form = await ready();
    const { save } = form.drafts.port;
    form.drafts.port.save = async () => {
      throw new Error('full');
    };
    form.choose('one');
    await vi.waitFor(() => expect(log).toHaveBeenCalledOnce());
    form.drafts.port.save = save;
    form.type('Ben');
    expect([...form.drafts.files.keys()]).toEqual(['one']);
  });

  it('is written again when a request of another tab has dropped it', async () => {
    const form = await ready({ draft: draftWith() });
    await form.drafts.port.clear([]);
    form.send({ type: 'draft.dropped' });
    expect(form.drafts.stored()).toBeUndefined();
    form.type('Ben');
    await form.drafts.port.clear([]);
    form.send({ type: 'draft.dropped' });
    expect(form.drafts.stored()?.fields.name).toBe('Ben');
  });

  it('is dropped with its files when the form is cleared', async () => {
    const form = await ready();
    form.type('Ann');
    form.choose('one');
    form.send({ type: 'form.cleared' });
    expect(context(form)).toMatchObject({ fields: { name: '' }, images: [] });
    expect(form.drafts.stored()).toBeUndefined();
    expect(form.drafts.files.size).toBe(0);
    expect(form.files.get('one')).toBeUndefined();
  });
});

it('names an image that the browser cannot read', async () => {
  const form = await ready();
  form.choose('one', 'two');
  form.send({ type: 'image.removed', id: 'one', isUnreadable: true });
  expect(context(form)).toMatchObject({ images: [facts('two')], rejected: ['one.jpg'] });
});

describe('sending', () => {
  it('hands the request over in the press itself, then follows it to the end', async () => {
    const save = saving({ outcome: 'saved', key: 'k', isKept: true });
    const list = async () => [summary('k')];
    const form = await submitted({ outbox: { save, list } });
    const images = [{ ...chosen('one'), file: form.files.get('one')!, isStored: false }];
    expect(save).toHaveBeenCalledExactlyOnceWith({ fields: FIELDS, images }, false);
    expect(form.actor.getSnapshot().value).toBe('saving');
    await form.reach({ sending: 'creating' });
    form.emit({ type: 'created', key: 'k', id: '1' });
    await form.reach({ sending: 'uploading' });
    form.emit({ type: 'sent', key: 'other', id: '2' });
    form.emit({ type: 'sent', key: 'k', id: '1' });
    await form.reach('success');
    form.send({ type: 'form.closed' });
    expect(context(form)).toMatchObject({ fields: { name: '' }, images: [], key: null });
    expect(context(form).open).toBe(false);
  });

  it('says which files the database has already', async () => {
    const save = saving({ outcome: 'full' });
    const form = await ready({ outbox: { save } });
    form.choose('one');
    await vi.waitFor(() => expect(form.files.withFiles([facts('one')])[0]!.isStored).toBe(true));
    form.send({ type: 'form.submitted' });
    expect(save.mock.lastCall![0].images).toMatchObject([{ id: 'one', isStored: true }]);
  });

  it('without a network it is queued at once', async () => {
    const form = await submitted({ isOnline: false });
    await form.reach({ sending: 'queued' });
  });

  it('what was removed elsewhere leaves an empty form', async () => {
    const form = await submitted();
    await form.reach('sending');
    form.emit({ type: 'removed', key: 'k' });
    await form.reach('editing');
    expect(context(form)).toMatchObject({ fields: { name: '' }, key: null });
  });

  it('a refusal returns to editing with everything kept, logged', async () => {
    const reopen = async () => ({ fields: FIELDS, images: [chosen('again')], replaces: 'k' });
    const form = await submitted({ outbox: { reopen } });
    await form.reach('sending');
    form.emit({ type: 'refused', key: 'k', attention });
    await form.reach('editing');
    expect(context(form)).toMatchObject({
      fields: FIELDS,
      images: [facts('again')],
      replaces: 'k',
      key: null,
    });
    expect(log.mock.lastCall![1]).toMatchObject({ type: 'delivery.refused', attention });
    expect(form.drafts.stored()).toEqual({
      fields: FIELDS,
      images: [facts('again')],
      replaces: 'k',
    });
  });

  it('leaves a refused record in the outbox when nobody is looking', async () => {
    const reopen = vi.fn(() => Promise.resolve(undefined));
    const form = await submitted({ outbox: { reopen } });
    await form.reach('sending');
    form.send({ type: 'form.closed' });
    form.emit({ type: 'refused', key: 'k', attention });
    await form.reach('editing');
    expect(reopen).not.toHaveBeenCalled();
    expect(context(form)).toMatchObject({ fields: { name: '' }, key: null });
  });

  it('a full device is told, and the visitor may send without keeping', async () => {
    const save = saving({ outcome: 'saved', key: 'k', isKept: false });
    save.mockResolvedValueOnce({ outcome: 'full' });
    const form = await submitted({ outbox: { save, list: async () => [summary('k')] } });
    await form.reach({ editing: 'full' });
    expect(context(form)).toMatchObject({ fields: FIELDS, images: [facts('one')] });
    form.send({ type: 'form.submitted', inMemory: true });
    await form.reach('sending');
    expect(save.mock.calls.map(([, inMemory]) => inMemory)).toEqual([false, true]);
    expect(context(form).inMemory).toBe(true);
  });

  it.each<[string, Setup['outbox']]>([
    ['storage is full', { saved: { outcome: 'full' } }],
    ['saving breaks', { save: () => Promise.reject(new Error('bug')) }],
  ])('tells behind a closed form that %s', async (_, outbox) => {
    const form = await submitted({ outbox: outbox! });
    form.send({ type: 'form.closed' });
    await form.reach('editing');
    expect(context(form)).toMatchObject({ fields: FIELDS, unsent: true });
    form.send({ type: 'form.opened' });
    expect(context(form).unsent).toBe(false);
  });
});

describe('after a reload', () => {
  it.each([
    [
      'goes on with the delivery',
      [summary('k', { step: 'upload' })],
      false,
      { sending: 'uploading' },
    ],
    ['says that it was sent meanwhile', [], true, 'success'],
    ['is empty when nobody knows of it any more', [], false, 'editing'],
  ] as const)('%s', async (_, list, wasSent, state) => {
    const before = await submitted();
    await before.reach('sending');
    const form = start({
      tab: before.tab,
      outbox: {
        save: () => Promise.reject(new Error('saved a second time')),
        list: async () => [...list],
        wasSent: async () => wasSent,
      },
    });
    await form.reach(state);
    expect(log).not.toHaveBeenCalled();
  });
});

describe('a record that is to be edited', () => {
  const reopen: OutboxPort['reopen'] = async (key) => ({
    fields: { ...FIELDS, name: 'Old' },
    images: [],
    replaces: key,
  });

  it('is taken up after the outcome of a delivery', async () => {
    for (const event of [
      { type: 'sent', key: 'k', id: '1' },
      { type: 'postponed', key: 'k', notBefore: 0 },
    ] as const) {
      const form = await submitted({ outbox: { reopen } });
      await form.reach('sending');
      form.emit(event);
      await form.reach(event.type === 'sent' ? 'success' : { sending: 'queued' });
      form.send({ type: 'record.edited', key: 'old' });
      await form.reach('editing');
      expect(context(form).fields.name).toBe('Old');
    }
  });

  it('waits while another one is on its way', async () => {
    const form = await submitted({ outbox: { reopen } });
    await form.reach('sending');
    form.send({ type: 'record.edited', key: 'old' });
    form.emit({ type: 'sent', key: 'k', id: '1' });
    await form.reach('success');
    form.send({ type: 'form.closed' });
    await form.reach('editing');
    expect(context(form).fields.name).toBe('Old');
  });

  it('asks first when something else is in the form', async () => {
    const form = await ready({ outbox: { reopen } });
    form.type('Ben');
    form.send({ type: 'record.edited', key: 'old' });
    await form.reach('confirming');
    form.send({ type: 'replacement.declined' });
    expect(context(form).fields.name).toBe('Ben');
    form.send({ type: 'record.edited', key: 'old' });
    form.send({ type: 'replacement.confirmed' });
    await form.reach('editing');
    expect(context(form).fields.name).toBe('Old');
  });

  it('is replaced when it is sent, also after a reload, and by no other form', async () => {
    const save = saving({ outcome: 'saved', key: 'k', isKept: true });
    const form = start({ outbox: { reopen } });
    form.send({ type: 'record.edited', key: 'old' });
    await vi.waitFor(() => expect(context(form).replaces).toBe('old'));
    form.send({ type: 'fields.changed', fields: { name: 'Ben' } });
    const { fields, replaces } = form.drafts.stored()!;
    const again = start({ draft: { fields, images: [], replaces: replaces! }, outbox: { save } });
    await again.reach('editing');
    again.send({ type: 'form.submitted' });
    expect(save.mock.lastCall![0]).toMatchObject({ replaces: 'old' });
    await submitted({ outbox: { save } });
    expect(save.mock.lastCall![0]).not.toHaveProperty('replaces');
  });

  it('that cannot be read stays in the outbox, and the form says so', async () => {
    const form = await ready({ outbox: { reopen: () => Promise.reject(new Error('bug')) } });
    form.send({ type: 'record.edited', key: 'old' });
    await form.reach({ editing: 'unopened' });
    form.send({ type: 'form.closed' });
    await form.reach({ editing: 'ready' });
  });
});
