/** Photos of a work are prepared in a worker, which the test plays; the page does what that leaves. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createWorkPreparation } from '../../src/pictures/page/workPreparation';
import type { WorkPicturePreparation } from '../../src/pictures/prepareWorkPicture';
import { fakeCanvas } from './fakeCanvas';

const photo = new Blob([new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 4])]);
const IN_WORKER = { ok: true, picture: { hash: 'by the worker' } } as WorkPicturePreparation;
const IN_PAGE = { ok: true, picture: { type: 'image/webp', width: 1600 } };

let log: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  log = vi.spyOn(console, 'error').mockReset().mockReturnValue();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => vi.useRealTimers());

/** Everything that was resolved has been heard. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

class FakeWorker implements Pick<Worker, 'onmessage' | 'onerror' | 'onmessageerror'> {
  onmessage: ((event: MessageEvent) => void) | null = null;
  onerror: ((event: Event) => void) | null = null;
  onmessageerror: ((event: Event) => void) | null = null;
  asked: { file: Blob; salt: string }[] = [];
  isEnded = false;
  postMessage(data: { file: Blob; salt: string }) {
    this.asked.push(data);
  }
  terminate() {
    this.isEnded = true;
  }
  answer(data: WorkPicturePreparation | null) {
    this.onmessage!(new MessageEvent('message', { data }));
  }
}

function openPreparation() {
  const workers: FakeWorker[] = [];
  const page = fakeCanvas({});
  const prepare = createWorkPreparation(() => {
    const worker = new FakeWorker();
    workers.push(worker);
    return worker as never as Worker;
  }, page.canvas);
  /** The worker, which was asked so often. */
  const asked = async (times: number) => {
    await settled();
    expect(workers[0]!.asked).toHaveLength(times);
    return workers[0]!;
  };
  return { prepare, workers, asked, inPage: () => page.closed() };
}

it('one photo after the other, in one worker; what it says of a file is final', async () => {
  const { prepare, workers, asked, inPage } = openPreparation();
  const [first, second] = [prepare(photo, 'salt'), prepare(new Blob([]), 'other')];
  const worker = await asked(1);
  expect(worker.asked).toEqual([{ file: photo, salt: 'salt' }]);
  worker.answer(IN_WORKER);
  expect(await first).toBe(IN_WORKER);
  (await asked(2)).answer({ ok: false, problem: 'empty' });
  expect(await second).toEqual({ ok: false, problem: 'empty' });
  expect([workers.length, inPage(), worker.isEnded]).toEqual([1, 0, false]);
});

it.each<[what: string, answer: WorkPicturePreparation | null]>([
  ['cannot decode, as HEIC in Safari', { ok: false, problem: 'undecoded' }],
  ['has no memory for', null],
])('the page prepares what the worker %s, and the worker the next one', async (_, answer) => {
  const { prepare, asked, inPage } = openPreparation();
  const first = prepare(photo, 'salt');
  (await asked(1)).answer(answer);
  expect(await first).toMatchObject(IN_PAGE);
  expect(inPage()).toBe(1);
  const second = prepare(photo, 'salt');
  (await asked(2)).answer(IN_WORKER);
  expect(await second).toBe(IN_WORKER);
});

it.each<[what: string, end: (worker: FakeWorker) => void]>([
  ['its canvas lies', (worker) => worker.answer({ ok: false, problem: 'canvas' })],
  ['its script does not load', (worker) => worker.onerror!(new Event('error'))],
  ['its answer cannot be read', (worker) => worker.onmessageerror!(new Event('messageerror'))],
  ['the system has killed it', () => vi.advanceTimersByTime(60_000)],
])('the page goes on by itself where %s', async (_, end) => {
  const { prepare, workers, asked, inPage } = openPreparation();
  const both = [prepare(photo, 'salt'), prepare(photo, 'other')];
  const worker = await asked(1);
  end(worker);
  expect(await Promise.all(both)).toMatchObject([IN_PAGE, IN_PAGE]);
  expect([workers.length, worker.isEnded, inPage(), worker.asked.length]).toEqual([1, true, 2, 1]);
});

it('the page prepares all of it where there are no workers', async () => {
  const prepare = createWorkPreparation(() => {
    throw new Error('no workers here');
  }, fakeCanvas({}).canvas);
  expect(await prepare(photo, 'salt')).toMatchObject(IN_PAGE);
  expect(await prepare(photo, 'salt')).toMatchObject(IN_PAGE);
  expect(log).toHaveBeenCalledTimes(1);
});

it('rejects where the page has no memory either, and the next photo does not wait for that', async () => {
  const { canvas } = fakeCanvas({ fails: ({ width }) => width === 1600 });
  const prepare = createWorkPreparation(() => {
    throw new Error('no workers here');
  }, canvas);
  const [first, second] = [prepare(photo, 'salt'), prepare(new Blob([]), 'salt')];
  await expect(first).rejects.toThrow('too large');
  expect(await second).toEqual({ ok: false, problem: 'empty' });
});
