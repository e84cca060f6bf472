import { describe, expect, it, vi } from 'vitest';
import { createActor, SimulatedClock, waitFor } from 'xstate';
import type { Draft, ImagePort, OutboxPort } from '../../../../src/domain/ports';
import { createDeliveryMemory } from '../../../../src/features/request/deliveryMemory';
import { createDraftKeeper } from '../../../../src/features/request/draftKeeper';
import { formWithEffects } from '../../../../src/features/request/formEffects';
import { createImageShelf } from '../../../../src/features/request/imageShelf';
import { UnusablePicture } from '../../../../src/features/request/unusablePicture';
import { FIELDS, fakeDrafts, fakeOutbox, picture, summary } from './fakePorts';

const attention = { step: 'create', status: 403, message: 'no' } as const;
const facts = (id: string) => ({ id, name: `${id}.jpg`, type: 'image/jpeg' });

function tabStorage() {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
}

const saveAsAsked: OutboxPort['save'] = (_, __, options) =>
  Promise.resolve({ outcome: 'saved', key: options!.key! });

interface Setup {
  draft?: Draft;
  /** Holds the stored draft back until it resolves. */
  storage?: () => Promise<void>;
  clock?: SimulatedClock;
  /** Names the form. */
  form?: string;
  outbox?: Partial<OutboxPort>;
  prepare?: ImagePort['prepare'];
  tab?: ReturnType<typeof tabStorage>;
}

function start({
  draft,
  storage,
  clock,
  outbox,
  prepare,
  tab = tabStorage(),
  form = 'form',
}: Setup = {}) {
  const shelf = createImageShelf();
  const drafts = fakeDrafts(draft);
  const { load } = drafts.port;
  if (storage)
    drafts.port.load = async () => {
      await storage();
      return load();
    };
  const { port, emit } = fakeOutbox(outbox);
  const logged: unknown[] = [];
  let ids = 0;
  const machine = formWithEffects({
    services: {
      outbox: port,
      drafts: drafts.port,
      images: { prepare: prepare ?? ((file) => Promise.resolve(picture(file.name))) },
    },
    shelf,
    keeper: createDraftKeeper(drafts.port, (error) => logged.push(error)),
    memory: createDeliveryMemory(() => tab),
    isOnline: () => true,
    now: () => 0,
    newId: () => `new${(ids += 1)}`,
    log: (_, error) => logged.push(error),
  });
  const actor = createActor(machine, { input: { form }, ...(clock && { clock }) }).start();
  const choose = (...names: string[]) => {
    for (const id of names) shelf.addFile(id, new File(['x'], `${id}.jpg`, { type: 'image/jpeg' }));
    actor.send({ type: 'files.chosen', files: names.map(facts), rejected: [] });
  };
  const reach = (flow: unknown) =>
    waitFor(actor, (snapshot) => snapshot.matches({ flow, pictures: 'idle' } as never), {
      timeout: 2000,
    });
  return { actor, drafts, emit, logged, shelf, choose, reach, tab };
}

const context = (form: ReturnType<typeof start>) => form.actor.getSnapshot().context;

describe('the request form with its effects', () => {
  it('merges a draft under what was typed before it was there', async () => {
    const form = start({
      draft: { fields: { ...FIELDS, phone: '1' }, images: [{ id: 'd', ...picture('d.jpg') }] },
    });
    form.actor.send({ type: 'fields.changed', fields: { name: 'Ben' } });
    form.choose('one');
    await form.reach('editing');
    expect(context(form).fields).toEqual({ ...FIELDS, phone: '1', name: 'Ben' });
    expect(context(form).images.map(({ id }) => id)).toEqual(['d', 'one']);
    await vi.waitFor(() =>
      expect(form.drafts.stored()?.images.map(({ id }) => id)).toEqual(['d', 'one']),
    );
    expect(form.drafts.stored()?.fields.name).toBe('Ben');
  });

  it('keeps nothing before a slow draft is there, which is merged under what was typed', async () => {
    const clock = new SimulatedClock();
    let open: () => void = () => undefined;
    const form = start({
      clock,
      storage: () => new Promise((resolve) => (open = resolve)),
      draft: { fields: { ...FIELDS, phone: '1' }, images: [{ id: 'd', ...picture('d.jpg') }] },
    });
    clock.increment(8000);
    form.actor.send({ type: 'fields.changed', fields: { name: 'Ben' } });
    form.choose('one');
    expect(form.drafts.calls).toEqual([]);
    open();
    await form.reach('editing');
    expect(context(form).fields).toEqual({ ...FIELDS, phone: '1', name: 'Ben' });
    expect(context(form).images.map(({ id }) => id)).toEqual(['d', 'one']);
    await vi.waitFor(() => expect(form.drafts.stored()?.fields.name).toBe('Ben'));
  });

  it('asks twice for a draft before it gives up, and so does not overwrite it', async () => {
    let asked = 0;
    const storage = () =>
      (asked += 1) === 1 ? Promise.reject(new Error('too slow')) : Promise.resolve();
    const form = start({
      storage,
      draft: { fields: FIELDS, images: [] },
    });
    await form.reach('editing');
    expect(context(form).fields).toEqual(FIELDS);
  });

  it('sends without saving where the storage never answers, and leaves the draft alone', async () => {
    const clock = new SimulatedClock();
    const sendDirectly = vi.fn(() => Promise.resolve());
    const form = start({
      clock,
      outbox: { sendDirectly },
      storage: () => new Promise(() => undefined),
    });
    clock.increment(20_000);
    form.actor.send({ type: 'fields.changed', fields: FIELDS });
    form.choose('one');
    await form.reach('editing');
    form.actor.send({ type: 'form.submitted' });
    await form.reach('sent');
    expect(sendDirectly).toHaveBeenCalledOnce();
    form.actor.send({ type: 'form.closed' });
    form.actor.send({ type: 'fields.changed', fields: FIELDS });
    form.actor.send({ type: 'form.cleared' });
    expect(form.drafts.calls).toEqual([]);
  });

  it('keeps a picture before it is prepared, and prepares it after a reload', async () => {
    const stuck = start({ prepare: () => new Promise(() => undefined) });
    await waitFor(stuck.actor, (snapshot) => snapshot.matches({ flow: 'editing' }));
    stuck.choose('one');
    await vi.waitFor(() =>
      expect(stuck.drafts.stored()?.images).toMatchObject([{ id: 'one', unprepared: true }]),
    );
    const again = start({ draft: stuck.drafts.stored()! });
    await again.reach('editing');
    expect(context(again).images).toEqual([facts('one')]);
    await vi.waitFor(() => expect(again.drafts.stored()?.images[0]?.unprepared).toBeUndefined());
  });

  it('leaves a picture out that cannot be read any more, and says so in the log', async () => {
    const gone = new DOMException('The file is gone.', 'NotReadableError');
    const file = Object.assign(new Blob(['door']), { arrayBuffer: () => Promise.reject(gone) });
    const chosen = { id: 'c', name: 'c.png', type: 'image/png', file, unprepared: true } as const;
    const images = [chosen, { id: 'd', ...picture('d.jpg') }];
    const form = start({ draft: { fields: FIELDS, images, draft: 'mine' } });
    await form.reach('editing');
    expect(context(form).images.map(({ id }) => id)).toEqual(['d']);
    expect(context(form).fields).toEqual(FIELDS);
    expect(form.logged).toContain(gone);
  });

  it('takes two pictures at most and says so', async () => {
    const form = start();
    await form.reach('editing');
    form.choose('one', 'two', 'three');
    await form.reach('editing');
    expect(context(form).images.map(({ id }) => id)).toEqual(['one', 'two']);
    expect(context(form).tooMany).toBe(true);
    expect(form.shelf.file('three')).toBeUndefined();
    form.actor.send({ type: 'image.removed', id: 'one' });
    expect(context(form)).toMatchObject({ tooMany: false, images: [facts('two')] });
  });

  it('does not add what turns out to be no picture, and logs what broke', async () => {
    const broken = new Error('out of memory');
    const form = start({
      prepare: (file) =>
        Promise.reject(file.name === 'one.jpg' ? new UnusablePicture('undecodable') : broken),
    });
    await form.reach('editing');
    form.choose('one', 'two');
    await form.reach('editing');
    expect(context(form)).toMatchObject({
      images: [],
      pending: [],
      rejected: ['one.jpg', 'two.jpg'],
    });
    expect(form.logged).toEqual([broken]);
  });

  it('a picture that is removed while it is prepared stays away', async () => {
    let finish: () => void = () => undefined;
    const form = start({
      prepare: (file) => new Promise((resolve) => (finish = () => resolve(picture(file.name)))),
    });
    await form.reach('editing');
    form.choose('one');
    form.actor.send({ type: 'image.removed', id: 'one' });
    finish();
    await form.reach('editing');
    expect(context(form)).toMatchObject({ images: [], pending: [] });
    expect(form.shelf.prepared(['one'])).toEqual([]);
  });

  it('waits for pictures, saves, follows to the end and drops the draft', async () => {
    const save = vi.fn(() => Promise.resolve({ outcome: 'saved', key: 'k' } as const));
    const form = start({ outbox: { save } });
    await form.reach('editing');
    form.actor.send({ type: 'fields.changed', fields: FIELDS });
    form.choose('one');
    form.actor.send({ type: 'form.submitted' });
    await form.reach({ delivering: 'creating' });
    await vi.waitFor(() => expect(context(form).key).toBe('k'));
    expect(save).toHaveBeenCalledWith(FIELDS, [picture('one.jpg')], {
      key: expect.stringMatching(/^form-0\./) as string,
      drafts: ['form-0'],
    });
    form.emit({ type: 'created', key: 'k', id: '1' });
    await form.reach({ delivering: 'uploading' });
    form.emit({ type: 'sent', key: 'k', id: '1', files: [] });
    await form.reach('sent');
    await vi.waitFor(() => expect(form.drafts.stored()).toBeUndefined());
    form.actor.send({ type: 'form.closed' });
    expect(context(form)).toMatchObject({
      fields: { name: '' },
      images: [],
      key: null,
      open: false,
    });
  });

  it('a refusal returns to editing with everything kept, logged', async () => {
    const reopen = () => Promise.resolve({ fields: FIELDS, images: [picture('one.jpg')] });
    const form = start({ outbox: { reopen } });
    await form.reach('editing');
    form.actor.send({ type: 'fields.changed', fields: FIELDS });
    form.choose('one');
    form.actor.send({ type: 'form.submitted' });
    await vi.waitFor(() => expect(context(form).key).toBe('k'));
    form.emit({ type: 'refused', key: 'k', attention });
    await form.reach('editing');
    expect(context(form)).toMatchObject({
      fields: FIELDS,
      images: [{ id: 'new1', name: 'one.jpg' }],
      key: null,
    });
    expect(form.shelf.prepared(['new1'])).toHaveLength(1);
    expect(form.logged).toMatchObject([{ type: 'delivery.refused', status: 403 }]);
    await vi.waitFor(() =>
      expect(form.drafts.stored()).toMatchObject({ fields: FIELDS, images: [{ id: 'new1' }] }),
    );
  });

  it('leaves a refused record in the outbox when nobody is looking', async () => {
    const reopen = vi.fn(() => Promise.resolve(undefined));
    const form = start({ outbox: { reopen } });
    await form.reach('editing');
    form.actor.send({ type: 'fields.changed', fields: FIELDS });
    form.actor.send({ type: 'form.submitted' });
    await vi.waitFor(() => expect(context(form).key).toBe('k'));
    form.actor.send({ type: 'form.closed' });
    form.emit({ type: 'refused', key: 'k', attention });
    await form.reach('editing');
    expect(reopen).not.toHaveBeenCalled();
    expect(context(form)).toMatchObject({ fields: { name: '' }, key: null });
  });

  it('sends directly where nothing can be saved, and keeps everything when that fails', async () => {
    const sendDirectly = vi.fn(() => Promise.reject(new Error('no network')));
    const save = () => Promise.resolve({ outcome: 'unavailable' } as const);
    const form = start({ outbox: { save, sendDirectly } });
    await form.reach('editing');
    form.actor.send({ type: 'fields.changed', fields: FIELDS });
    form.actor.send({ type: 'form.submitted' });
    await form.reach({ editing: 'unreachable' });
    expect(sendDirectly).toHaveBeenCalledOnce();
    expect(context(form).fields).toEqual(FIELDS);
  });

  const returning = {
    'storage is full': { save: () => Promise.resolve({ outcome: 'full' } as const) },
    'saving breaks': { save: () => Promise.reject(new Error('bug')) },
    'nothing can be saved nor sent': {
      save: () => Promise.resolve({ outcome: 'unavailable' } as const),
      sendDirectly: () => Promise.reject(new Error('no network')),
    },
    'it is refused': {
      save: () => Promise.resolve({ outcome: 'unavailable' } as const),
      sendDirectly: (_, __, onEvent) => {
        onEvent({ type: 'refused', key: 'x', attention });
        return Promise.resolve();
      },
    },
  } satisfies Record<string, Partial<OutboxPort>>;
  it.each(Object.entries(returning))('tells behind a closed form that %s', async (_, outbox) => {
    const form = start({ outbox });
    await form.reach('editing');
    form.actor.send({ type: 'fields.changed', fields: FIELDS });
    form.actor.send({ type: 'form.submitted' });
    form.actor.send({ type: 'form.closed' });
    await form.reach('editing');
    expect(context(form)).toMatchObject({ fields: FIELDS, unsent: true });
    form.actor.send({ type: 'form.opened' });
    expect(context(form).unsent).toBe(false);
  });

  it('does not send without a picture that breaks while it is gathered', async () => {
    let fail: () => void = () => undefined;
    const save = vi.fn<OutboxPort['save']>(() => Promise.resolve({ outcome: 'saved', key: 'k' }));
    const form = start({
      outbox: { save },
      prepare: () =>
        new Promise((_, reject) => (fail = () => reject(new UnusablePicture('undecodable')))),
    });
    await form.reach('editing');
    form.actor.send({ type: 'fields.changed', fields: FIELDS });
    form.choose('one');
    form.actor.send({ type: 'form.submitted' });
    fail();
    await form.reach('editing');
    expect(save).not.toHaveBeenCalled();
    expect(context(form)).toMatchObject({ fields: FIELDS, rejected: ['one.jpg'], unsent: false });
    form.actor.send({ type: 'form.submitted' });
    await vi.waitFor(() => expect(save).toHaveBeenCalledOnce());
  });

  it('takes up a record that was asked for during another delivery', async () => {
    const reopen = () => Promise.resolve({ fields: { ...FIELDS, name: 'Old' }, images: [] });
    const form = start({ outbox: { reopen } });
    await form.reach('editing');
    form.actor.send({ type: 'fields.changed', fields: FIELDS });
    form.actor.send({ type: 'form.submitted' });
    await vi.waitFor(() => expect(context(form).key).toBe('k'));
    form.actor.send({ type: 'record.edited', key: 'old' });
    form.emit({ type: 'sent', key: 'k', id: '1', files: [] });
    await form.reach('sent');
    form.actor.send({ type: 'form.closed' });
    await form.reach('editing');
    expect(context(form).fields.name).toBe('Old');
  });

  it('leaves the outcome of a delivery for a record that is asked for', async () => {
    const reopen = () => Promise.resolve({ fields: { ...FIELDS, name: 'Old' }, images: [] });
    for (const type of ['sent', 'postponed'] as const) {
      const form = start({ outbox: { reopen } });
      await form.reach('editing');
      form.actor.send({ type: 'fields.changed', fields: FIELDS });
      form.actor.send({ type: 'form.submitted' });
      await vi.waitFor(() => expect(context(form).key).toBe('k'));
      form.emit({ type, key: 'k', id: '1', files: [], notBefore: 0 });
      await form.reach(type === 'sent' ? 'sent' : { delivering: 'queued' });
      form.actor.send({ type: 'record.edited', key: 'old' });
      await form.reach('editing');
      expect(context(form).fields.name).toBe('Old');
    }
  });

  it.each([
    [
      'goes on with a delivery that a reload interrupted',
      [summary('k', { step: 'upload' })],
      false,
      { delivering: 'uploading' },
    ],
    ['says that it was sent meanwhile', [], true, 'sent'],
    ['is empty when nobody knows of it any more', [], false, 'editing'],
  ] as const)('%s', async (_, list, wasSent, flow) => {
    const tab = tabStorage();
    createDeliveryMemory(() => tab).remember({ key: 'k', total: 2 });
    const save = () => Promise.reject(new Error('saved a second time'));
    const form = start({
      tab,
      outbox: {
        save,
        list: () => Promise.resolve([...list]),
        wasSent: () => Promise.resolve(wasSent),
      },
    });
    await form.reach(flow);
    expect(form.logged).toEqual([]);
  });

  it('takes a record back for editing, after asking when something else is in the form', async () => {
    const reopen = () => Promise.resolve({ fields: FIELDS, images: [] });
    const blank = start({ outbox: { reopen } });
    blank.actor.send({ type: 'record.edited', key: 'old' });
    await vi.waitFor(() => expect(context(blank).fields).toEqual(FIELDS));
    const dirty = start({ outbox: { reopen } });
    await dirty.reach('editing');
    dirty.actor.send({ type: 'fields.changed', fields: { name: 'Ben' } });
    dirty.actor.send({ type: 'record.edited', key: 'old' });
    await dirty.reach('confirming');
    dirty.actor.send({ type: 'replacement.declined' });
    expect(context(dirty).fields.name).toBe('Ben');
    dirty.actor.send({ type: 'record.edited', key: 'old' });
    dirty.actor.send({ type: 'replacement.confirmed' });
    await vi.waitFor(() => expect(context(dirty).fields).toEqual(FIELDS));
  });

  it('replaces the record it took back, also after a reload, and no other form does', async () => {
    const save = vi.fn<OutboxPort['save']>(() => Promise.resolve({ outcome: 'saved', key: 'k' }));
    const reopen = () => Promise.resolve({ fields: FIELDS, images: [] });
    const form = start({ outbox: { reopen, save } });
    form.actor.send({ type: 'record.edited', key: 'old' });
    await vi.waitFor(() => expect(context(form).replaces).toBe('old'));
    form.actor.send({ type: 'fields.changed', fields: { name: 'Ben' } });
    await vi.waitFor(() => expect(form.drafts.stored()).toMatchObject({ replaces: 'old' }));

    const again = start({ draft: form.drafts.stored()!, outbox: { save } });
    await again.reach('editing');
    again.actor.send({ type: 'form.submitted' });
    await vi.waitFor(() => expect(save).toHaveBeenCalledOnce());
    expect(save.mock.lastCall![2]).toMatchObject({ replaces: 'old' });

    const other = start({ outbox: { save } });
    await other.reach('editing');
    other.actor.send({ type: 'fields.changed', fields: { name: 'Cid' } });
    await vi.waitFor(() => expect(other.drafts.stored()).not.toHaveProperty('replaces'));
    other.actor.send({ type: 'form.submitted' });
    await vi.waitFor(() => expect(save).toHaveBeenCalledTimes(2));
    expect(save.mock.lastCall![2]).not.toHaveProperty('replaces');
  });

  const kept: Draft = { fields: FIELDS, images: [{ id: 'd', ...picture('d.jpg') }], draft: 'kept' };
  const sendFrom = async (form: ReturnType<typeof start>) => {
    await form.reach('editing');
    form.actor.send({ type: 'form.submitted' });
    await vi.waitFor(() => expect(context(form).key).not.toBeNull());
  };

  it('two tabs send the same draft under the same key, and a changed one under another', async () => {
    const keys: (string | undefined)[] = [];
    const save: OutboxPort['save'] = async (_, __, options) => {
      keys.push(options?.key);
      return { outcome: 'saved', key: options!.key! };
    };
    await sendFrom(start({ draft: kept, outbox: { save }, form: 'a' }));
    await sendFrom(start({ draft: kept, outbox: { save }, form: 'b' }));
    const changed = start({ draft: kept, outbox: { save }, form: 'c' });
    await changed.reach('editing');
    changed.actor.send({ type: 'fields.changed', fields: { name: 'Ben' } });
    await sendFrom(changed);
    expect(keys[0]).toMatch(/^kept\./);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).toMatch(/^c-0\./);
  });

  it('is emptied when another tab sends just what it shows, and kept when that was changed', async () => {
    const first = start({ draft: kept, outbox: { save: saveAsAsked }, form: 'a' });
    await sendFrom(first);
    const key = context(first).key!;
    const same = start({ draft: kept, form: 'b' });
    await same.reach('editing');
    same.actor.send({ type: 'request.saved', key });
    expect(context(same)).toMatchObject({ fields: { name: '' }, images: [] });
    const changed = start({ draft: kept, form: 'c' });
    await changed.reach('editing');
    changed.actor.send({ type: 'fields.changed', fields: { name: 'Ben' } });
    await vi.waitFor(() => expect(changed.drafts.stored()?.fields.name).toBe('Ben'));
    await changed.drafts.port.clear(['kept']);
    changed.actor.send({ type: 'request.saved', key });
    expect(context(changed)).toMatchObject({ fields: { name: 'Ben' }, images: [{ id: 'd' }] });
    await vi.waitFor(() =>
      expect(changed.drafts.stored()).toMatchObject({
        fields: { name: 'Ben' },
        images: [{ id: 'd' }],
      }),
    );
  });

  it('does not restore a draft that was sent just so', async () => {
    const first = start({ draft: kept, outbox: { save: saveAsAsked }, form: 'a' });
    await sendFrom(first);
    const sent = context(first).key;
    const wasSent = (key: string) => Promise.resolve(key === sent);
    const form = start({ draft: kept, outbox: { wasSent } });
    await form.reach('editing');
    expect(context(form)).toMatchObject({ fields: { name: '' }, images: [] });
    const other = start({
      draft: { ...kept, fields: { ...FIELDS, name: 'Ben' } },
      outbox: { wasSent },
    });
    await other.reach('editing');
    expect(context(other).fields.name).toBe('Ben');
  });

  it('clears everything', async () => {
    const form = start();
    await form.reach('editing');
    form.actor.send({ type: 'fields.changed', fields: FIELDS });
    form.choose('one');
    await form.reach('editing');
    form.actor.send({ type: 'form.cleared' });
    expect(context(form)).toMatchObject({ fields: { name: '' }, images: [] });
    await vi.waitFor(() => expect(form.drafts.calls.at(-1)).toBe('clear'));
    expect(form.shelf.prepared(['one'])).toEqual([]);
  });
});
