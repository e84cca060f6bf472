import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connectOutbox } from '../../src/outbox/store/database';
import { createDrafts } from '../../src/outbox/store/drafts';
import { createIdbStore } from '../../src/outbox/store/idbStore';
import { createMemoryStore } from '../../src/outbox/store/memoryStore';
import { createPageOutbox } from '../../src/outbox/page/pageOutbox';
import { ANSWER_TIMEOUT } from '../../src/lib/database';
import { newKey, newRecord } from '../../src/outbox/record';
import { eventually } from '../support/eventually';
import { storedRequests } from '../support/serverContent';
import { eventOf, instead } from './fakeDatabase';
import { backend } from './localBackend';
import { depsFor, fields, image } from '../support/sampleRequests';

const signals = { honeypot: '', seconds: 1 };
const request = (description: string) => ({
  fields: { ...fields, description },
  images: [],
  signals,
});

/** Whether the server, or the database for new connections, is out of reach. */
let away = { server: false, disk: false };
let connection = connectOutbox();
let log = vi.fn();

/** After so many milliseconds a page looks by itself whether something is due. Here it never does. */
const BY_ITSELF = 5000;
/** After so many milliseconds a page gives the disk up; `Infinity`: after its own time, which never passes here. */
let patience = Infinity;

beforeEach(() => {
  const later = setTimeout;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, delay = 0) =>
    delay === ANSWER_TIMEOUT && patience < delay
      ? later(run, patience)
      : later(delay < BY_ITSELF ? run : () => undefined, delay)) as typeof setTimeout);
  patience = Infinity;
  away = { server: false, disk: false };
  vi.stubGlobal('navigator', {});
  log = vi.spyOn(console, 'error').mockReturnValue();
  connection = connectOutbox();
  const send = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (...args) => {
    if (away.server) throw new TypeError('fetch failed');
    const answer = await send(...args);
    if (away.disk) away.disk = false;
    return answer;
  });
});
afterEach(() => connection.close());

/** A page, and the disk as another one sees it. */
function open() {
  const { config } = depsFor(backend.ports, createMemoryStore());
  const { port } = createPageOutbox(config, () => () => undefined);
  const disk = createIdbStore(connection);
  const shown = async () => {
    const { waiting, sentRequests } = await port.read();
    const texts = waiting.map((one) => [one.fields.description, one.inMemory ?? false]);
    return [texts, sentRequests.length];
  };
  return { port, disk, shown };
}
const arrived = () => storedRequests(backend).map(({ description }) => description);

/** In the place of the commit of every save. */
const insteadOfSave = (happens: (transaction: IDBTransaction) => void) =>
  instead(IDBTransaction, 'commit', (transaction, commit: () => void) => {
    if (transaction.objectStoreNames.contains('records')) happens(transaction);
    else commit();
  });

/** The next save is committed without an answer; then the database is away until the server has answered. */
function loseNextSave() {
  instead(IDBTransaction, 'commit', (transaction, commit: () => void) => {
    commit();
    away.disk = true;
    transaction.db.close();
    transaction.dispatchEvent(eventOf('abort'));
  });
  instead(IDBFactory, 'open', (_, openIt: (name: string) => IDBOpenDBRequest, ...args) => {
    if (away.disk) throw new DOMException('Away.', 'UnknownError');
    return openIt(...args);
  });
}

/** The next save finds that the connection is being closed, and is tried again. */
function closeOnce() {
  let isLeft = true;
  instead(
    IDBDatabase,
    'transaction',
    (_, begin: (...args: unknown[]) => IDBTransaction, ...args) => {
      const [names, mode] = args;
      if (isLeft && mode === 'readwrite' && String(names).includes('records')) {
        isLeft = false;
        throw new DOMException('Closing.', 'InvalidStateError');
      }
      return begin(...args);
    },
  );
}

test('a request that was saved although the connection broke is sent once, and no longer waits on the disk', async () => {
  const { port, disk } = open();
  expect(await disk.list()).toEqual([]);
  loseNextSave();
  const saved = await port.save(request('Lost.'), 'disk');
  expect(saved).toEqual({ outcome: 'saved', key: expect.any(String), store: 'memory' });
  const logged = log.mock.calls.map(([message]) => message as string);
  expect(logged).toContain('The request cannot be saved on this device.');
  await eventually(async () => {
    expect((await port.read()).waiting).toEqual([]);
    expect(await disk.sentRequests()).toHaveLength(1);
  });
  expect(arrived()).toEqual(['Lost.']);

  // It is announced once, too.
  const [sent, ...others] = (await port.read()).sentRequests;
  expect([sent, others]).toMatchObject([
    { id: storedRequests(backend)[0]!.id, isUnannounced: true },
    [],
  ]);
  await port.markAnnounced([sent!.key]);
  expect((await port.read()).sentRequests).toEqual([
    expect.not.objectContaining({ isUnannounced: true }),
  ]);
});

test.each([
  ['is aborted', (transaction: IDBTransaction) => transaction.abort()],
  [
    'fails as nobody has foreseen',
    () => {
      throw new TypeError('Not a function.');
    },
  ],
])(
  'a request whose save %s is sent once by the page, and nothing of it is on the disk',
  async (_, fail) => {
    const { port, disk, shown } = open();
    away.server = true;
    insteadOfSave(fail);
    const saved = await port.save(request('Aborted.'), 'disk');
    expect(saved).toEqual({ outcome: 'saved', key: expect.any(String), store: 'memory' });
    expect([await disk.list(), await shown()]).toEqual([[], [[['Aborted.', true]], 0]]);
    away.server = false;
    port.tryAllNow();
    await eventually(async () => expect(await shown()).toEqual([[], 1]));
    expect(arrived()).toEqual(['Aborted.']);
  },
);

test('a request is sent once from memory where the disk takes it and does not answer for long', async () => {
  const { port, disk } = open();
  let isHeld = true;
  insteadOfSave((transaction) => {
    // A transaction that is always asked for more does not end, and every later one waits for it.
    const more = () => {
      const asked = transaction.objectStore('records').count();
      asked.addEventListener('success', () => isHeld && more());
    };
    more();
  });
  patience = 50;
  const saved = await port.save(request('Held.'), 'disk');
  expect(saved).toEqual({ outcome: 'saved', key: expect.any(String), store: 'memory' });
  await eventually(async () => {
    const { waiting, sentRequests } = await port.read();
    expect([waiting.length, sentRequests.length, arrived()]).toEqual([0, 1, ['Held.']]);
  });
  isHeld = false;
  port.tryAllNow();
  await eventually(async () =>
    expect([await disk.list(), await disk.sentRequests()]).toMatchObject([[], [{}]]),
  );
  expect(arrived()).toEqual(['Held.']);
});

/** Every later transaction waits, until the returned function is called. */
async function holdDisk(): Promise<() => void> {
  let isHeld = true;
  await connection.run(async (database) => {
    const records = database.transaction([...database.objectStoreNames], 'readwrite');
    const more = (): unknown => isHeld && records.objectStore('records').count().then(more);
    more();
  });
  return () => (isHeld = false);
}

test('an edited request that is deleted while the disk does not answer is not sent when it does', async () => {
  const { port, disk } = open();
  const record = newRecord({ ...request('Refused.'), savedAt: 1, newKey });
  const needsAttention = { step: 'create', status: 403, message: 'no' } as const;
  await disk.save({ ...record, needsAttention }, []);
  away.server = true;
  const letGo = await holdDisk();
  patience = 50;
  const saved = await port.save({ ...request('Edited.'), replaces: record.key }, 'disk');
  if (saved.outcome !== 'saved') throw new Error(saved.outcome);
  expect([saved.store, await port.remove(saved.key)]).toEqual(['memory', 'removed']);
  patience = Infinity;
  letGo();
  away.server = false;
  await eventually(async () => {
    port.tryAllNow();
    expect(await disk.list()).toEqual([]);
  });
  expect(arrived()).toEqual([]);
});

test('a request for which the disk has no room is said to be unsaved, and nothing is sent or kept', async () => {
  const { port, disk, shown } = open();
  insteadOfSave(() => {
    throw new DOMException('No room.', 'QuotaExceededError');
  });
  expect(await port.save(request('Too much.'), 'disk')).toEqual({ outcome: 'full' });
  expect([await disk.list(), await shown(), arrived()]).toEqual([[], [[], 0], []]);
});

test('a chosen file that the disk has lost is there again after the save', async () => {
  const { port, disk } = open();
  away.server = true;
  const [lost, kept] = [image(500, 1), image(700, 2)];
  await disk.addFile(kept);
  const images = [lost, kept].map((file) => ({ ...file, isStored: true }));
  const saved = await port.save({ ...request('With pictures.'), images }, 'disk');
  expect(saved).toEqual({ outcome: 'saved', key: expect.any(String), store: 'disk' });
  for (const { id, bytes } of images) {
    expect(await (await disk.file(id))?.arrayBuffer()).toEqual(bytes);
  }
  expect(await port.remove((saved as { key: string }).key)).toBe('removed');
});

test('a request deleted while the database is away is deleted there later, and never sent', async () => {
  const { port, disk, shown } = open();
  expect(await disk.list()).toEqual([]);
  away.server = true;
  loseNextSave();
  const { key } = (await port.save(request('Deleted.'), 'disk')) as { key: string };
  expect(await shown()).toEqual([[['Deleted.', true]], 0]);
  expect(await port.remove(key)).toBe('removed');
  expect(await shown()).toEqual([[], 0]);
  away.disk = false;
  expect(await disk.list()).toHaveLength(1);
  away.server = false;
  port.tryAllNow();
  await eventually(async () => expect(await disk.list()).toEqual([]));
  expect([await shown(), arrived()]).toEqual([[[], 0], []]);
});

test('while a request is in memory only, new ones are kept there, too; all are sent', async () => {
  const { port, disk, shown } = open();
  away.server = true;
  expect(await port.save(request('On the disk.'), 'disk')).toMatchObject({ store: 'disk' });
  expect(await port.save(request('No room.'), 'memory')).toMatchObject({ store: 'memory' });
  expect(await port.save(request('One more.'), 'disk')).toMatchObject({ store: 'memory' });
  const unkept = ['No room.', 'One more.'].map((text) => [text, true]);
  expect(await shown()).toEqual([unkept, 0]);
  expect(await disk.list()).toHaveLength(1);
  away.server = false;
  port.tryAllNow();
  await eventually(async () => expect(await shown()).toEqual([[], 3]));
  expect(arrived().toSorted()).toEqual(['No room.', 'On the disk.', 'One more.']);
  expect(await port.save(request('Kept again.'), 'disk')).toMatchObject({ store: 'disk' });
  await eventually(async () => expect(await shown()).toEqual([[], 4]));
});

test('what a worker has left to a page is sent by the page, although the worker accepts', async () => {
  const postMessage = (_: unknown, [port]: [MessagePort]) => port.postMessage('outbox.accepted');
  const getRegistration = async () => ({ active: { postMessage } });
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration } });
  const { port, disk, shown } = open();
  const record = newRecord({ ...request('For a page.'), savedAt: 1, newKey });
  await disk.save({ ...record, forPage: true }, []);
  port.tryAllNow();
  await eventually(async () => expect(await shown()).toEqual([[], 1]));
  expect(arrived()).toEqual(['For a page.']);
});

test('the worker is asked also where the page cannot read the disk', async () => {
  const { port } = open();
  const asked = vi.fn((_: unknown, [port]: [MessagePort]) => port.postMessage('outbox.accepted'));
  const getRegistration = async () => ({ active: { postMessage: asked } });
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration } });
  vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(() => {
    throw new DOMException('Away.', 'UnknownError');
  });
  port.tryAllNow();
  await eventually(async () => expect(asked).toHaveBeenCalled());
});

test('an edited request in memory replaces the refused one on the disk', async () => {
  const { port, disk, shown } = open();
  const record = newRecord({ ...request('Refused.'), savedAt: 1, newKey });
  const needsAttention = { step: 'create', status: 403, message: 'no' } as const;
  await disk.save({ ...record, needsAttention }, []);
  expect(await shown()).toEqual([[['Refused.', false]], 0]);
  await port.save({ ...request('Edited.'), replaces: record.key }, 'memory');
  await eventually(async () => expect([await disk.list(), await shown()]).toEqual([[], [[], 1]]));
  expect(arrived()).toEqual(['Edited.']);
});

test('an edited request replaces the refused one although "Try again" was pressed for that one meanwhile', async () => {
  const { port, disk, shown } = open();
  const record = newRecord({ ...request('Refused.'), savedAt: 1, newKey });
  const needsAttention = { step: 'create', status: 403, message: 'no' } as const;
  await disk.save({ ...record, needsAttention }, []);
  const edited = { ...request('Edited.'), replaces: record.key };
  const { fields: typed, images, replaces } = edited;
  await createDrafts(connection).save({ fields: typed, images, replaces }, [], []);
  await port.retry(record.key);
  expect(await disk.list()).toMatchObject([{ key: record.key, step: 'create', tries: 0 }]);
  await port.save(edited, 'disk');
  await eventually(async () => expect(await shown()).toEqual([[], 1]));
  expect(arrived()).toEqual(['Edited.']);
});

test('an edited request goes out beside one whose try got no answer: the server may have it', async () => {
  const { port, disk, shown } = open();
  const record = newRecord({ ...request('Tried.'), savedAt: 1, newKey });
  await disk.save({ ...record, tries: 1 }, []);
  const edited = { ...request('Edited.'), replaces: record.key };
  const { fields: typed, images, replaces } = edited;
  await createDrafts(connection).save({ fields: typed, images, replaces }, [], []);
  await port.save(edited, 'disk');
  await eventually(async () => expect(await shown()).toEqual([[], 2]));
  expect(arrived().toSorted()).toEqual(['Edited.', 'Tried.']);
});

test.each([
  ['is the same request', {}, ['Both.'], true],
  [
    'with other words is another request',
    { fields: { ...fields, description: 'Other.' } },
    ['Both.', 'Other.'],
    false,
  ],
  [
    'with a picture more is another request',
    { images: [{ ...image(10, 1), isStored: false }] },
    ['Both.', 'Both.'],
    false,
  ],
] as const)('the draft that another tab has sent %s', async (_, change, texts, isSame) => {
  for (const isClosing of [false, true]) {
    const [one, other] = [open(), open()];
    away.server = true;
    const draft = { ...request('Both.'), key: `draft ${isClosing}` };
    const before = arrived().length;
    const first = await one.port.save(draft, 'disk');
    expect(first).toEqual({ outcome: 'saved', key: draft.key, store: 'disk' });
    if (isClosing) closeOnce();
    const saved = await other.port.save({ ...draft, ...change } as typeof draft, 'disk');
    expect(saved).toMatchObject({ outcome: 'saved', store: 'disk' });
    expect(saved.outcome === 'saved' && saved.key === draft.key).toBe(isSame);
    away.server = false;
    other.port.tryAllNow();
    await eventually(() => expect(arrived().slice(before).toSorted()).toEqual(texts));
  }
});

test('a request in memory that is deleted leaves the one that another tab has saved from the same draft', async () => {
  const [one, other] = [open(), open()];
  away.server = true;
  const draft = { ...request('Both.'), key: 'draft' };
  expect(await one.port.save(draft, 'memory')).toMatchObject({ store: 'memory' });
  expect(await other.port.save(draft, 'disk')).toMatchObject({ store: 'disk' });
  expect(await one.port.remove('draft')).toBe('removed');
  away.server = false;
  one.port.tryAllNow();
  await eventually(() => expect(arrived()).toEqual(['Both.']));
});
