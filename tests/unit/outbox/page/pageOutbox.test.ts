import { beforeEach, expect, test, vi } from 'vitest';
import { createConnection } from '../../../../src/outbox/connection';
import { createIdbStore } from '../../../../src/outbox/idbStore';
import { createMemoryStore } from '../../../../src/outbox/memoryStore';
import { createPageOutbox } from '../../../../src/outbox/page/pageOutbox';
import { storedRequests } from '../../../browser/stored';
import { eventOf, instead } from '../fakeDatabase';
import { backend } from '../../../delivery/backend';
import { depsFor, fields } from '../../../delivery/samples';

beforeEach(() => void vi.stubGlobal('navigator', {}));

test('what was saved although its connection was lost is sent once, from memory, and settled on the disk', async () => {
  const { config } = depsFor(backend.ports, createMemoryStore());
  const connection = createConnection();
  const disk = createIdbStore(connection);
  expect(await disk.list()).toEqual([]);

  // It commits, but nobody hears of it, and the database opens no more until the request has arrived.
  let isAway = false;
  instead(IDBTransaction, 'commit', (transaction, commit: () => void) => {
    commit();
    isAway = true;
    transaction.db.close();
    transaction.dispatchEvent(eventOf('abort'));
  });
  instead(IDBFactory, 'open', (_, open: (name: string) => IDBOpenDBRequest, ...args) => {
    if (isAway) throw new DOMException('Away.', 'UnknownError');
    return open(...args);
  });
  const send = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (...args) => {
    const answer = await send(...args);
    isAway = false;
    return answer;
  });

  const logged = vi.spyOn(console, 'error').mockReturnValue();
  const { port } = createPageOutbox(config, () => () => undefined);
  const signals = { honeypot: '', seconds: 1 };
  const saved = await port.save({ fields, images: [], signals }, false);
  expect(saved).toEqual({ outcome: 'saved', key: expect.any(String), isKept: false });
  const told = logged.mock.calls.map(([message]) => message as string);
  expect(told).toContain('The request cannot be kept on this device.');
  // Sooner than the page looks again by itself, which would deliver the copy.
  await vi.waitFor(
    async () => {
      expect((await port.read()).waiting).toEqual([]);
      expect(await disk.receipts()).toHaveLength(1);
    },
    { timeout: 4000 },
  );
  expect(storedRequests(backend)).toHaveLength(1);

  // It is told once, too.
  const [receipt, ...others] = (await port.read()).receipts;
  expect([receipt, others]).toMatchObject([
    { id: storedRequests(backend)[0]!.id, isUntold: true },
    [],
  ]);
  await port.noteTold([receipt!.key]);
  expect((await port.read()).receipts).toEqual([expect.not.objectContaining({ isUntold: true })]);
  connection.close();
});
