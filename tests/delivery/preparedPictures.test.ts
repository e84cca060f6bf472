/** How the deliverer prepares pictures, and what it does with those that cannot be prepared. */
// @module-tag official
import { describe, expect, test } from 'vitest';
import { connectOutbox } from '../../src/outbox/store/database';
import { createDeliverer } from '../../src/outbox/delivery/deliverAll';
import { createDrafts } from '../../src/outbox/store/drafts';
import { createExclusively } from '../../src/outbox/delivery/locks';
import type { Preparation } from '../../src/pictures/prepareImage';
import { prepareAhead } from '../../src/outbox/delivery/preparePictures';
import { deferred } from '../support/deferred';
import { eventually } from '../support/eventually';
import { expectDelivered } from './localBackend';
import type { Saved } from './device';
import { device } from './testDevice';
import { fields } from '../support/sampleRequests';
import { StorageError } from '../../src/lib/database';

describe('pictures', () => {
  const undecoded: Preparation = { type: 'undecoded' };

  test('that a worker cannot open wait for a page, which continues', async () => {
    const saved = await device.save([1000, 2000]);
    const { key } = saved;
    const prepareImage = async () => undecoded;
    const worker = createDeliverer({ ...device.deps, prepareImage, isPage: false });
    expect(await worker.deliver()).toEqual({});
    expect((await device.shown()).at(-1)).toMatchObject({ key, forPage: true });
    expect(await device.waiting()).toMatchObject([{ key, step: 'upload', forPage: true }]);
    await worker.deliver('all');
    expect(device.wire.log).toEqual(['create']);
    await device.deliver();
    await expectDelivered(device, saved);
  });

  test('that kill one worker are prepared by the next; those that kill two, by a page', async () => {
    // The process and its lock are gone.
    const dieOver = (size: number) =>
      new Promise<void>((died) => {
        const prepareImage = (file: Blob) =>
          file.size === size ? new Promise<never>(() => died()) : device.deps.prepareImage(file);
        const exclusively = createExclusively(undefined);
        const deps = { ...device.deps, prepareImage, exclusively, isPage: false };
        void createDeliverer(deps).deliver();
      });
    const worker = createDeliverer({ ...device.deps, isPage: false });
    const two = await device.save([1000, 2000]);
    await dieOver(1000);
    await dieOver(2000);
    await worker.deliver();
    expect(await device.waiting()).toEqual([]);

    const one = await device.save([3000], 'Another one.');
    await dieOver(3000);
    await dieOver(3000);
    await worker.deliver();
    expect((await device.shown()).at(-1)).toMatchObject({ forPage: true });
    await device.deliver();
    await expectDelivered(device, two, one);
  });

  test('whose bytes are lost while they wait are left out', async () => {
    const [two, one] = [await device.save([1000, 2000]), await device.save([3000], 'One picture.')];
    const { bytes } = device.deps.store;
    device.deps.store.bytes = async (key, at) => {
      const isLost = key === one.key || (at.index === 1 && at.part === 'image');
      return isLost ? undefined : bytes(key, at);
    };
    await device.deliver();
    await expectDelivered(device, { ...two, images: [two.images[0]!] }, { ...one, images: [] });
  });

  test('that the full disk cannot hold count as a failed try, and are prepared the next time', async () => {
    const saved = await device.save([1000, 2000]);
    const { update } = device.deps.store;
    let isFull = true;
    device.deps.store.update = async (record, expected, prepared) => {
      if (prepared && isFull) throw new StorageError('full');
      return update(record, expected, prepared);
    };
    const { nextAt } = await device.deliver();
    const { key } = saved;
    expect((await device.shown()).at(-1)).toMatchObject({ key, notBefore: nextAt });
    const [waiting] = await device.waiting();
    expect(waiting).toMatchObject({ step: 'upload', attempts: 1 });
    // It is no death of a worker.
    expect(waiting).not.toHaveProperty('prepareTries');
    isFull = false;
    device.clock.now = nextAt!;
    await device.deliver();
    await expectDelivered(device, saved);
  });

  test('whose bytes the disk cannot read now count as a failed try, and the other requests go on', async () => {
    const [saved, other] = [await device.save([1000]), await device.save([], 'No pictures.')];
    const { bytes } = device.deps.store;
    let isBroken = true;
    device.deps.store.bytes = async (...asked) => {
      if (isBroken) throw new StorageError('unavailable');
      return bytes(...asked);
    };
    const { nextAt } = await device.deliver();
    const [waiting, ...others] = await device.waiting();
    expect([waiting!.key, waiting!.attempts, waiting!.notBefore, waiting!.forPage, others]).toEqual(
      [saved.key, 1, nextAt, undefined, []],
    );
    isBroken = false;
    device.clock.now = nextAt!;
    await device.deliver();
    await expectDelivered(device, saved, other);
  });

  /** Prepares the pictures of a request ahead, as while they were its draft's. */
  async function ahead({ images }: Saved, prepareImage = device.deps.prepareImage) {
    const connection = connectOutbox();
    const { exclusively, now } = device.deps;
    const chosen = images.map(({ id, name, type }) => ({ id, name, type }));
    await createDrafts(connection, now).save({ fields, images: chosen }, [], []);
    await prepareAhead({ connection, exclusively, prepareImage, now });
    connection.close();
  }
  const failing = () => Promise.reject(new Error('It is prepared already.'));

  test('that were prepared ahead are sent as they are; the delivery waits while they are being prepared', async () => {
    const ready = await device.save([1000, 2000]);
    await ahead(ready);
    await createDeliverer({ ...device.deps, prepareImage: failing }).deliver();
    const late = await device.save([3000], 'Sent while it is prepared.');
    const [begun, going] = [deferred<void>(), deferred<void>()];
    const preparing = ahead(late, async (file) => {
      begun.resolve();
      await going.promise;
      return device.deps.prepareImage(file);
    });
    await begun.promise;
    device.wire.onRequest = () => going.resolve();
    await createDeliverer({ ...device.deps, prepareImage: failing }).deliver();
    await preparing;
    await expectDelivered(device, ready, late);
    const connection = connectOutbox();
    expect(
      await connection.read(['files'], (transaction) =>
        transaction.objectStore('files').getAllKeys(),
      ),
    ).toEqual([]);
    connection.close();
  });

  test('that killed a worker ahead and another in the delivery are prepared by a page', async () => {
    const saved = await device.save([1000]);
    const never = () => new Promise<never>(() => {});
    const exclusively = createExclusively(undefined);
    const dead = { ...device.deps, prepareImage: never, exclusively, isPage: false };
    device.deps.exclusively = createExclusively(undefined);
    const { images } = saved;
    const triesOf = async () => (await device.deps.store.preparedAhead(images[0]!.id))?.tries;
    void ahead(saved, never);
    await eventually(async () => expect(await triesOf()).toBe(1));
    device.deps.exclusively = createExclusively(undefined);
    void createDeliverer(dead).deliver();
    const dies = { step: 'upload', prepareTries: 1 };
    await eventually(async () => expect(await device.waiting()).toMatchObject([dies]));
    await createDeliverer({ ...device.deps, prepareImage: failing, isPage: false }).deliver();
    expect(await device.waiting()).toMatchObject([{ forPage: true }]);
    await device.deliver();
    await expectDelivered(device, saved);
  });
});
