import { expect, test } from 'vitest';
import { createDirectDelivery } from '../../../src/outbox/direct';
import { createSaving } from '../../../src/outbox/saving';
import { StorageError, type OutboxStore } from '../../../src/outbox/store';
import { dropped } from './fakeBackend';
import { createDevice, expectDelivered, fields, picture } from './harness';

/** A device whose database commits the save and is then lost until `restore`. */
function createFailing(commits: boolean) {
  const device = createDevice();
  let isLost = false;
  const methods = Object.entries(device.store).map(([name, method]) => [
    name,
    async (...args: never[]) => {
      if (isLost) throw new StorageError('unavailable');
      if (name !== 'save') return (method as (...args: never[]) => unknown)(...args);
      if (commits) await (method as (...args: never[]) => unknown)(...args);
      isLost = true;
      throw new StorageError('unavailable');
    },
  ]);
  const store = Object.fromEntries(methods) as OutboxStore;
  const direct = createDirectDelivery({ ...device.deps, wait: async () => undefined });
  const saving = createSaving({ ...device.deps, store, direct });
  return { device, saving, restore: () => (isLost = false) };
}

const options = { key: 'k', drafts: ['d'] };

test('saved although its connection was lost, and sent directly: the same document', async () => {
  const { device, saving } = createFailing(true);
  expect(await saving.save(fields, [], options)).toEqual({ outcome: 'unavailable' });
  await saving.sendDirectly(fields, [], () => undefined, 'k');
  expect(await device.store.list()).toHaveLength(1);
  await device.deliverer.deliver();
  await expectNone(device);
});

test('with pictures: the copy is settled when storage is back, and goes nowhere', async () => {
  const { device, saving, restore } = createFailing(true);
  const images = [picture(1000, 1)];
  await saving.save(fields, images, options);
  restore();
  await saving.sendDirectly(fields, images, () => undefined, 'k');
  expect((await device.store.receipts()).map(({ key }) => key)).toEqual(['k']);
  await device.deliverer.deliver();
  await expectDelivered(device, images);
  expect(device.events.filter(({ type }) => type === 'sent')).toHaveLength(1);
});

test('another try to save and to send is of the same request', async () => {
  const { device, saving, restore } = createFailing(false);
  await saving.save(fields, [], options);
  device.server.fault('create', dropped, dropped, dropped);
  await expect(saving.sendDirectly(fields, [], () => undefined, 'k')).rejects.toThrow();
  restore();
  await saving.save(fields, [], options);
  await saving.sendDirectly(fields, [], () => undefined, 'k');
  expect(device.server.documents.size).toBe(1);
});

/** Nothing waits, and there is one document without files. */
async function expectNone(device: ReturnType<typeof createDevice>) {
  expect(await device.store.list()).toEqual([]);
  expect(device.server.documents.size).toBe(1);
}
