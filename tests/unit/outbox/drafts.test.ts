import { expect, test } from 'vitest';
import { createDrafts } from '../../../src/outbox/drafts';
import { createMemoryStore } from '../../../src/outbox/memoryStore';
import { reopenForEdit, saveRequest } from '../../../src/outbox/requests';
import { EMPTY_FIELDS } from '../../../src/domain/validation';
import { refusal } from './fakeBackend';
import { createDevice, fields, picture } from './harness';

const image = { id: 'a', ...picture(100, 1) };

test('fields and images are kept apart and loaded together', async () => {
  const drafts = createDrafts(createMemoryStore());
  expect(await drafts.load()).toBeUndefined();
  await drafts.saveImages([image]);
  expect(await drafts.load()).toEqual({ fields: EMPTY_FIELDS, images: [image] });
  await drafts.saveFields(fields);
  expect(await drafts.load()).toEqual({ fields, images: [image] });
  await drafts.clear();
  expect(await drafts.load()).toBeUndefined();
});

test('fields say which record they replace, and other fields take that back', async () => {
  const drafts = createDrafts(createMemoryStore());
  await drafts.saveFields(fields, 'old');
  await drafts.saveImages([image]);
  expect(await drafts.load()).toEqual({ fields, images: [image], replaces: 'old' });
  await drafts.saveFields({ ...fields, name: 'Grace' });
  expect(await drafts.load()).toEqual({ fields: { ...fields, name: 'Grace' }, images: [image] });
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
  await drafts.saveFields(fields);
  await saveRequest(deps, fields, []);
  expect(await drafts.load()).toBeUndefined();
});
