/** A draft is deleted after seven days without a change, and not because a clock jumps. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connectOutbox, type OutboxConnection, DRAFT } from '../../src/outbox/store/database';
import { expireDraft, createDrafts } from '../../src/outbox/store/drafts';
import { createIdbStore } from '../../src/outbox/store/idbStore';
import { newKey, newRecord } from '../../src/outbox/record';
import './fakeDatabase';
import { fields, image } from '../support/sampleRequests';

const DAY = 24 * 60 * 60_000;
/** What the form promises beside its fields (`PrivacyNote`). */
const WEEK = 7 * DAY;
const WRITTEN = Date.UTC(2026, 0, 5, 12);
const [own, shared] = [image(300, 1), image(400, 2)];
const draft = { fields, images: [own!, shared!].map(({ id, name, type }) => ({ id, name, type })) };

let connection: OutboxConnection;
beforeEach(async () => {
  connection = connectOutbox();
  await createDrafts(connection, () => WRITTEN).save(draft, [own!, shared!], []);
});
afterEach(() => connection.close());

const stored = () =>
  connection.read(['drafts'], (transaction) => transaction.objectStore('drafts').get(DRAFT));
/** Changes the time of the draft's last change; undefined removes it. */
const stamp = (touchedAt: number | undefined) =>
  connection.write(['drafts'], (transaction) =>
    transaction
      .objectStore('drafts')
      .put({ ...draft, ...(touchedAt !== undefined && { touchedAt }) }, DRAFT),
  );
const kept = async () => {
  const store = createIdbStore(connection);
  const files = await Promise.all([own, shared].map((file) => store.file(file!.id)));
  return files.map(Boolean);
};

test('a draft and its files are deleted a week after the last change', async () => {
  expect(await stored()).toEqual({ ...draft, touchedAt: WRITTEN });
  await expireDraft(connection, WRITTEN + WEEK - 1);
  expect(await stored()).toEqual({ ...draft, touchedAt: WRITTEN });
  await expireDraft(connection, WRITTEN + WEEK);
  expect([await stored(), await kept()]).toEqual([undefined, [false, false]]);
});

test('a file that a waiting request uses, too, stays', async () => {
  const signals = { honeypot: '', seconds: 1 };
  const record = newRecord({ fields, images: [shared!], signals, savedAt: WRITTEN, newKey });
  await createIdbStore(connection).save(record, []);
  await stamp(WRITTEN);
  await expireDraft(connection, WRITTEN + WEEK);
  expect([await stored(), await kept()]).toEqual([undefined, [false, true]]);
});

test.each([
  ['no time of its last change', undefined],
  ['a time in the future', WRITTEN + 400 * WEEK],
  ['a time before the first release', Date.UTC(2019, 0, 5)],
  ['the first time of a clock without a battery', 0],
  ['an invalid time', Number.NaN],
])('a draft with %s counts as new and is not deleted', async (_, touchedAt) => {
  await stamp(touchedAt);
  const now = WRITTEN + 100 * WEEK;
  await expireDraft(connection, now);
  expect([await stored(), await kept()]).toEqual([{ ...draft, touchedAt: now }, [true, true]]);
});

test.each(['isBegun', 'load'] as const)(
  'a page that asks for an expired draft (%s) finds none',
  async (method) => {
    const later = createDrafts(connection, () => WRITTEN + WEEK);
    expect(await later[method]()).toBe(method === 'isBegun' ? false : undefined);
    expect(await kept()).toEqual([false, false]);
  },
);

test('a file that no draft uses is deleted a day later, and not because a clock jumps', async () => {
  const put = (addedAt: number) =>
    connection.write(['files'], async (transaction) => {
      const { name, type, file } = own!;
      await transaction.objectStore('files').put({ id: 'unused', name, type, file, addedAt });
    });
  const addedAt = async (now: number) => {
    await createDrafts(connection, () => now).load();
    const files = await connection.read(['files'], (transaction) =>
      transaction.objectStore('files').getAll(),
    );
    return files.find(({ id }) => id === 'unused')?.addedAt;
  };
  await put(WRITTEN);
  expect(await addedAt(WRITTEN + DAY - 1)).toBe(WRITTEN);
  expect(await addedAt(WRITTEN + DAY)).toBeUndefined();
  for (const unknown of [Date.UTC(2019, 0, 5), WRITTEN + 2 * DAY, Number.NaN]) {
    await put(unknown);
    expect(await addedAt(WRITTEN + DAY)).toBe(WRITTEN + DAY);
  }
});

test('a draft that is open in a page stays there', async () => {
  let now = WRITTEN;
  const page = createDrafts(connection, () => now);
  expect(await page.isBegun()).toBe(true);
  now += WEEK;
  expect(await page.load()).toMatchObject({ fields });
});
