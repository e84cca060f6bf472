import { expect, test } from 'vitest';
import { createDrafts } from '../../../src/outbox/drafts';
import { createMemoryStore } from '../../../src/outbox/memoryStore';
import { saveRequest } from '../../../src/outbox/requests';
import { EMPTY_FIELDS } from '../../../src/domain/validation';
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

test('saving a request drops the draft', async () => {
  const { deps, store } = createDevice();
  const drafts = createDrafts(store);
  await drafts.saveFields(fields);
  await saveRequest(deps, fields, []);
  expect(await drafts.load()).toBeUndefined();
});
