/** A migration of the outbox that fails is undone, and tried again by the next version; requests go on meanwhile. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connectOutbox, MIGRATIONS, type Migration } from '../../src/outbox/store/database';
import { createIdbStore } from '../../src/outbox/store/idbStore';
import { createPageStores } from '../../src/outbox/page/pageStores';
import { newKey, newRecord, type OutboxRecord } from '../../src/outbox/record';
import { fields } from '../support/sampleRequests';
import { StorageError } from '../../src/lib/database';
import './fakeDatabase';

const signals = { honeypot: '', seconds: 1 };
const recordOf = (savedAt: number) => newRecord({ fields, images: [], signals, savedAt, newKey });

const unhandled = vi.fn();
beforeEach(() => {
  unhandled.mockReset();
  vi.spyOn(console, 'error').mockReturnValue();
  process.on('unhandledRejection', unhandled);
});
afterEach(() => void process.off('unhandledRejection', unhandled));

/** Writes into each record; throws after the first one, if it is to fail. */
const marking =
  (mark: string, fails?: 'at once' | 'half way'): Migration =>
  async (_, transaction) => {
    if (fails === 'at once') throw new TypeError('The migration has failed.');
    const records = transaction.objectStore('records');
    for (const record of await records.getAll()) {
      await records.put({ ...record, mark } as OutboxRecord);
      if (fails) throw new TypeError('The migration has failed.');
    }
  };

const versionOf = async () => (await indexedDB.databases())[0]!.version;

test.each(['at once', 'half way'] as const)(
  'a migration that throws %s changes nothing, and the next version migrates all of it',
  async (fails) => {
    const old = connectOutbox();
    const saved = [recordOf(1), recordOf(2)];
    for (const record of saved) await createIdbStore(old).save(record, []);
    const version = await versionOf();
    old.close();

    const broken = connectOutbox([...MIGRATIONS, marking('broken', fails)]);
    const list = createIdbStore(broken).list();
    await expect(list).rejects.toThrow(StorageError);
    await expect(list).rejects.toMatchObject({
      outcome: 'unavailable',
      cause: new TypeError('The migration has failed.'),
    });
    expect(await versionOf()).toBe(version);

    // A request that is pressed meanwhile goes from memory.
    const stores = createPageStores(broken);
    const request = { fields, images: [], signals };
    expect(await stores.save(request, 'disk')).toMatchObject({ store: 'memory' });

    const mended = connectOutbox([...MIGRATIONS, marking('mended')]);
    expect(await createIdbStore(mended).list()).toEqual(
      saved.map((record) => ({ ...record, mark: 'mended' })),
    );
    mended.close();
    expect(unhandled).not.toHaveBeenCalled();
  },
);
