// The real Firestore SDK in Chromium (WebChannel Listen and Write) against the local Firestore.
import { expect, test as base, type Page } from '@playwright/test';
import { bundlePage, type Bundle } from './bundledPage';
import { startFirestoreSite, type FirestoreSite } from './firestoreSite';
import type { Followed } from './firestorePage/main';

let bundle: Bundle;

const test = base.extend<{ site: FirestoreSite }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs from it
  site: async ({}, provide) => {
    const site = await startFirestoreSite(bundle);
    await provide(site);
    await site.stop();
  },
});

test.beforeAll(async () => {
  bundle = await bundlePage(new URL('./firestorePage/', import.meta.url));
});

async function openPage(page: Page, site: FirestoreSite, parameters?: Record<string, string>) {
  await page.goto(site.url(parameters));
  await page.waitForFunction(() => 'sdk' in window);
}

const heard = (page: Page, name: string): Promise<Omit<Followed, 'stop'>> =>
  page.evaluate((key) => {
    const { stop: _, ...entry } = window.sdk.followed[key]!;
    return entry;
  }, name);

const ids = (page: Page, name: string) => async () => (await heard(page, name)).ids;

const followGallery = (page: Page) =>
  page.evaluate(() => {
    const { db, collection, query, orderBy, follow } = window.sdk;
    follow('gallery', query(collection(db, 'gallery'), orderBy('created', 'asc')));
  });

const work = (day: number, title = `Work ${day}`) => ({
  title,
  created: new Date(Date.UTC(2026, 0, day)),
});

const handshakes = (site: FirestoreSite, rpc: 'Listen' | 'Write') =>
  site.requests.filter((line) => line.includes(`/${rpc}/channel?`) && line.includes('CVER='))
    .length;

test('an ordered listener hears what is added, changed and deleted, over one stream', async ({
  page,
  site,
}) => {
  site.put('gallery/b', work(2));
  site.put('gallery/a', work(1));
  site.put('gallery/undated', { title: 'Not in the order' });
  await openPage(page, site);
  await followGallery(page);
  await expect.poll(ids(page, 'gallery')).toEqual(['a', 'b']);
  expect((await heard(page, 'gallery')).fromCache).toBe(false);
  expect(site.takeReads()).toBe(2);

  site.put('gallery/between', work(1.5, 'Ünïcode 🎨 “frames”'));
  await expect.poll(ids(page, 'gallery')).toEqual(['a', 'between', 'b']);
  site.put('gallery/a', work(3, 'Moved to the end'));
  await expect.poll(ids(page, 'gallery')).toEqual(['between', 'b', 'a']);
  const { documents } = await heard(page, 'gallery');
  expect(documents).toMatchObject([
    { title: 'Ünïcode 🎨 “frames”' },
    { title: 'Work 2' },
    { title: 'Moved to the end' },
  ]);
  expect(site.takeReads()).toBe(2);

  site.remove('gallery/between');
  await expect.poll(ids(page, 'gallery')).toEqual(['b', 'a']);
  site.put('gallery/b', { title: 'Lost its date' });
  await expect.poll(ids(page, 'gallery')).toEqual(['a']);
  // The one that left by a change is billed, the deleted one is not.
  expect(site.takeReads()).toBe(1);
  expect(handshakes(site, 'Listen')).toBe(1);
  expect(site.requests.filter((line) => line.includes('CI=1'))).toEqual([]);
});

test('set, update, transforms, batch and delete reach the store and the listener', async ({
  page,
  site,
}) => {
  await openPage(page, site);
  await page.evaluate(() => window.sdk.follow('doc', window.sdk.doc(window.sdk.db, 'notes/n1')));
  await page.evaluate(async () => {
    const { db, doc, setDoc, updateDoc, serverTimestamp, increment, arrayUnion } = window.sdk;
    const note = doc(db, 'notes/n1');
    await setDoc(note, {
      text: 'é',
      at: serverTimestamp(),
      tags: ['a'],
      n: 1,
      nested: { deep: 1.5 },
    });
    await updateDoc(note, { n: increment(2), tags: arrayUnion('a', 'b'), 'nested.more': null });
  });
  expect(site.store.get('notes/n1')?.fields).toEqual({
    text: { stringValue: 'é' },
    at: { timestampValue: expect.stringMatching(/^20\d\d-/) },
    tags: { arrayValue: { values: [{ stringValue: 'a' }, { stringValue: 'b' }] } },
    n: { integerValue: '3' },
    nested: { mapValue: { fields: { deep: { doubleValue: 1.5 }, more: { nullValue: null } } } },
  });
  await expect
    .poll(async () => (await heard(page, 'doc')).documents)
    .toMatchObject([{ text: 'é', tags: ['a', 'b'], n: 3, nested: { deep: 1.5, more: null } }]);

  await page.evaluate(async () => {
    const { db, doc, writeBatch } = window.sdk;
    const batch = writeBatch(db);
    batch.set(doc(db, 'notes/n2'), { text: 'two' });
    batch.update(doc(db, 'notes/n1'), { text: 'changed' });
    batch.delete(doc(db, 'notes/n3'));
    await batch.commit();
  });
  expect(site.store.list('notes').map(({ path }) => path)).toEqual(['notes/n1', 'notes/n2']);
  await page.evaluate(() => window.sdk.deleteDoc(window.sdk.doc(window.sdk.db, 'notes/n1')));
  await expect.poll(ids(page, 'doc')).toEqual([]);
  expect(handshakes(site, 'Write')).toBe(1);
});

test('getDoc, getDocs and a transaction of the whole SDK', async ({ page, site }) => {
  site.put('gallery/a', work(1));
  site.put('gallery/b', work(2));
  await openPage(page, site);
  const result = await page.evaluate(async () => {
    const { db, doc, getDoc, getDocs, collection, query, where, limit, orderBy } = window.sdk;
    const one = await getDoc(doc(db, 'gallery/a'));
    const missing = await getDoc(doc(db, 'gallery/none'));
    const named = await getDocs(query(collection(db, 'gallery'), where('title', '==', 'Work 2')));
    const newest = await getDocs(
      query(collection(db, 'gallery'), orderBy('created', 'desc'), limit(1)),
    );
    await window.sdk.runTransaction(db, async (transaction) => {
      const old = await transaction.get(doc(db, 'gallery/a'));
      transaction.update(doc(db, 'gallery/a'), { title: `${old.data()!['title']}!` });
    });
    return {
      title: one.data()!['title'],
      missing: missing.exists(),
      named: named.docs.map(({ id }) => id),
      newest: newest.docs.map(({ id }) => id),
    };
  });
  expect(result).toEqual({ title: 'Work 1', missing: false, named: ['b'], newest: ['b'] });
  expect(site.store.get('gallery/a')?.fields['title']).toEqual({ stringValue: 'Work 1!' });
});

test('a denied write rejects and is rolled back, and later writes still work', async ({
  page,
  site,
}) => {
  await openPage(page, site);
  const outcome = await page.evaluate(async () => {
    const { db, doc, setDoc, writeBatch } = window.sdk;
    const codes: string[] = [];
    const note = (error: { code: string }) => codes.push(error.code);
    await setDoc(doc(db, 'secret/s'), { a: 1 }).catch(note);
    const batch = writeBatch(db);
    batch.set(doc(db, 'notes/half'), { a: 1 });
    batch.set(doc(db, 'secret/half'), { a: 1 });
    await batch.commit().catch(note);
    await window.sdk.updateDoc(doc(db, 'notes/missing'), { a: 1 }).catch(note);
    await setDoc(doc(db, 'notes/fine'), { a: 1 });
    return codes;
  });
  expect(outcome).toEqual(['permission-denied', 'permission-denied', 'not-found']);
  expect(site.store.snapshot().documents.map(({ path }) => path)).toEqual(['notes/fine']);
});

test('a denied listener hears permission-denied, the others on the stream go on', async ({
  page,
  site,
}) => {
  await openPage(page, site);
  await followGallery(page);
  await expect.poll(async () => (await heard(page, 'gallery')).fromCache).toBe(false);
  await page.evaluate(() => {
    const { db, doc, collection, follow } = window.sdk;
    follow('list', collection(db, 'secret'));
    follow('get', doc(db, 'secret/s'));
  });
  await expect.poll(async () => (await heard(page, 'list')).error).toBe('permission-denied');
  await expect.poll(async () => (await heard(page, 'get')).error).toBe('permission-denied');
  site.put('gallery/a', work(1));
  await expect.poll(ids(page, 'gallery')).toEqual(['a']);
  expect((await heard(page, 'gallery')).error).toBe(null);
});

test('rules see the signed-in user on both streams', async ({ page, site }) => {
  await openPage(page, site, { uid: 'maria' });
  await page.evaluate(async () => {
    const { db, doc, setDoc, follow } = window.sdk;
    await setDoc(doc(db, 'mine/maria'), { a: 1 });
    follow('mine', doc(db, 'mine/maria'));
    follow('other', doc(db, 'mine/somebody'));
  });
  await expect.poll(ids(page, 'mine')).toEqual(['maria']);
  await expect.poll(async () => (await heard(page, 'other')).error).toBe('permission-denied');
  const write = site.asked.find(({ method }) => method === 'create');
  expect(write?.auth).toMatchObject({ uid: 'maria', token: { sub: 'maria' } });
});

test('a window follows documents that enter and leave it', async ({ page, site }) => {
  for (const day of [1, 2, 3]) site.put(`gallery/w${day}`, work(day));
  await openPage(page, site);
  await page.evaluate(() => {
    const { db, collection, query, orderBy, limit, where, follow } = window.sdk;
    const gallery = collection(db, 'gallery');
    follow('newest', query(gallery, orderBy('created', 'desc'), limit(2)));
    follow('named', query(gallery, where('title', '==', 'Work 2')));
  });
  await expect.poll(ids(page, 'newest')).toEqual(['w3', 'w2']);
  await expect.poll(ids(page, 'named')).toEqual(['w2']);
  site.put('gallery/w4', work(4));
  await expect.poll(ids(page, 'newest')).toEqual(['w4', 'w3']);
  site.remove('gallery/w4');
  await expect.poll(ids(page, 'newest')).toEqual(['w3', 'w2']);
  site.put('gallery/w2', work(2, 'Renamed'));
  await expect.poll(ids(page, 'named')).toEqual([]);
});

test('after a cut a listener resumes: only what changed is sent, deletions too', async ({
  page,
  site,
}) => {
  for (const day of [1, 2, 3, 4]) site.put(`gallery/w${day}`, work(day));
  await openPage(page, site);
  await followGallery(page);
  await expect.poll(ids(page, 'gallery')).toEqual(['w1', 'w2', 'w3', 'w4']);
  await expect.poll(async () => (await heard(page, 'gallery')).fromCache).toBe(false);
  // A client without the network for a while: the SDK opens a new stream with its resume token.
  await page.evaluate(() => window.sdk.disableNetwork(window.sdk.db));
  // Until the server has heard of it, it sends (and bills) changes to the old stream.
  await expect.poll(() => site.requests.some((line) => line.includes('TYPE=terminate'))).toBe(true);
  site.takeReads();
  site.remove('gallery/w2');
  site.put('gallery/w3', work(3, 'Changed meanwhile'));
  site.put('gallery/w5', work(5));
  await page.evaluate(() => window.sdk.enableNetwork(window.sdk.db));
  await expect.poll(ids(page, 'gallery')).toEqual(['w1', 'w3', 'w4', 'w5']);
  await expect.poll(async () => (await heard(page, 'gallery')).fromCache).toBe(false);
  expect(site.takeReads()).toBe(2);
});

test('broken connections are mended without losing or repeating anything', async ({
  page,
  site,
}) => {
  site.put('gallery/w1', work(1));
  await openPage(page, site);
  await followGallery(page);
  await expect.poll(ids(page, 'gallery')).toEqual(['w1']);
  await site.goDown();
  site.put('gallery/w2', work(2));
  site.remove('gallery/w1');
  await site.comeUp();
  await expect.poll(ids(page, 'gallery'), { timeout: 30_000 }).toEqual(['w2']);
});

test('another server that does not know the token starts the target afresh', async ({
  page,
  site,
}) => {
  site.put('gallery/old1', work(1));
  site.put('gallery/old2', work(2));
  await openPage(page, site);
  await followGallery(page);
  await expect.poll(ids(page, 'gallery')).toEqual(['old1', 'old2']);
  await page.evaluate(() => window.sdk.disableNetwork(window.sdk.db));
  site.restart();
  site.put('gallery/new1', work(1));
  site.put('gallery/new2', work(2));
  await page.evaluate(() => window.sdk.enableNetwork(window.sdk.db));
  await expect.poll(ids(page, 'gallery')).toEqual(['new1', 'new2']);
});

test('an existence filter removes what a restart has forgotten', async ({ page, site }) => {
  site.put('gallery/w1', work(1));
  site.put('gallery/w2', work(2));
  const backup = site.store.snapshot();
  await openPage(page, site);
  await followGallery(page);
  await expect.poll(ids(page, 'gallery')).toEqual(['w1', 'w2']);
  await page.evaluate(() => window.sdk.disableNetwork(window.sdk.db));
  // A restored backup: same last commit, one document less, and no memory of its deletion.
  const documents = backup.documents.filter(({ path }) => path !== 'gallery/w1');
  site.restart({ ...backup, documents });
  await page.evaluate(() => window.sdk.enableNetwork(window.sdk.db));
  await expect.poll(ids(page, 'gallery')).toEqual(['w2']);
});

test('long polling works: each frame ends its answer', async ({ page, site }) => {
  site.put('gallery/w1', work(1));
  await openPage(page, site, { longPolling: '1' });
  await followGallery(page);
  await expect.poll(ids(page, 'gallery')).toEqual(['w1']);
  site.put('gallery/w2', work(2));
  await expect.poll(ids(page, 'gallery')).toEqual(['w1', 'w2']);
  await page.evaluate(() => {
    const { db, doc, setDoc, Timestamp } = window.sdk;
    return setDoc(doc(db, 'gallery/w0'), { created: Timestamp.fromMillis(0) });
  });
  await expect.poll(ids(page, 'gallery')).toEqual(['w0', 'w1', 'w2']);
  expect(site.requests.some((line) => line.includes('CI=1'))).toBe(true);
});

test('a large result comes whole', async ({ page, site }) => {
  for (let i = 0; i < 300; i += 1) {
    site.put(`gallery/w${i}`, { ...work(1 + i / 100), text: '🎨'.repeat(3000) });
  }
  await openPage(page, site);
  await followGallery(page);
  await expect.poll(async () => (await ids(page, 'gallery')()).length).toBe(300);
  await page.evaluate(() => window.sdk.followed['gallery']!.stop());
  await page.evaluate(() => window.sdk.terminate(window.sdk.db));
  await expect
    .poll(() => site.requests.filter((line) => /TYPE=terminate/.test(line)).length)
    .toBe(1);
});
