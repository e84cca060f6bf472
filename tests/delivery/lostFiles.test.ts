/** A chosen file that its device cannot read any more, as a private window's that was deleted since. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { connectOutbox, type OutboxConnection } from '../../src/outbox/store/database';
import { createDrafts } from '../../src/outbox/store/drafts';
import { aheadId } from '../../src/outbox/store/bytes';
import { createIdbStore } from '../../src/outbox/store/idbStore';
import { reopen } from '../../src/outbox/page/recordActions';
import { newKey, newRecord } from '../../src/outbox/record';
import './fakeDatabase';
import { chosen, FIELDS } from '../support/fakeOutbox';

let connection: OutboxConnection;
beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
  connection = connectOutbox();
});
afterEach(() => connection.close());

const files = ['gone', 'kept'].map(chosen);
const facts = files.map(({ id, name, type }) => ({ id, name, type }));

/** From now on this file cannot be read. */
function deleteFile({ file }: (typeof files)[0]): void {
  const { arrayBuffer } = Blob.prototype;
  vi.spyOn(Blob.prototype, 'arrayBuffer').mockImplementation(function (this: Blob) {
    const isGone = this.size === file.size && this.type === file.type;
    return isGone ? Promise.reject(new Error('NotReadableError')) : arrayBuffer.call(this);
  });
}

/** The worker has prepared the file. */
const prepare = (id: string) =>
  connection.write(['files'], async (transaction) => {
    const bytes = new Uint8Array([1, 2, 3, 4, 5]).buffer;
    const image = { type: 'image/jpeg', bytes, thumb: { type: 'image/jpeg', bytes } };
    const ahead = { tries: 0, image };
    await transaction.objectStore('files').put({ id: aheadId(id), addedAt: Date.now(), ahead });
  });

const sizes = (images: { name: string; file: Blob }[] = []) =>
  images.map(({ name, file }) => [name, file.size]);

for (const isPrepared of [true, false]) {
  const images = [...(isPrepared ? [['gone.jpg', 5]] : []), ['kept.jpg', 4]];
  const lost = isPrepared ? undefined : ['gone.jpg'];
  const what = isPrepared ? 'is replaced by its prepared copy' : 'is named';

  it(`${what} when the draft is loaded`, async () => {
    const drafts = createDrafts(connection);
    const [gone] = files;
    const other = { ...gone!, file: new Blob(['gone!!'], { type: gone!.type }) };
    await drafts.save({ fields: FIELDS, images: facts }, [other, files[1]!], []);
    if (isPrepared) await prepare('gone');
    deleteFile(other);
    const draft = await drafts.load();
    expect([sizes(draft?.images), draft?.lost]).toEqual([images, lost]);
  });

  it(`${what} when a refused request is edited`, async () => {
    const store = createIdbStore(connection);
    const [gone] = files;
    const other = { ...gone!, file: new Blob(['gone!!'], { type: gone!.type }) };
    const signals = { honeypot: '', seconds: 1 };
    const record = newRecord({ fields: FIELDS, images: facts, signals, savedAt: 1, newKey });
    const needsAttention = { step: 'create', status: 400, message: 'no' } as const;
    await store.save({ ...record, needsAttention }, [other, files[1]!]);
    if (isPrepared) await prepare('gone');
    deleteFile(other);
    const draft = await reopen({ store, newKey, now: Date.now }, record.key);
    expect([sizes(draft?.images), draft?.lost]).toEqual([images, lost]);
  });
}
