import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { OutboxContent } from '../../src/ports/outbox';
import { createContent } from '../../src/outbox/page/content';
import { summary } from '../support/fakeOutbox';

const channels: { postMessage: ReturnType<typeof vi.fn>; hear?: (event: object) => void }[] = [];
let frame: (() => void) | undefined;

beforeEach(() => {
  vi.useFakeTimers();
  channels.length = 0;
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      postMessage = vi.fn();
      hear?: (event: object) => void;
      constructor() {
        channels.push(this);
      }
      addEventListener(_: string, hear: (event: object) => void) {
        this.hear = hear;
      }
    },
  );
  vi.stubGlobal('requestAnimationFrame', (next: () => void) => (frame = next));
});
afterEach(() => void vi.useRealTimers());

const nextFrame = async () => {
  frame?.();
  await vi.advanceTimersByTimeAsync(0);
};

function start() {
  const holding = (key: string): OutboxContent => ({ waiting: [summary(key)], receipts: [] });
  const read = vi.fn(async () => holding('first'));
  const content = createContent(read);
  const shown: string[] = [];
  const stop = content.follow(
    ({ waiting }) => shown.push(waiting[0]!.key),
    (error) => shown.push(String(error)),
  );
  return { content, read, shown, stop, holding, said: channels[0]! };
}

it('is read at once, and again after every change, whoever made it', async () => {
  const { content, read, shown, holding, said } = start();
  await nextFrame();
  read.mockResolvedValueOnce(holding('ours'));
  content.changed();
  expect(said.postMessage).toHaveBeenCalledOnce();
  await nextFrame();
  read.mockResolvedValueOnce(holding('theirs'));
  said.hear!({ data: 'whatever' });
  await nextFrame();
  expect(shown).toEqual(['first', 'ours', 'theirs']);
});

it('is read once a frame, and once more for a change while it is read', async () => {
  const { content, read, shown, holding } = start();
  let answer: (content: OutboxContent) => void;
  read.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
  for (let n = 0; n < 10; n += 1) content.changed();
  await nextFrame();
  content.changed();
  expect(read).toHaveBeenCalledTimes(1);
  answer!(holding('before'));
  await vi.advanceTimersByTimeAsync(0);
  await nextFrame();
  await nextFrame();
  expect(read).toHaveBeenCalledTimes(2);
  expect(shown).toEqual(['before', 'first']);
});

it('is read anew for whoever begins to follow while it is read', async () => {
  const { content, read, shown, holding } = start();
  let answer: (content: OutboxContent) => void;
  read.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
  await nextFrame();
  const late: string[] = [];
  content.follow(({ waiting }) => late.push(waiting[0]!.key));
  answer!(holding('before'));
  await vi.advanceTimersByTimeAsync(0);
  expect([shown, late]).toEqual([['before'], []]);
  await nextFrame();
  expect([shown, late]).toEqual([['before', 'first'], ['first']]);
});

it('is read by a timer while the page has no frames, and for nobody who has left', async () => {
  const { content, shown, stop } = start();
  await vi.advanceTimersByTimeAsync(250);
  expect(shown).toEqual(['first']);
  stop();
  content.changed();
  await vi.advanceTimersByTimeAsync(250);
  expect(shown).toEqual(['first']);
});

it('that cannot be read is told as such, and read again after the next change', async () => {
  const { content, read, shown } = start();
  read.mockRejectedValueOnce('away');
  await nextFrame();
  content.changed();
  await nextFrame();
  expect(shown).toEqual(['away', 'first']);
});
