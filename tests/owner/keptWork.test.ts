/** What the phone keeps of a work that is not published yet: whatever happens to its database, and where there is none. */
import { openDB } from 'idb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { EMPTY_WORK, openedWork } from '../../machines/workEditorContext';
import { instead } from '../delivery/fakeDatabase';
import { eventually } from '../support/eventually';
import { asksBeforeLeaving, pressLink } from '../support/leaving';
import { clearOf, markGuest, type KeptWorkStore } from '../../src/owner/editor/kept/keptWork';
import { openKept, persist, storage } from './keptPhone';
import { bytes, picture, preparedPicture, work } from './sampleWork';

const DATABASE = 'owner-work';
const FILE = new Blob([bytes(500, 1)], { type: 'image/heic' });

let logged: string[];
beforeEach(() => {
  logged = [];
  vi.spyOn(console, 'error').mockImplementation((message: string) => void logged.push(message));
});
afterEach(() => void vi.useRealTimers());

/** A page that has looked whether a work is kept, as the editor does first. */
async function openPage() {
  const page = openKept();
  await page.load();
  return page;
}

const keepFile = (page: KeptWorkStore, id: string) => {
  page.takeFile(id, FILE);
  return page.settled();
};

const contentOf = async (file: Blob | undefined) =>
  file && { type: file.type, bytes: await file.arrayBuffer() };
const CHOSEN = { type: 'image/heic', bytes: bytes(500, 1) };

/** Puts a value into the database as it is. */
async function store(name: string, key: string, value: unknown): Promise<void> {
  const database = await openDB(DATABASE);
  await database.put(name, value, key);
  database.close();
}

/** The keys in each store, where nothing is kept. */
const NOTHING = { works: [], files: [], prepared: [] };

/** The keys in each store. */
async function stored(): Promise<Record<string, unknown[]>> {
  const database = await openDB(DATABASE);
  const names = [...database.objectStoreNames];
  const entries = await Promise.all(
    names.map(async (name) => [name, await database.getAllKeys(name)] as const),
  );
  database.close();
  return Object.fromEntries(entries);
}

test('another page finds the work, the files that are not prepared, and what the others have become', async () => {
  const page = await openPage();
  const pictures = [picture(1, 'before', { state: 'preparing' }), picture(2)];
  const kept = work({ pictures, cover: 'id-2', workId: 'elm-street-kitchen' });
  await page.save(kept);
  await keepFile(page, 'id-1');
  await keepFile(page, 'id-2');
  await page.keepPrepared('id-2', preparedPicture(2));
  expect(await page.keeping()).toBe('untilPublished');

  const later = openKept();
  expect(await later.load()).toEqual(kept);
  expect(await contentOf(await later.file('id-1'))).toEqual(CHOSEN);
  expect(await later.prepared('id-1')).toBeUndefined();
  expect(await later.file('id-2')).toBeUndefined();
  expect(await later.prepared('id-2')).toEqual(preparedPicture(2));
  expect(logged).toEqual([]);
});

test('a page that looks again finds what another tab has written, and what it has published', async () => {
  const page = await openPage();
  expect(await page.load()).toBeNull();
  const other = openKept();
  await other.load();
  const begun = work({ pictures: [], title: 'Begun elsewhere' });
  await other.save(begun);
  expect(await page.load()).toEqual(begun);
  // A picture, too, that was chosen here and is prepared there.
  await keepFile(page, 'id-1');
  await other.keepPrepared('id-1', preparedPicture(1));
  expect(await page.load()).toEqual(begun);
  expect(await page.prepared('id-1')).toEqual(preparedPicture(1));
  await other.clear();
  expect(await page.load()).toBeNull();
});

test('of a picture that is taken out, and of a work that is published, nothing stays', async () => {
  const page = await openPage();
  await page.save(work());
  await keepFile(page, 'id-1');
  await page.keepPrepared('id-2', preparedPicture(2));
  await page.removePicture('id-1');
  await page.removePicture('id-2');
  expect(await page.file('id-1')).toBeUndefined();
  expect(await page.prepared('id-2')).toBeUndefined();
  expect(await stored()).toEqual({ works: ['work'], files: [], prepared: [] });

  await keepFile(page, 'id-1');
  await page.keepPrepared('id-2', preparedPicture(2));
  await page.clear();
  expect(await page.load()).toBeNull();
  expect(await page.prepared('id-2')).toBeUndefined();
  expect(await stored()).toEqual(NOTHING);
});

test('what is written last is what stays, however quickly it follows', async () => {
  const page = await openPage();
  const written = ['E', 'El', 'Elm'].map((title) => work({ title, pictures: [] }));
  await Promise.all(written.map((each) => page.save(each)));
  expect(await openKept().load()).toEqual(written[2]);
});

test('letters that follow one another more quickly than the phone writes are two writes, not twenty', async () => {
  const page = await openPage();
  const put = vi.spyOn(IDBObjectStore.prototype, 'put');
  const typed = Array.from({ length: 20 }, (_, index) =>
    work({ title: 'E'.repeat(index + 1), pictures: [] }),
  );
  const first = page.save(typed[0]!);
  await eventually(() => expect(put).toHaveBeenCalled());
  await Promise.all([first, ...typed.slice(1).map((each) => page.save(each))]);
  expect(put.mock.calls.map(([value]) => (value as { title: string }).title.length)).toEqual([
    1, 20,
  ]);
  put.mockRestore();
  // What was cleared meanwhile does not come back, and what is begun after that stays.
  const cut = page.save(typed[0]!);
  const cleared = page.clear();
  const begun = page.save(typed[1]!);
  await Promise.all([cut, cleared, begun]);
  expect(await openKept().load()).toEqual(typed[1]);
});

test.each<[string, (page: KeptWorkStore) => Promise<void>]>([
  ['removed', (page) => page.removePicture('id-1')],
  ['cleared', (page) => page.clear()],
])('what is %s while its file is read or written does not come back', async (_, remove) => {
  const page = await openPage();
  for (const begin of [async () => undefined, () => new Promise(setImmediate)]) {
    const keeping = keepFile(page, 'id-1');
    await begin();
    await remove(page);
    await keeping;
    expect(await stored()).toEqual(NOTHING);
  }
});

test.each(['refuses', 'never gives'])(
  'a file whose bytes the phone %s stays in memory, and others are kept behind it',
  async (what) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const page = await openPage();
    await page.save(work());
    const unread = new Blob(['unread']);
    unread.arrayBuffer = () =>
      what === 'refuses' ? Promise.reject(new Error('Gone.')) : new Promise(() => undefined);
    page.takeFile('id-1', unread);
    const behind = keepFile(page, 'id-2');
    if (what === 'never gives') await vi.advanceTimersByTimeAsync(20_000);
    await behind;
    expect((await stored())['files']).toEqual(['id-2']);
    await page.load();
    expect(await page.file('id-1')).toBe(unread);
    expect(await page.keeping()).toBe('no');
    await page.removePicture('id-1');
    expect(await page.keeping()).toBe('untilPublished');
  },
);

test('files are read one after the other: each takes memory until it is kept', async () => {
  const page = await openPage();
  const reads: (() => void)[] = [];
  const slow = () =>
    Object.assign(new Blob(), {
      arrayBuffer: () =>
        new Promise<ArrayBuffer>((resolve) => reads.push(() => resolve(bytes(500, 1)))),
    });
  page.takeFile('id-1', slow());
  page.takeFile('id-2', slow());
  for (const [index, ids] of [['id-1'], ['id-1', 'id-2']].entries()) {
    await eventually(async () => expect(reads).toHaveLength(index + 1));
    reads[index]!();
    await eventually(async () => expect((await stored())['files']).toEqual(ids));
  }
});

describe('where nothing can be stored, all is in memory, and it is said', () => {
  async function expectInMemory(page: KeptWorkStore): Promise<void> {
    expect(await page.load()).toBeNull();
    await page.save(work());
    await keepFile(page, 'id-1');
    await page.keepPrepared('id-2', preparedPicture(2));
    expect(await page.load()).toEqual(work());
    expect(await contentOf(await page.file('id-1'))).toEqual(CHOSEN);
    expect(await page.prepared('id-2')).toEqual(preparedPicture(2));
    expect(await page.keeping()).toBe('no');
    expect(await page.prepared('id-1')).toBeUndefined();
    await page.removePicture('id-1');
    // It could be there, for all that can be read.
    await expect(page.file('id-1')).rejects.toThrow('unavailable');
    await page.clear();
    expect(await page.load()).toBeNull();
  }

  test('no IndexedDB', async () => {
    vi.stubGlobal('indexedDB', undefined);
    expect(await openKept().keeping()).toBe('no');
    await expectInMemory(openKept());
    vi.unstubAllGlobals();
  });

  test('a database that the browser refuses to open', async () => {
    instead(IDBFactory, 'open', () => {
      throw new DOMException('Not in this window.', 'SecurityError');
    });
    await expectInMemory(openKept());
  });

  test('a database that never opens', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    instead(IDBFactory, 'open', () => new IDBOpenDBRequest());
    const keeping = openKept().keeping();
    await vi.advanceTimersByTimeAsync(8_000);
    expect(await keeping).toBe('no');
  });
});

/** The database has room for so many bytes of a picture. */
const roomFor = (most: number) =>
  instead(
    IDBObjectStore,
    'put',
    (object, put: (value: { thumb?: ArrayBuffer }, key: string) => IDBRequest, value, key) => {
      const request = put(value, key);
      if ((value.thumb?.byteLength ?? 0) > most) {
        // As browsers do it: the request is taken, and the transaction is aborted.
        queueMicrotask(() => object.transaction.abort());
        request.addEventListener('error', (event) => event.preventDefault());
      }
      return request;
    },
  );

test('a picture for which there is no room stays in memory, and it is said until it is taken out', async () => {
  const page = await openPage();
  roomFor(640);
  await page.save(work());
  const large = preparedPicture(1, { thumb: bytes(641, 1) });
  await keepFile(page, 'id-1');
  await page.keepPrepared('id-1', large);
  await page.keepPrepared('id-2', preparedPicture(2));
  // A letter has room: that says nothing of the picture.
  await page.save(work({ title: 'Elm' }));
  expect(await page.keeping()).toBe('no');
  expect(await page.prepared('id-1')).toEqual(large);

  // The chosen file is still there for the next page, which prepares it again.
  const later = openKept();
  const [first, second] = work().pictures;
  expect(await later.load()).toEqual(
    work({ title: 'Elm', pictures: [{ ...first!, state: 'preparing' }, second!] }),
  );
  expect(await later.prepared('id-1')).toBeUndefined();
  expect(await contentOf(await later.file('id-1'))).toEqual(CHOSEN);
  expect(await later.prepared('id-2')).toEqual(preparedPicture(2));

  await page.removePicture('id-1');
  expect(await page.keeping()).toBe('untilPublished');
});

/** From now on nothing can be written, until this is restored. */
const failWriting = () =>
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('No room.', 'QuotaExceededError');
  });

/** From now on nothing can be cleared, until this is restored. */
const failClearing = () =>
  vi.spyOn(IDBObjectStore.prototype, 'clear').mockImplementation(() => {
    throw new DOMException('Not now.', 'UnknownError');
  });

describe('a database that breaks off', () => {
  // Each way in which a browser says so: tests/delivery/lostConnection.test.ts.
  test('is opened again', async () => {
    const page = await openPage();
    await page.save(work());
    await page.keepPrepared('id-2', preparedPicture(2));
    const lost = new Set<IDBDatabase>();
    let isLosing = true;
    instead(IDBDatabase, 'transaction', (database, begin: () => IDBTransaction, ...args) => {
      if (isLosing) lost.add(database);
      isLosing = false;
      if (lost.has(database)) throw new DOMException('Lost.', 'UnknownError');
      return begin(...args);
    });
    await page.save(work({ title: 'Elm' }));
    expect(await page.keeping()).toBe('untilPublished');
    isLosing = true;
    // From the database, because this page has not prepared it.
    const later = openKept();
    expect(await later.load()).toMatchObject({ title: 'Elm' });
    isLosing = true;
    expect(await later.prepared('id-2')).toEqual(preparedPicture(2));
  });

  test('for good, and then the work goes on in memory, and it is said', async () => {
    const page = await openPage();
    await page.save(work());
    await page.keepPrepared('id-2', preparedPicture(2));
    instead(IDBDatabase, 'transaction', () => {
      throw new DOMException('Gone.', 'UnknownError');
    });
    await page.save(work({ title: 'Elm' }));
    expect(await page.keeping()).toBe('no');
    expect(await page.load()).toEqual(work({ title: 'Elm' }));
    expect(await page.prepared('id-2')).toEqual(preparedPicture(2));
  });
});

test('who signs out takes the own work along, and neither another one’s nor what could not be read', async () => {
  const page = await openPage();
  await page.save(work({ account: 'sam@example.com', pictures: [] }));
  await clearOf('alex@example.com', page);
  const before = await openKept().load();
  const later = openKept();
  const reading = vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(() => {
    throw new DOMException('Gone.', 'UnknownError');
  });
  await clearOf('sam@example.com', later);
  reading.mockRestore();
  const unread = await openKept().load();
  await clearOf('sam@example.com', later);
  expect([before?.account, unread?.account, await openKept().load()]).toEqual([
    'sam@example.com',
    'sam@example.com',
    null,
  ]);
});

test('a work that could not be cleared is read again, and still kept', async () => {
  const page = await openPage();
  await page.save(work({ pictures: [] }));
  failClearing();
  await page.clear();
  expect(await page.load()).toEqual(work({ pictures: [] }));
  expect([await page.keeping(), asksBeforeLeaving()]).toEqual(['untilPublished', false]);
});

describe('what is typed while the work is read anew', () => {
  const typed = work({ title: 'Elm Street', pictures: [] });

  test('is newer than what is found', async () => {
    const page = await openPage();
    await page.save(work({ title: 'Elm', pictures: [] }));
    let saved: Promise<void> | undefined;
    instead(IDBObjectStore, 'get', (_, get: (key: string) => IDBRequest, key) => {
      saved ??= page.save(typed);
      return get(key);
    });
    expect(await page.load()).toEqual(typed);
    await saved;
    expect([await page.load(), await openKept().load()]).toEqual([typed, typed]);
  });

  test('or was just before, and has no room, is not lost', async () => {
    const page = await openPage();
    await page.save(work({ title: 'Elm', pictures: [] }));
    const writing = failWriting();
    const saved = page.save(typed);
    expect(await page.load()).toEqual(typed);
    await saved;
    expect([await page.keeping(), asksBeforeLeaving()]).toEqual(['no', true]);
    writing.mockRestore();
    await page.save(typed);
    expect([await page.keeping(), asksBeforeLeaving()]).toEqual(['untilPublished', false]);
  });
});

test('a work that could not be read is not written over, and is there when the phone can read it', async () => {
  const earlier = await openPage();
  await earlier.save(work());
  await earlier.keepPrepared('id-1', preparedPicture(1));
  await earlier.keepPrepared('id-2', preparedPicture(2));

  const open = vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
    throw new DOMException('Not now.', 'UnknownError');
  });
  const page = openKept();
  expect(await page.load()).toBeNull();
  open.mockRestore();
  const another = work({ title: 'Another', pictures: [] });
  await page.save(another);
  expect(await page.keeping()).toBe('no');
  expect(await page.load()).toEqual(another);
  await page.clear();

  const later = openKept();
  expect(await later.load()).toEqual(work());
  expect(await later.prepared('id-2')).toEqual(preparedPicture(2));
});

test('a picture of which nothing was kept is said to be lost', async () => {
  const page = await openPage();
  await page.save(work());
  await page.keepPrepared('id-2', preparedPicture(2));
  const [first, second] = work().pictures;
  expect(await openKept().load()).toEqual(
    work({ pictures: [{ ...first!, state: 'unusable', problem: 'lost' }, second!] }),
  );
  expect(logged).toEqual(['A picture of the kept work is missing.']);
});

test('of a correction, all is there again', async () => {
  const image = { url: 'https://p/1', alt: 'A kitchen', width: 4, height: 3, placeholder: 'A' };
  const source = { url: 'https://p/2', width: 480, type: 'image/avif' };
  const stored = {
    id: 'oak',
    title: 'Oak',
    day: '2026-05-01',
    created: '2026-05-01T10:00:00Z',
    cover: { ...image, thumb: 'https://p/3' },
    before: [],
    after: [{ ...image, sources: [source] }],
  };
  const correction = { ...openedWork(stored), title: 'Oak and brass', account: 'sam@example.com' };
  await openKept().save(correction);
  expect(await openKept().load()).toEqual(correction);
});

test('a work from before there were a salt and an account is there, without them', async () => {
  await openPage();
  const { salt: _, account: __, ...before } = work({ pictures: [] });
  await store('works', 'work', before);
  expect(await openKept().load()).toEqual({ ...before, salt: '', account: '' });
  expect(logged).toEqual([]);
});

describe('what is damaged counts as missing, and is logged', () => {
  test.each<[string, unknown]>([
    ['nothing of a work', 'x'],
    ['no pictures', { ...work(), pictures: undefined }],
    ['a side that there is not', { ...work(), pictures: [{ ...picture(1), side: 'between' }] }],
  ])('a work with %s', async (_, value) => {
    await openPage();
    await store('works', 'work', value);
    const page = openKept();
    expect(await page.load()).toBeNull();
    expect(logged).toEqual(['The kept work is damaged.']);
    // The phone keeps the next one.
    await page.save(work({ pictures: [] }));
    expect(await openKept().load()).toEqual(work({ pictures: [] }));
  });

  test.each<[string, unknown]>([
    ['no renderings', { ...preparedPicture(2), renderings: [] }],
    ['a rendering without bytes', { ...preparedPicture(2), renderings: [{ width: 480 }] }],
    ['another type', { ...preparedPicture(2), type: 'image/png' }],
    ['no name', { ...preparedPicture(2), hash: '' }],
  ])('a prepared picture with %s', async (_, value) => {
    await openPage();
    await store('prepared', 'id-2', value);
    expect(await openKept().prepared('id-2')).toBeUndefined();
    expect(logged).toEqual(['A picture that this phone keeps is damaged.']);
  });

  test('a file without bytes', async () => {
    await openPage();
    await store('files', 'id-1', { type: 'image/jpeg' });
    expect(await openKept().file('id-1')).toBeUndefined();
    expect(logged).toEqual(['A picture that this phone keeps is damaged.']);
  });
});

describe('for how long', () => {
  const DAY = 24 * 60 * 60 * 1000;
  const WORK = { ...EMPTY_WORK, title: 'Elm' };
  let now: number;
  let local: ReturnType<typeof storage>;
  let isOpen: boolean;
  beforeEach(() => {
    now = 1_000_000;
    local = storage();
    isOpen = false;
    const request = async (_: string, __: object, hold: (lock: object | null) => unknown) =>
      hold(isOpen ? null : {});
    vi.stubGlobal('navigator', { storage: { persist }, locks: { request } });
  });

  /** A tab of this phone; `isGuest`: somebody is signed in, and it is not the owner's phone. */
  function openTab({ isGuest = false } = {}) {
    const tab = storage();
    markGuest(tab, isGuest);
    return openKept({ tab, local, now: () => now });
  }

  test('on the owner’s phone it is kept until it is published', async () => {
    const tab = openTab();
    await tab.save(WORK);
    now += 30 * DAY;
    expect([await tab.keeping(), await openTab().load()]).toEqual(['untilPublished', WORK]);
  });

  test('on another phone it goes a day after the last change, unless somebody is signed in or has it open', async () => {
    const tab = openTab({ isGuest: true });
    await tab.save({ ...WORK, title: 'E' });
    now += DAY - 1;
    await tab.save(WORK);
    expect(await tab.keeping()).toBe('forADay');
    now += DAY - 1;
    expect(await openTab().load()).toEqual(WORK);
    now += 1;
    expect([await tab.load(), await openTab({ isGuest: true }).load()]).toEqual([WORK, WORK]);
    isOpen = true;
    expect(await openTab().load()).toEqual(WORK);
    isOpen = false;
    expect([await openTab().load(), await stored()]).toEqual([null, NOTHING]);
  });

  test('of another phone it is kept as long as of the owner’s own, once the owner says that it is', async () => {
    await openTab({ isGuest: true }).save(WORK);
    const own = openTab();
    await own.load();
    await own.save(WORK);
    now += DAY;
    expect(await openTab().load()).toEqual(WORK);
  });

  test.each<[string, (tab: KeptWorkStore) => Promise<unknown>]>([
    ['is over', () => openTab().load()],
    ['is discarded', (tab) => tab.clear()],
  ])('a work on another phone that %s and cannot be cleared goes later', async (_, end) => {
    const tab = openTab({ isGuest: true });
    await tab.save(WORK);
    now += DAY;
    const clear = failClearing();
    await end(tab);
    expect(await stored()).toMatchObject({ works: ['work'] });
    clear.mockRestore();
    expect([await openTab().load(), await stored(), local.read('owner-work-until')]).toEqual([
      null,
      NOTHING,
      null,
    ]);
  });

  test('what is begun on another phone while the last work is cleared goes after a day, too', async () => {
    const tab = openTab({ isGuest: true });
    await tab.save({ ...WORK, title: 'Oak' });
    const cleared = tab.clear();
    await tab.save(WORK);
    await cleared;
    expect(await openTab().load()).toEqual(WORK);
    now += DAY;
    expect(await openTab().load()).toBeNull();
  });

  test('a phone that keeps nothing says so, and the browser asks before it leaves until nothing can be lost', async () => {
    const tab = openTab();
    await tab.save(WORK);
    expect(asksBeforeLeaving()).toBe(false);
    failWriting();
    await tab.save({ ...WORK, title: 'Elm Street' });
    expect([await tab.keeping(), asksBeforeLeaving()]).toEqual(['no', true]);
    await tab.save(EMPTY_WORK);
    expect(asksBeforeLeaving()).toBe(false);
    await tab.save(WORK);
    expect(asksBeforeLeaving()).toBe(true);
    await tab.clear();
    expect(asksBeforeLeaving()).toBe(false);
    await tab.save(WORK);
    expect(asksBeforeLeaving()).toBe(true);
    // A call is no leaving.
    pressLink('tel:+14125550134');
    expect(asksBeforeLeaving()).toBe(false);
  });

  test.each(['is granted', 'is refused', 'breaks'])(
    'lasting storage is asked for with the first photo, once; it may be that it %s',
    async (answer) => {
      if (answer === 'breaks') persist.mockRejectedValue(new TypeError('persist'));
      else persist.mockResolvedValue(answer === 'is granted');
      const tab = openTab();
      await tab.save(WORK);
      expect(persist).not.toHaveBeenCalled();
      await keepFile(tab, 'a');
      await keepFile(tab, 'b');
      expect(persist).toHaveBeenCalledOnce();
    },
  );

  test('a page that goes on with a photo of an earlier one asks for nothing', async () => {
    const earlier = openTab();
    await earlier.save(WORK);
    await keepFile(earlier, 'a');
    persist.mockClear();
    const page = openTab();
    await page.load();
    expect(await contentOf(await page.file('a'))).toEqual(CHOSEN);
    expect(persist).not.toHaveBeenCalled();
  });
});
