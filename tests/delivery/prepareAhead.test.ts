/** A draft's pictures are prepared before "Send request"; the delivery prepares the others. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connectOutbox } from '../../src/outbox/store/database';
import { createDrafts } from '../../src/outbox/store/drafts';
import { createExclusively } from '../../src/outbox/delivery/locks';
import { createIdbStore } from '../../src/outbox/store/idbStore';
import type { Preparation } from '../../src/pictures/prepareImage';
import { prepareAhead } from '../../src/outbox/delivery/preparePictures';
import './fakeDatabase';
import { fields, image, prepareSample } from '../support/sampleRequests';
import { deferred } from '../support/deferred';
import { StorageError } from '../../src/lib/database';

let connection = connectOutbox();
beforeEach(() => {
  connection = connectOutbox();
});
afterEach(() => connection.close());

const now = () => 1000;
const images = [image(500, 1), image(700, 2)];
const draftOf = (chosen = images) => ({
  fields,
  images: chosen.map(({ id, name, type }) => ({ id, name, type })),
});
const [first, second] = images as [(typeof images)[0], (typeof images)[0]];

/** Prepares a draft of two pictures by `prepare`; returns the prepared files. */
async function prepared(prepare: (file: Blob) => Promise<Preparation> = prepareSample) {
  const sizes: number[] = [];
  const prepareImage = (file: Blob) => {
    sizes.push(file.size);
    return prepare(file);
  };
  const exclusively = createExclusively(undefined);
  await prepareAhead({ connection, exclusively, prepareImage, now });
  return sizes;
}

const entries = () =>
  connection.read(['files'], (transaction) => transaction.objectStore('files').getAllKeys());
const ahead = (id: string) => createIdbStore(connection).preparedAhead(id);

test('each picture of a draft is prepared once, and its file stays as it is', async () => {
  await createDrafts(connection, now).save(draftOf(), images, []);
  expect(await prepared()).toEqual([500, 700]);
  expect(await prepared()).toEqual([]);
  const { type, bytes, thumb } = second;
  const made = { type, bytes, thumb: { type, bytes: thumb } };
  expect(await ahead(second.id)).toEqual({ tries: 0, image: made });
  const { images: loaded } = (await createDrafts(connection, now).load())!;
  expect(await loaded[1]!.file.arrayBuffer()).toEqual(bytes);
});

test('a result that the disk does not take is logged, and no other picture is tried', async () => {
  await createDrafts(connection, now).save(draftOf(), images, []);
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const full = new StorageError('full');
  const sizes = await prepared((file) => {
    connection.write = () => Promise.reject(full);
    return prepareSample(file);
  });
  expect(sizes).toEqual([500]);
  expect(log.mock.calls.map(([, error]) => error as unknown)).toEqual([full]);
  log.mockRestore();
});

test('a prepared picture is deleted with its picture or draft, and does not come back', async () => {
  const drafts = createDrafts(connection, now);
  await drafts.save(draftOf(), images, []);
  await prepared();
  await drafts.save(draftOf([second]), [], [first.id]);
  expect(await entries()).toEqual([second.id, `${second.id}/ahead`]);
  await drafts.clear([second.id]);
  expect(await entries()).toEqual([]);

  await drafts.save(draftOf([first]), [first], []);
  await prepared(async (file) => {
    await drafts.clear([first.id]);
    return prepareSample(file);
  });
  expect(await entries()).toEqual([]);
});

test('a picture that a worker cannot open is not tried again; one that kills workers is tried twice', async () => {
  await createDrafts(connection, now).save(draftOf(), images, []);
  const dying = deferred<void>();
  const dieOver = (size: number) => {
    const die = (file: Blob) => {
      if (file.size !== size) return Promise.resolve({ type: 'undecoded' as const });
      dying.resolve();
      return new Promise<never>(() => {});
    };
    void prepared(die);
    return dying.promise;
  };
  await dieOver(700);
  expect([await ahead(first.id), await ahead(second.id)]).toEqual([{ tries: 2 }, { tries: 1 }]);
  expect(await prepared(() => Promise.reject(new Error('It died.')))).toEqual([700]);
  expect(await prepared()).toEqual([]);
});
