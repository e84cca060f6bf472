/** Pictures shared to the installed app: what the worker keeps of them, and what the form is told. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MAX_IMAGE_BYTES } from '../../src/domain/constants';
import { createSharedImages } from '../../src/request/running/takeSharedImages';
import { judgeFile } from '../../src/pictures/imageTypes';
import { storeShared } from '../../sw/shares';
import { eventually } from '../support/eventually';
import { fakeCaches } from '../support/fakeCaches';

beforeEach(() => void vi.stubGlobal('caches', fakeCaches()));
afterEach(() => vi.unstubAllGlobals());

const JPEG = [0xff, 0xd8, 0xff, 0xe0];
const picture = (name: string, size = JPEG.length) =>
  new File([new Uint8Array(JPEG), new Uint8Array(size - JPEG.length)], name);

/** Shares these files. The clock moves on between two shares. */
let clock = 1_000_000;
function share(...files: File[]): Promise<boolean> {
  vi.spyOn(Date, 'now').mockReturnValue((clock += 1000));
  const form = new FormData();
  for (const file of files) form.append('images', file);
  return storeShared({ formData: async () => form });
}

/** Opens a form, which takes what was shared. Resolves to what it is told of each file. */
async function opened(during: () => unknown = () => undefined): Promise<unknown[]> {
  const judged: unknown[] = [];
  let isDone = false;
  createSharedImages(async (files, reasonIfEmpty) => {
    for (const file of files) {
      judged.push([file.name, await judgeFile(file, reasonIfEmpty(file))]);
    }
    await during();
    setTimeout(() => (isDone = true));
    return true;
  }).follow(true);
  await eventually(async () => expect(isDone).toBe(true));
  return judged;
}
const type = 'image/jpeg';
const left = async () => (await (await caches.open('shared-pictures')).keys()).length;

it('an empty shared file is called empty, and one of which only the name came too large', async () => {
  await share(new File([], 'empty.jpg'), picture('large.jpg', 25_000_001), picture('good.jpg'));
  expect(await opened()).toEqual([
    ['empty.jpg', { reason: 'empty' }],
    ['large.jpg', { reason: 'tooLarge' }],
    ['good.jpg', { type }],
  ]);
  expect(await left()).toBe(0);
});

it('each picture of three shares, and of a large one, comes into the form, which says of what there is no room', async () => {
  for (const name of ['1.jpg', '2.jpg', '3.jpg']) await share(picture(name));
  await share(picture('4.jpg'), picture('5.jpg'), picture('6.jpg'));
  expect(await opened()).toEqual([1, 2, 3, 4, 5, 6].map((n) => [`${n}.jpg`, { type }]));
});

it('all shares together take no more bytes than one may; the rest is said to be too many', async () => {
  for (const name of ['1.jpg', '2.jpg']) await share(picture(name, MAX_IMAGE_BYTES));
  await share(picture('3.jpg', MAX_IMAGE_BYTES), picture('small.jpg'));
  expect(await opened()).toEqual([
    ['1.jpg', { type }],
    ['2.jpg', { type }],
    ['3.jpg', { reason: 'tooMany' }],
    ['small.jpg', { type }],
  ]);
});

it('of a share only ten files are looked at, and only the beginning of their names is kept', async () => {
  const names = Array.from({ length: 200 }, (_, number) => `${number}${'🪵'.repeat(9000)}`);
  await share(...names.map((name) => picture(name)));
  expect(await left()).toBe(11);
  const kept = names.map((name) => [...name].slice(0, 60).join(''));
  expect(await opened()).toEqual([
    ...kept.slice(0, 10).map((name) => [name, { type }]),
    [kept[10], { reason: 'tooMany' }],
  ]);
});

it('of many shares that no form takes, as another page can post them, only the first fifty files wait', async () => {
  const names = Array.from({ length: 10 }, (_, number) => `${number}.jpg`);
  const taken: boolean[] = [];
  for (let count = 0; count < 8; count += 1)
    taken.push(await share(...names.map((name) => picture(name))));
  expect([await left(), taken.filter(Boolean)]).toEqual([50, Array(5).fill(true)]);
  await opened();
  expect(await share(picture('own.jpg'))).toBe(true);
});

it('what is shared while the form takes an earlier share stays for the next time', async () => {
  await share(picture('1.jpg'));
  expect(await opened(() => share(picture('2.jpg')))).toEqual([['1.jpg', { type }]]);
  expect(await left()).toBe(1);
  expect(await opened()).toEqual([['2.jpg', { type }]]);
});

it('a share without files stores nothing, and leaves what is there', async () => {
  await share(picture('1.jpg'));
  expect(await share()).toBe(false);
  expect(await left()).toBe(1);
});
