// What the page says it keeps of a work, it keeps; what it says goes, goes.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { webStorage } from '../../src/lib/webStorage';
import { markGuest, withKeeping } from '../../src/owner/data/keeping';
import type { KeptWorkStore } from '../../src/owner/data/keptWork';
import { fakeStorage } from '../support/fakeStorage';
import { asksBeforeLeaving, pressLink } from '../support/leaving';
import { EMPTY_WORK, type KeptWork } from '../../machines/workEditorContext';

const WORK = { ...EMPTY_WORK, title: 'Elm' };
const PHOTO = new Blob(['photo']);
const DAY = 24 * 60 * 60 * 1000;

const storage = (values = new Map<string, string>()) =>
  webStorage(() => fakeStorage(values) as Storage);

let now: number;
/** What the phone has, and whether it has room. */
let phone: { work: KeptWork | null; isFull: boolean };
let local: ReturnType<typeof storage>;
let locked: boolean;
const persist = vi.fn(async () => true);
beforeEach(() => {
  now = 1_000_000;
  phone = { work: null, isFull: false };
  local = storage();
  locked = false;
  vi.stubGlobal('window', new EventTarget());
  const request = async (_: string, __: object, hold: (lock: object | null) => unknown) =>
    hold(locked ? null : {});
  vi.stubGlobal('navigator', { storage: { persist }, locks: { request } });
});
afterEach(() => {
  persist.mockReset().mockResolvedValue(true);
  vi.unstubAllGlobals();
});

/** A tab of the owner's page; `isGuest`: somebody is signed in, and it is not the owner's phone. */
function openTab({ isGuest = false } = {}) {
  const tab = storage();
  markGuest(tab, isGuest);
  const kept: Partial<KeptWorkStore> = {
    load: async () => phone.work,
    save: async (work) => void (phone.work = phone.isFull ? phone.work : work),
    keepFile: async () => undefined,
    clear: async () => void (phone.work = null),
    isKept: async () => !phone.isFull,
  };
  return withKeeping(kept as KeptWorkStore, { tab, local, now: () => now });
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
  locked = true;
  expect([await tab.load(), await openTab().load()]).toEqual([WORK, WORK]);
  locked = false;
  expect([await openTab().load(), phone.work]).toEqual([null, null]);
});

test('of another phone it is kept as long as of the owner’s own, once the owner says that it is', async () => {
  await openTab({ isGuest: true }).save(WORK);
  await openTab().save(WORK);
  now += DAY;
  expect(await openTab().load()).toEqual(WORK);
});

test('a phone that keeps nothing says so, and the browser asks before it leaves until nothing can be lost', async () => {
  const tab = openTab();
  await tab.save(WORK);
  expect(asksBeforeLeaving()).toBe(false);
  phone.isFull = true;
  await tab.save({ ...WORK, title: 'Elm Street' });
  expect([await tab.keeping(), asksBeforeLeaving()]).toEqual(['no', true]);
  // A call is no leaving.
  pressLink('tel:+14125550134');
  expect(asksBeforeLeaving()).toBe(false);
  await tab.save(EMPTY_WORK);
  expect(asksBeforeLeaving()).toBe(false);
  await tab.save(WORK);
  await tab.clear();
  expect(asksBeforeLeaving()).toBe(false);
});

test.each(['is granted', 'is refused', 'breaks'])(
  'lasting storage is asked for with the first photo, once; it may be that it %s',
  async (answer) => {
    if (answer === 'breaks') persist.mockRejectedValue(new TypeError('persist'));
    else persist.mockResolvedValue(answer === 'is granted');
    const log = vi.spyOn(console, 'error').mockReturnValue();
    const tab = openTab();
    await tab.save(WORK);
    expect(persist).not.toHaveBeenCalled();
    await tab.keepFile('a', PHOTO);
    await tab.keepFile('b', PHOTO);
    expect(persist).toHaveBeenCalledOnce();
    log.mockRestore();
  },
);
