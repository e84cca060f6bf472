import { expect, test } from 'vitest';
import { createDrafts } from '../../../src/outbox/drafts';
import { createMemoryStore } from '../../../src/outbox/memoryStore';
import { reopenForEdit } from '../../../src/outbox/reopen';
import { saveRequest } from '../../../src/outbox/requests';
import { EMPTY_FIELDS } from '../../../src/domain/validation';
import { refusal } from './fakeBackend';
import { createDevice, fields, picture } from './harness';

const image = { id: 'a', ...picture(100, 1) };

test('fields and images are kept apart and loaded together', async () => {
  const drafts = createDrafts(createMemoryStore());
  expect(await drafts.load()).toBeUndefined();
  await drafts.saveImages([image], 'mine');
  expect(await drafts.load()).toEqual({ fields: EMPTY_FIELDS, images: [image], draft: 'mine' });
  await drafts.saveFields(fields, { draft: 'mine' });
  expect(await drafts.load()).toEqual({ fields, images: [image], draft: 'mine' });
  await drafts.clear(['mine']);
  expect(await drafts.load()).toBeUndefined();
});

test('where the database takes no files, what is prepared is kept without them', async () => {
  const store = createMemoryStore();
  const refused = new DOMException('No files in a private window.', 'DataCloneError');
  const { saveDraft } = store;
  store.saveDraft = async (change) => {
    if (change.images?.some(({ unprepared }) => unprepared)) throw refused;
    return saveDraft(change);
  };
  const drafts = createDrafts(store);
  const file = new Blob(['door']);
  const chosen = { id: 'b', name: 'b.png', type: 'image/png', file, unprepared: true } as const;
  await drafts.saveImages([image, chosen], 'mine');
  expect((await drafts.load())?.images).toEqual([image]);

  store.saveDraft = () => Promise.reject(refused);
  await expect(drafts.saveImages([image], 'mine')).rejects.toBe(refused);
});

test('fields say which record they replace, and other fields take that back', async () => {
  const drafts = createDrafts(createMemoryStore());
  await drafts.saveFields(fields, { draft: 'mine', replaces: 'old' });
  await drafts.saveImages([image], 'mine');
  expect(await drafts.load()).toEqual({ fields, images: [image], replaces: 'old', draft: 'mine' });
  await drafts.saveFields({ ...fields, name: 'Grace' }, { draft: 'mine' });
  expect(await drafts.load()).toEqual({
    fields: { ...fields, name: 'Grace' },
    images: [image],
    draft: 'mine',
  });
});

test('a request from a form that took nothing back replaces nothing', async () => {
  const device = createDevice();
  device.server.fault('create', refusal(400));
  const saved = await saveRequest(device.deps, fields, []);
  await device.deliverer.deliver();
  await reopenForEdit(device.deps, (saved as { key: string }).key);
  await saveRequest(device.deps, { ...fields, name: 'Grace' }, []);
  expect(await device.store.list()).toHaveLength(2);
});

test('saving a request drops the draft', async () => {
  const { deps, store } = createDevice();
  const drafts = createDrafts(store);
  await drafts.saveFields(fields, { draft: 'mine' });
  await saveRequest(deps, fields, []);
  expect(await drafts.load()).toBeUndefined();
});

test("another tab's draft stays", async () => {
  const { deps, store } = createDevice();
  const drafts = createDrafts(store);
  await drafts.saveFields(fields, { draft: 'other' });
  await drafts.clear(['mine']);
  await saveRequest(deps, { ...fields, name: 'Grace' }, [], { drafts: ['mine'] });
  expect(await drafts.load()).toMatchObject({ fields, draft: 'other' });
  await saveRequest(deps, fields, [], { drafts: ['other'] });
  expect(await drafts.load()).toBeUndefined();
});

test('what is saved or sent under a key is not saved again', async () => {
  const { deps, store, deliverer } = createDevice();
  expect(await saveRequest(deps, fields, [], { key: 'k' })).toEqual({ outcome: 'saved', key: 'k' });
  const again = { outcome: 'saved', key: 'k', already: true };
  expect(await saveRequest(deps, fields, [], { key: 'k' })).toEqual(again);
  expect(await store.list()).toHaveLength(1);
  await deliverer.deliver();
  expect(await saveRequest(deps, fields, [], { key: 'k' })).toEqual(again);
  expect(await store.list()).toEqual([]);
});
